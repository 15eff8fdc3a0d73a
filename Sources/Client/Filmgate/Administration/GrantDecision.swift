public import FilmgateModel
public import FilmgatePolicy
public import FoundationEssentials
import FilmgateWire

// Compiler fault: 2
/// What an administrator decides about a client.
public final class GrantDecision {
    /// `none`, `addOnly`, `limited` or `full`.
    public var level: Level
    /// For `limited`: the assets that the client sees, and the albums whose assets it sees, whatever is added to or removed from them;
    /// nil: nothing yet.
    public var selection: [ObjectID]?
    /// For `limited` without a selection: whether the current one is kept, if the client is limited when the decision takes effect.
    public var keepsSelection = false
    /// Nil: the default for the kind of client, which is all but `manage`, and for sandboxed ones not `location`.
    public var rights: Rights?
    /// Of what the client reads.
    public var limits = ContentLimits()
    /// When the grant becomes undetermined by itself; nil: never.
    public var expires: Date?
    /// Whether it becomes undetermined when the client's last connection ends; not with `expires`. The client must be connected.
    public var isOnce = false
    /// Whether the client may ask the person nothing, until the next decision about it: no picker, no question, no confirmation.
    public var isMuted = false

    public init(_ level: Level) { self.level = level }

    func options(for user: UInt32?) -> GrantOptions {
        GrantOptions(
            user: user, selection: selection, keepsSelection: keepsSelection, expires: expires.map { Timestamp($0) },
            isOnce: isOnce, isMuted: isMuted, rights: rights, limits: limits)
    }
}
