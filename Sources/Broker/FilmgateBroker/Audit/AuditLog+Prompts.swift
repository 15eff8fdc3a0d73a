import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateWire

/// Records prompts in the audit log: each answer and its source, and the prompts that no agent could show.
extension AuditLog {
    /// Returns the entry for an answer. The caller writes the entry in the transaction of the change that the answer
    /// makes. Returns nil if the client has so many answers that they share an entry.
    ///
    /// - Parameter detail: the entry's detail if a person answered. If a rule did, the detail is the rule's name.
    func answer(
        _ decision: String, rule: String?, to operation: AuditEntry.Operation, _ subject: AuditSubject = AuditSubject(),
        by client: Client, detail: String = ""
    ) -> AuditEntry? {
        answering(operation, outcome(decision, rule), subject, by: client, detail: rule ?? detail)
    }

    /// Records an answer that changes nothing.
    func note(
        _ decision: String, rule: String? = nil, to operation: AuditEntry.Operation,
        _ subject: AuditSubject = AuditSubject(), by client: Client
    ) {
        note(operation, outcome(decision, rule), subject, by: client, detail: rule ?? "")
    }

    /// Returns the response for an answer that could not be carried out. Records a refusal by the authority.
    func response(
        to error: any Error, rule: String?, in operation: AuditEntry.Operation, by client: Client, _ call: MethodCall
    ) -> RequestResponse {
        guard let refusal = error as? AnswerNotAuthorizedError else { return .failed(reply(to: error, in: call)) }
        note(operation, AuditEntry.Outcome(of: refusal.reason), AuditSubject(), by: client, detail: rule ?? "")
        return .unauthorized(reply(to: refusal.reason, in: call))
    }

    /// Returns the response to a client whose prompt has ended. Records a prompt that no agent could show.
    ///
    /// - Parameters:
    ///   - results: the results that each response includes.
    ///   - settled: returns the response if the access was decided without this prompt, or if the person could not be
    ///     asked.
    func response(
        to ending: PromptResult, in operation: AuditEntry.Operation, by client: Client,
        _ results: RequestResults = RequestResults(), settled: () -> RequestResponse
    ) -> RequestResponse {
        switch ending {
        case .decided(let response): return response
        case .undecided(.dismissed), .undecided(.withdrawn): return RequestResponse(.cancelled, results)
        case .undecided(.noAgent):
            note("no-agent", to: operation, by: client)
            return .failed(WireError.noAgent.errorReply, results)
        case .undecided(.noUsableAnswer):
            note("no-agent", to: operation, by: client)
            return .failed(WireError.noUsableAnswer.errorReply, results)
        case .undecided(.settled): return settled()
        }
    }

    /// Returns the entry's outcome, which distinguishes a person's answer from a rule's. The entry's detail names the
    /// rule.
    private func outcome(_ decision: String, _ rule: String?) -> AuditEntry.Outcome {
        AuditEntry.Outcome(rawValue: rule == nil ? decision : decision + "-by-rule")
    }
}
