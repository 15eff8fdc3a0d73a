public import FilmgateDBus

/// What an editor learns with a ticket.
public struct EditDetails: OptionDictionary, Hashable, Sendable {
    /// The window above which the editor's belongs, as portals write it.
    public var parentWindow: String?
    /// Lets the editor's window come to the front.
    public var activationToken: String?

    public init(parentWindow: String? = nil, activationToken: String? = nil) {
        self.parentWindow = parentWindow
        self.activationToken = activationToken
    }

    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        parentWindow = try options.field("parent-window", value?.parentWindow)
        activationToken = try options.field("activation-token", value?.activationToken)
    }
}
