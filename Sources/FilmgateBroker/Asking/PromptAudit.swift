internal import FilmgateModel

/// What of prompts goes into the audit log: each answer, by whom it was given, and that nobody could be asked.
@BrokerActor struct PromptAudit: Sendable {
    let log: AuditLog

    /// An answer that is about to be carried out, for the change's own transaction; nil where the client had so many that it
    /// is gathered.
    func answer(
        _ decision: String, rule: String?, to operation: AuditEntry.Operation, _ subject: AuditSubject = AuditSubject(),
        by client: Client
    ) -> AuditEntry? {
        log.answering(operation, outcome(decision, rule), subject, by: client, detail: rule ?? "")
    }

    /// An answer that changes nothing.
    func note(
        _ decision: String, rule: String? = nil, to operation: AuditEntry.Operation, by client: Client
    ) {
        log.note(operation, outcome(decision, rule), AuditSubject(), by: client, detail: rule ?? "")
    }

    /// An answer that the authority does not allow.
    func note(
        _ refusal: NotAuthorizedAnswer, rule: String?, to operation: AuditEntry.Operation, by client: Client
    ) {
        log.note(
            operation, AuditEntry.Outcome(of: refusal.reason), AuditSubject(), by: client, detail: rule ?? "")
    }

    /// What a person answers reads otherwise than what a rule does, which the entry's detail names.
    private func outcome(_ decision: String, _ rule: String?) -> AuditEntry.Outcome {
        AuditEntry.Outcome(rawValue: rule == nil ? decision : decision + "-by-rule")
    }
}
