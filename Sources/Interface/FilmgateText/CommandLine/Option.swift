/// An option of a program, with all data for parsing, help, completions and manual pages.
public struct Option: Hashable, Sendable {
    /// The values that follow the option's name.
    public enum Value: Hashable, Sendable {
        case none
        /// One value, with its name in help. The option can be given once.
        case one(String)
        /// One value for each use. The option can be given several times.
        case many(String)

        public var placeholder: String? {
            switch self {
            case .none: nil
            case .one(let name), .many(let name): name
            }
        }
    }

    /// The words that a shell offers for a value.
    public enum Completion: Hashable, Sendable {
        case nothing
        case files
        case folders
        case words([String])
        /// One or more of these words, separated by commas.
        case list([String])
        case names(Names)

        public static let yesOrNo = Completion.words(["yes", "no"])
    }

    /// Names that only the broker or the system knows.
    public enum Names: Hashable, Sendable {
        case apps, editors
        /// Kinds of albums and folders, as in the tool's type `Nameable`.
        case albums, ownAlbums, ruledAlbums, anyAlbums, folders, albumsAndFolders, anyAlbumsAndFolders
        /// The operations and outcomes of the audit log.
        case operations, outcomes
    }

    /// The name without the dashes.
    public let name: String
    public let letter: Character?
    public let value: Value
    /// The description: a sentence in English, without a period at the end.
    public let help: String
    public let completion: Completion

    public init(
        _ name: String, letter: Character? = nil, value: Value = .none, completion: Completion = .nothing,
        _ help: String
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.completion = completion
        self.help = help
    }

    /// The help in the person's language.
    public var localizedHelp: String { localized(help) }

    /// The option as help shows it: `-n, --limit COUNT`.
    public var usage: String {
        let names = (letter.map { "-\($0), " } ?? "    ") + "--\(name)"
        return value.placeholder.map { "\(names) \($0)" } ?? names
    }

    public static let help = Option("help", letter: "h", "Show this help")
    public static let version = Option("version", "Show the version")
}

/// The options that are given on a command line, with their values.
public struct OptionValues: Sendable {
    private var values: [Option: [String]] = [:]

    public init() {}

    public func has(_ option: Option) -> Bool { values[option] != nil }

    /// Returns the last value.
    public func text(_ option: Option) -> String? { values[option]?.last }

    public func texts(_ option: Option) -> [String] { values[option] ?? [] }

    /// Adds a value. Throws if the option takes only one value and already has it.
    public mutating func add(_ value: String?, to option: Option) throws(UsageError) {
        if case .one = option.value, has(option) {
            throw UsageError(localized("'--{option}' can be given only once.", ["option": option.name]))
        }
        values[option, default: []].append(value ?? "")
    }

    /// Throws if more than one of these options is given.
    public func exclude(_ options: [Option]) throws(UsageError) {
        let given = options.filter(has)
        guard given.count > 1 else { return }
        throw UsageError(
            localized("'--{one}' and '--{other}' cannot be combined.", ["one": given[0].name, "other": given[1].name]))
    }
}
