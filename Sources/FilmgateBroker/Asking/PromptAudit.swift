internal import FilmgateModel

/// Records prompts in the audit log: each answer and its source, and the questions that no agent could take.
@BrokerActor struct PromptAudit: Sendable {
    let log: AuditLog

    /// Returns the entry for an answer that is about to be carried out, for the change's own transaction, or nil if
    /// the client has so many that they are gathered.
    func answer(
        _ decision: String, rule: String?, to operation: AuditEntry.Operation, _ subject: AuditSubject = AuditSubject(),
        by client: Client
    ) -> AuditEntry? {
        log.answering(operation, outcome(decision, rule), subject, by: client, detail: rule ?? "")
    }

    /// Notes an answer that changes nothing.
    func note(
        _ decision: String, rule: String? = nil, to operation: AuditEntry.Operation, by client: Client
    ) {
        log.note(operation, outcome(decision, rule), AuditSubject(), by: client, detail: rule ?? "")
    }

    /// Notes an answer that the authority does not allow.
    func note(
        _ refusal: NotAuthorizedAnswer, rule: String?, to operation: AuditEntry.Operation, by client: Client
    ) {
        log.note(
            operation, AuditEntry.Outcome(of: refusal.reason), AuditSubject(), by: client, detail: rule ?? "")
    }

    /// A person's answer has a different outcome than a rule's, which the entry's detail names.
    private func outcome(_ decision: String, _ rule: String?) -> AuditEntry.Outcome {
        AuditEntry.Outcome(rawValue: rule == nil ? decision : decision + "-by-rule")
    }
}
