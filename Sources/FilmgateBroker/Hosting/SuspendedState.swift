internal import FilmgatePolicy

/// State of a closed library host that the next host of the same library continues with, so that closing resets no limits.
struct SuspendedState: Sendable {
    /// When it was closed, since boot. The time since then counts toward the terms of grants, even if the wall clock is set back.
    let closed: Int64
    let audit: AuditBatch
    let prompts: PromptMachine
    let unkept: UnkeptContent
    let held: HeldContent
    let tickets: EditTickets
}
