public import FilmgatePolicy
public import FilmgateWire

// Compiler fault: 2
/// An administrator's decision about a client.
public final class GrantDecision {
    /// `none`, `addOnly`, `limited` or `full`.
    public let level: Level
    public let options: GrantOptions

    public init(_ level: Level, _ options: GrantOptions = GrantOptions()) {
        self.level = level
        self.options = options
    }
}
