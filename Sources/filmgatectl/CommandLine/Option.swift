/// An option that a command takes, in every form that the tool needs it in: to read it, to explain it, to complete it.
struct Option: Hashable, Sendable {
    /// What follows the option's name.
    enum Value: Hashable, Sendable {
        /// Nothing: the option is there or it is not.
        case none
        /// One value, which usage shows under this name; the option may stand once.
        case one(String)
        /// One value each time, and the option may stand several times.
        case many(String)

        var placeholder: String? {
            switch self {
            case .none: nil
            case .one(let name), .many(let name): name
            }
        }
    }

    /// Without the dashes.
    let name: String
    let letter: Character?
    let value: Value
    /// A sentence without its full stop.
    let help: String
    /// What a shell offers as its value.
    let completion: Completion

    init(
        _ name: String, letter: Character? = nil, value: Value = .none, completion: Completion = .nothing,
        _ help: String
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.completion = completion
        self.help = help
    }

    /// As usage shows it: `-n, --limit COUNT`.
    var usage: String {
        let names = (letter.map { "-\($0), " } ?? "    ") + "--\(name)"
        return value.placeholder.map { "\(names) \($0)" } ?? names
    }
}

extension Option {
    static let help = Option("help", letter: "h", "Show what the command does and how it is called")
    static let json = Option("json", "Write JSON, for programs")
    static let bus = Option(
        "bus", value: .one("ADDRESS"),
        "Reach the broker on this bus: an address, 'session' or 'system' (otherwise FILMGATE_BUS_ADDRESS, or the system bus)"
    )

    /// For commands that administer.
    static let user = Option(
        "user", value: .one("USER"),
        "Whose library is meant, by name or number (otherwise your own); another's is an administrator's matter")

    /// For commands that list.
    static let noHeader = Option("no-header", "Write no line of headings")
    static let ids = Option("ids", "Write the identifiers alone, one a line, for other commands")

    /// What every command takes.
    static let common: [Option] = [.bus, .json, .help]
}
