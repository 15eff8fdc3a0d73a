public import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem

/// The way in which a request ended.
public enum RequestOutcome: String, CaseIterable, DBusWord {
    case success, cancelled, denied, failed

    public static func refusal(of text: String) -> String { "'\(quotable(text))' is not an outcome of a request." }
}

/// The results of a response. They depend on the method that made the request, and on the outcome.
public struct RequestResults: DBusRepresentable {
    private var options: Options

    private enum Key: String {
        case status, added, removed, kept
        case errorName = "error-name"
        case errorMessage = "error-message"
    }

    public init(representation: Options = [:]) { options = representation }

    public var representation: Options { options }

    /// The client's status after it requested access.
    public var status: String? {
        get { options[Key.status] }
        set { options[Key.status] = newValue }
    }

    /// The error with which the request failed.
    public var error: ErrorReply {
        get {
            ErrorReply(
                name: options[Key.errorName] ?? WireError.prefix + "Io",
                message: options[Key.errorMessage] ?? "The request failed.")
        }
        set {
            options[Key.errorName] = newValue.name
            options[Key.errorMessage] = newValue.message
        }
    }

    /// - Throws: `Errno` if a memory file for a long list cannot be created.
    public init(_ change: SelectionChange) throws(Errno) {
        options = [:]
        options[Key.kept] = UInt32(clamping: change.kept)
        try IdentifierList.put(change.added, as: Key.added.rawValue, into: &options)
        try IdentifierList.put(change.removed, as: Key.removed.rawValue, into: &options)
    }

    /// Returns the changes to a selection. An absent list counts as empty. Blocks while it reads a long list.
    ///
    /// - Throws: `WireError.invalidArgument` if a list is invalid.
    public func selectionChange() throws -> SelectionChange {
        var reader = OptionReader(options, of: "the results")
        return SelectionChange(
            added: try reader.takeIdentifiers(Key.added.rawValue, of: AssetID.self) ?? [],
            removed: try reader.takeIdentifiers(Key.removed.rawValue, of: AssetID.self) ?? [],
            kept: Int(options[Key.kept, as: UInt32.self] ?? 0))
    }
}

/// The person's changes to the photos that an app with limited access sees.
public struct SelectionChange: Hashable, Sendable {
    public let added: [AssetID]
    public let removed: [AssetID]
    /// The number of photos that stayed selected.
    public let kept: Int

    package init(added: [AssetID], removed: [AssetID], kept: Int) {
        self.added = added
        self.removed = removed
        self.kept = kept
    }
}

/// The last component of a request's object path, chosen by the client.
public struct HandleToken: DBusRepresentable, Hashable {
    public let text: String

    public init(representation: String) throws {
        let isWord = representation.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isWord, (1...64).contains(representation.utf8.count) else {
            throw WireError.invalidArgument(
                "'handle-token' must be of 1 to 64 letters, digits and '_', not '\(quotable(representation))'.")
        }
        text = representation
    }

    public var representation: String { text }
}

/// The options of the methods that ask the person.
public struct InteractionOptions: OptionDictionary, Hashable {
    public var handleToken: HandleToken?
    /// The client's window, which becomes the parent window of the prompt.
    public var parentWindow: String?
    /// The reason for the request, in the client's own words.
    public var purpose: String?

    public init(handleToken: HandleToken? = nil, parentWindow: String? = nil, purpose: String? = nil) {
        self.handleToken = handleToken
        self.parentWindow = parentWindow
        self.purpose = purpose
    }

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        handleToken = try options.field("handle-token", value?.handleToken)
        parentWindow = try options.field("parent-window", value?.parentWindow)
        purpose = try options.field("purpose", value?.purpose)
    }
}
