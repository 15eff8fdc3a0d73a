internal import Filmgate

extension Command {
    private static let client = Operand(
        "CLIENT", "Whom: KIND:NAME, as 'flatpak:org.example.App' or 'exe:/usr/bin/example'")

    static let listGrants = Command(
        "grants", "list", summary: "List which app may do what",
        details: [
            "Shows every client about which somebody has decided; all others are undetermined and see nothing.",
            "RIGHTS are of those that see photos: original files stay closed to whoever lacks one of them, as 'no location' "
                + "says. A narrow terminal has no room for all columns; 'grants show' tells the rest.",
        ],
        options: [.user, .noHeader],
        examples: [
            Example("grants list", "Who may do what?"),
            Example("grants list --json", "The same for a program, with every detail."),
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
                        grant.level == .limited ? Amount.number(grant.selectionCount) : "",
                        rights(of: grant), grant.grantor?.rawValue ?? "",
                        // The day; `grants show` tells the minute.
                        String(Moment.local(Timestamp(grant.grantedDate)).prefix(10)),
                        grant.expires.map { Moment.local(Timestamp($0)) } ?? (grant.isOnce ? "once" : ""),
                    ]
                }))
        if grants.isEmpty { invocation.note("Nobody has decided about any app yet.") }
        return .success
    }

    /// In a word or two, and nothing where nothing is read.
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
        "grants", "show", summary: "Show what one app may do, in full",
        details: ["A client about which nobody has decided is undetermined: it may ask, and sees nothing."],
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
            sheet.add("Selected", grant.level == .limited ? Amount.count(grant.selectionCount, "asset") : nil)
            if grant.readWrite.allowsReading {
                sheet.add("Rights", grant.rights.names.isEmpty ? "none" : grant.rights.names.joined(separator: ", "))
                let lacking = Rights.all.subtracting(grant.rights)
                sheet.add("Originals", lacking.isEmpty ? "open" : "closed, for it lacks the \(lacking.phrase)")
            }
            sheet.add("Decided by", grant.grantor?.rawValue)
            sheet.add("Since", Moment.local(Timestamp(grant.grantedDate)))
            sheet.add(
                "Expires",
                grant.expires.map { Moment.local(Timestamp($0)) } ?? (grant.isOnce ? "when it disconnects" : "never"))
            sheet.add("Last used", grant.lastUsed.map { Moment.local(Timestamp($0)) })
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
        grantedDate = Moment.iso(Timestamp(grant.grantedDate))
        expires = grant.expires.map { Moment.iso(Timestamp($0)) }
        lastUsed = grant.lastUsed.map { Moment.iso(Timestamp($0)) }
    }
}
