public import FilmgateDBus
internal import FilmgateModel

/// How a request ended.
public enum RequestOutcome: String, CaseIterable, DBusRepresentable {
    case success, cancelled, denied, failed

    public init(representation: String) throws {
        guard let outcome = RequestOutcome(rawValue: representation) else {
            throw WireError.invalidArgument("'\(quotable(representation))' is not an outcome of a request.")
        }
        self = outcome
    }

    public var representation: String { rawValue }
}

/// The last element of a request's path, chosen by the client.
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
public struct AskingOptions: DBusRepresentable, Hashable {
    public var handleToken: HandleToken?
    /// The client's window, above which the prompt appears.
    public var parentWindow: String?
    /// The reason, in the client's own words.
    public var purpose: String?

    public init(handleToken: HandleToken? = nil, parentWindow: String? = nil, purpose: String? = nil) {
        self.handleToken = handleToken
        self.parentWindow = parentWindow
        self.purpose = purpose
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "options")
        handleToken = try reader.take("handle-token")
        parentWindow = try reader.take("parent-window")
        purpose = try reader.take("purpose")
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        if let handleToken { options["handle-token"] = Variant(handleToken.text) }
        if let parentWindow { options["parent-window"] = Variant(parentWindow) }
        if let purpose { options["purpose"] = Variant(purpose) }
        return options
    }
}
