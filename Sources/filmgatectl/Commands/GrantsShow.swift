internal import Filmgate
internal import FilmgateText

extension Command {
    private static let client = Operand(
        "CLIENT", "The app: KIND:NAME, such as 'flatpak:org.example.App' or 'exe:/usr/bin/example'")

    static let listGrants = Command(
        "grants", "list", summary: "List what each app may do",
        details: [
            "Lists every client with a decision. All other clients are undetermined and see nothing.",
            "RIGHTS are shown for clients that see photos. A client that lacks a right, such as 'no location', cannot open original "
                + "files. A narrow terminal does not show all columns; 'grants show' does.",
        ],
        options: [.user, .noHeader],
        examples: [
            Example("grants list", "What may each app do?"),
            Example("grants list --json", "The same with all details, for programs."),
        ]
    ) { invocation in
        let grants = try await invocation.library().administration.grants()
        if invocation.writesJSON {
            try invocation.output.write(JSON.text(of: grants.map(GrantRecord.init)) + "\n")
            return .success
        }
        var table = Table(
            [
                .init("CLIENT", isName: true), .init("LEVEL"), .init("SELECTED", numeric: true, leaves: 4),
                .init("RIGHTS", leaves: 3), .init("BY", leaves: 1), .init("SINCE", leaves: 2), .init("EXPIRES"),
            ], width: invocation.output.columns, hasHeadings: !invocation.has(.noHeader))
        try invocation.output.write(
            table.lines(
                grants.map { grant in
                    [
                        grant.client.description, grant.level.rawValue,
                        grant.level == .limited ? Text.number(grant.selectionCount) : "",
                        rights(of: grant), grant.grantor?.rawValue ?? "",
                        // The day; `grants show` has the minute.
                        String(TimeText.local(Timestamp(grant.grantedDate)).prefix(10)),
                        grant.expires.map { TimeText.local(Timestamp($0)) } ?? (grant.isOnce ? "once" : ""),
                    ]
                }))
        if grants.isEmpty { invocation.note("There are no decisions about apps yet.") }
        return .success
    }

    /// The rights in a word or two. Empty if the client reads nothing.
    private static func rights(of grant: ClientGrant) -> String {
        guard grant.readWrite.allowsReading else { return "" }
        return switch grant.rights {
        case .all: "all"
        case Rights.all.subtracting(.location): "no location"
        case []: "none"
        default: grant.rights.names.joined(separator: ",")
        }
    }

    static let showGrant = Command(
        "grants", "show", summary: "Show everything that one app may do",
        details: ["A client without a decision is undetermined: it sees nothing, and may ask."],
        operands: [client], options: [.user],
        examples: [Example("grants show flatpak:org.gnome.Loupe", "What may the image viewer do?")]
    ) { invocation in
        _ = try invocation.client(invocation.operands[0])
        let administration = try await invocation.library().administration
        let client = try await invocation.client(invocation.operands[0], administration)
        let grant = try await administration.grants(of: client).first
        if invocation.writesJSON {
            let record = grant.map(GrantRecord.init) ?? GrantRecord(undetermined: client)
            try invocation.output.write(JSON.text(of: record) + "\n")
            return .success
        }
        var sheet = FactSheet()
        sheet.add("Client", client.description)
        sheet.add("Verified", client.kind.isVerified ? "yes" : "no, a program of this kind can claim any name")
        sheet.add("Level", grant?.level.rawValue ?? "undetermined")
        if let grant {
            sheet.add("Adding", grant.addOnly.rawValue)
            sheet.add("Reading and changing", grant.readWrite.rawValue)
            sheet.add("Selected", grant.level == .limited ? Text.count(grant.selectionCount, "asset") : nil)
            if grant.readWrite.allowsReading {
                sheet.add("Rights", grant.rights.names.isEmpty ? "none" : grant.rights.names.joined(separator: ", "))
                let lacking = Rights.all.subtracting(grant.rights)
                sheet.add("Originals", lacking.isEmpty ? "open" : "closed, because it lacks the \(lacking.phrase)")
            }
            sheet.add("Decided by", grant.grantor?.rawValue)
            sheet.add("Since", TimeText.local(Timestamp(grant.grantedDate)))
            sheet.add(
                "Expires",
                grant.expires.map { TimeText.local(Timestamp($0)) } ?? (grant.isOnce ? "when it disconnects" : "never"))
            sheet.add("Last used", grant.lastUsed.map { TimeText.local(Timestamp($0)) })
        }
        try invocation.output.write(sheet.lines)
        return .success
    }
}

/// A grant as JSON.
private struct GrantRecord: Encodable {
    let client: String
    var user: UInt32?
    var level = Level.undetermined.rawValue
    var addOnly = AuthorizationStatus.notDetermined.rawValue
    var readWrite = AuthorizationStatus.notDetermined.rawValue
    var rights: [String] = []
    var selectionCount = 0
    var grantedBy: String?
    var grantedDate: String?
    var expires: String?
    var lastUsed: String?

    private enum CodingKeys: String, CodingKey {
        case client, user, level, rights, expires
        case addOnly = "add-only"
        case readWrite = "read-write"
        case selectionCount = "selection-count"
        case grantedBy = "granted-by"
        case grantedDate = "granted-date"
        case lastUsed = "last-used"
    }

    init(undetermined client: ClientID) { self.client = client.description }

    init(_ grant: ClientGrant) {
        client = grant.client.description
        user = grant.user
        level = grant.level.rawValue
        addOnly = grant.addOnly.rawValue
        readWrite = grant.readWrite.rawValue
        rights = grant.rights.names
        selectionCount = grant.selectionCount
        grantedBy = grant.grantor?.rawValue
        grantedDate = TimeText.iso(Timestamp(grant.grantedDate))
        expires = grant.expires.map { TimeText.iso(Timestamp($0)) }
        lastUsed = grant.lastUsed.map { TimeText.iso(Timestamp($0)) }
    }
}
