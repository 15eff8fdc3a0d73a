public import FilmgateDBus

/// What an editor learns with a ticket.
public struct EditDetails: DBusRepresentable, Hashable, Sendable {
    /// The window above which the editor's belongs, as portals write it.
    public var parentWindow: String?
    /// Lets the editor's window come to the front.
    public var activationToken: String?

    private enum Key: String {
        case parentWindow = "parent-window"
        case activationToken = "activation-token"
    }

    public init(parentWindow: String? = nil, activationToken: String? = nil) {
        self.parentWindow = parentWindow
        self.activationToken = activationToken
    }

    /// Ignores keys that this version does not know: a newer tool may send more.
    public init(representation options: Options) throws {
        self.init(parentWindow: options[Key.parentWindow], activationToken: options[Key.activationToken])
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.parentWindow] = parentWindow
        options[Key.activationToken] = activationToken
        return options
    }
}
