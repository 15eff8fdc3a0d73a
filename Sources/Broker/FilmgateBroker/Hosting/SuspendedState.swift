import FilmgatePolicy

/// State of a closed library host that the next host of the same library continues with, so that closing resets no limits.
struct SuspendedState: Sendable {
    /// When it was closed, since boot. The time since then counts toward the terms of grants, even if the wall clock is set back.
    ///
    /// Nil if the library was replaced: its own clock counts.
    let closed: Int64?
    let audit: AuditBatch
    let prompts: PromptMachine
    let unkept: UnkeptContent
    let held: HeldContent
    let tickets: EditTickets

    /// What a library that takes the place of this one continues with: the limits of clients, and nothing about photos.
    @BrokerActor var forReplacement: SuspendedState {
        SuspendedState(
            closed: nil, audit: audit, prompts: prompts, unkept: unkept,
            held: HeldContent(memory: held.memory.limit, held.descriptors), tickets: EditTickets())
    }
}
