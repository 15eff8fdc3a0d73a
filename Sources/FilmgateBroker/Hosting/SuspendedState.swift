internal import FilmgatePolicy

/// What a library host that was closed leaves to itself: what a client has used up it does not get back by staying away for a while.
struct SuspendedState: Sendable {
    /// Since the boot: what has passed since is off the terms of grants, whatever the clock on the wall says.
    let closed: Int64
    let audit: AuditBatch
    let prompts: PromptMachine
    let unkept: UnkeptContent
}
