import FilmgatePolicy

/// The state of a closed library host, with which the next host of the same library continues, so that closing resets
/// no limits.
struct SuspendedState: Sendable {
    /// When it was closed, since boot. The time since then counts toward the terms of grants, even if the wall clock is
    /// set back. Nil if the library was replaced: then the time that the library stores counts.
    let closed: Int64?
    let audit: AuditBatch
    let prompts: PromptMachine
    let unkept: UnkeptContent
    let held: HeldContent
    let tickets: EditTickets

    /// The state with which a library that replaces this one continues: the limits of clients, and nothing about
    /// photos.
    @BrokerActor var forReplacement: SuspendedState {
        SuspendedState(
            closed: nil, audit: audit, prompts: prompts, unkept: unkept,
            held: HeldContent(memory: held.memory.limit, held.descriptors), tickets: EditTickets())
    }
}
