public import FilmgatePolicy
public import FilmgateWire

// Compiler fault: 2
/// What an administrator decides about a client.
public final class GrantDecision {
    /// `none`, `addOnly`, `limited` or `full`.
    public let level: Level
    public let options: GrantOptions

    public init(_ level: Level, _ options: GrantOptions = GrantOptions()) {
        self.level = level
        self.options = options
    }
}
