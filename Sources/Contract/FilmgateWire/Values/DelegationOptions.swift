public import FilmgateDBus
import FilmgateModel

/// The options of `ActAs`.
public struct DelegationOptions: OptionDictionary, Hashable {
    /// The latest allowed start time of the process, in clock ticks since boot; nil means the time of the call.
    public var started: UInt64?

    public init(started: UInt64? = nil) { self.started = started }

    public static let owner = "ActAs"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        started = try options.field("started", value?.started)
    }
}
