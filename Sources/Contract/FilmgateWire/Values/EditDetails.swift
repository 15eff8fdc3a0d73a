public import FilmgateDBus

/// The details that an editor gets together with a ticket, which lets it edit one asset.
public struct EditDetails: OptionDictionary, Hashable, Sendable {
    /// The parent window for the editor's window, in the form of desktop portals.
    public var parentWindow: String?
    /// The activation token, which lets the editor's window come to the front.
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
