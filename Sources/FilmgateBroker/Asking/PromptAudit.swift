internal import FilmgateModel
internal import FilmgateWire

/// What of prompts goes into the audit log: each answer, by whom it was given, and that nobody could be asked.
struct PromptAudit: Sendable {
    let log: AuditLog

    /// An answer that is about to be carried out, for the change's own transaction.
    func answer(
        _ decision: String, rule: String?, to operation: AuditEntry.Operation, _ subject: AuditSubject = AuditSubject(),
        by client: Client
    ) async -> AuditEntry {
        var entry = await log.changing(operation, subject, by: client)
        entry.outcome = outcome(decision, rule)
        return entry
    }

    /// An answer that changes nothing.
    func note(
        _ decision: String, rule: String? = nil, to operation: AuditEntry.Operation, by client: Client
    ) async {
        await log.note(operation, outcome(decision, rule), AuditSubject(), by: client)
    }

    private func outcome(_ decision: String, _ rule: String?) -> AuditEntry.Outcome {
        guard let rule else { return AuditEntry.Outcome(rawValue: decision) }
        Journal.write(.info, "A question was answered with '\(decision)' by the rule '\(plain(rule, limit: 256))'.")
        return AuditEntry.Outcome(rawValue: decision + "-by-rule")
    }
}
