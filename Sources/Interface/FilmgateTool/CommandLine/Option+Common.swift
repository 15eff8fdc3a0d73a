import FilmgateText

extension Option {
    static let json = Option("json", "Write JSON")
    static let bus = Option(
        "bus", value: .one("ADDRESS"),
        "The broker's bus: an address, 'session' or 'system' (default: FILMGATE_BUS_ADDRESS, or the system bus)")

    static let user = Option(
        "user", value: .one("USER"),
        "The user whose library is meant, by name or number (default: you). Other users' libraries are for administrators"
    )

    static let noHeader = Option("no-header", "Write no headings")
    static let quiet = Option("quiet", letter: "q", "Show no progress")
    static let limit = Option("limit", letter: "n", value: .one("COUNT"), "The most to show; 0: all")
    static let ids = Option("ids", "Write only the identifiers, one on each line")

    /// The options of every command.
    static let common: [Option] = [.bus, .json, .help]
}
