import Filmgate
import FilmgateText

extension Command {
    private static let client = Operand(
        "CLIENT", completion: .names(.apps),
        "The app: KIND:NAME, such as 'flatpak:org.example.App' or 'exe:/usr/bin/example'")

    static let listGrants = Command(
        "grants", "list", summary: TranslatableText("List what each app may do"),
        details: [
            TranslatableText("Lists every client with a decision. All other clients are undetermined and see nothing."),
            TranslatableText(
                "RIGHTS are shown for clients that see photos. A client that lacks the right to originals cannot open them; one that lacks another right to read, such as 'no location', gets them without it. '(town)' says that places are rounded, and a number is the most pixels of the longer side of its images; 'image only' says that it sees no videos. A narrow terminal shortens the names of apps, and does not show all columns; 'grants show' does."
            ),
        ],
        options: [.user, .noHeader],
        examples: [
            Example("grants list", "What may each app do?"),
            Example("grants list --json", "The same with all details, for programs."),
        ]
    ) { invocation in
        let grants = try await invocation.library().administration.grants()
        if invocation.writesJSON {
            try invocation.output.write(JSON.text(of: grants) + "\n")
            return .success
        }
        var table = Table(
            [
                .init(localized("CLIENT"), isName: true), .init(localized("LEVEL")),
                .init(localized("SELECTED"), leaves: 4), .init(localized("RIGHTS"), leaves: 3),
                .init(localized("BY"), leaves: 1), .init(localized("SINCE"), leaves: 2), .init(localized("EXPIRES")),
            ], for: invocation.output, hasHeadings: !invocation.has(.noHeader))
        try invocation.output.write(
            table.lines(
                grants.map { grant in
                    [
                        grant.client.description,
                        grant.level.text(isPaused: grant.pause != nil), grant.selectionText ?? "",
                        rights(of: grant), grant.grantor?.rawValue ?? "",
                        // The day; `grants show` has the minute.
                        String(TimeText.local(Timestamp(grant.grantedDate)).prefix(10)),
                        grant.expires.map { TimeText.local(Timestamp($0)) } ?? (grant.isOnce ? localized("once") : ""),
                    ]
                }))
        if grants.isEmpty { invocation.note(localized("There are no decisions about apps yet.")) }
        return .success
    }

    /// The rights and limits in a few words. Empty if the client reads nothing.
    private static func rights(of grant: ClientGrant) -> String {
        guard grant.readWrite.allowsReading else { return "" }
        let rights =
            switch grant.rights {
            case .usual: localized("all")
            case .all: localized("all, manage")
            case Rights.usual.subtracting(.location): localized("no location")
            case []: localized("none")
            default: grant.rights.names.joined(separator: ",")
            }
        let types = grant.limits.mediaTypes
        let only = localized("{types} only", ["types": types.names.joined(separator: ",")])
        return rights + (grant.learnsTowns ? " (" + localized("town") + ")" : "")
            + (grant.limits.maxPixels.map { " ≤\($0)px" } ?? "") + (types == MediaType.all ? "" : " " + only)
    }

    static let showGrant = Command(
        "grants", "show", summary: TranslatableText("Show everything that one app may do"),
        details: [TranslatableText("A client without a decision is undetermined: it sees nothing, and may ask.")],
        operands: [client], options: [.user],
        examples: [Example("grants show flatpak:org.gnome.Loupe", "What may the image viewer do?")]
    ) { invocation in
        _ = try invocation.client(invocation.operands[0])
        let administration = try await invocation.library().administration
        let client = try await invocation.client(invocation.operands[0], administration)
        let grant = try await administration.grants(of: client).first
        if invocation.writesJSON {
            let json = try grant.map { try JSON.text(of: $0) } ?? JSON.text(of: UndeterminedClient(client: client))
            try invocation.output.write(json + "\n")
            return .success
        }
        try invocation.output.write(GrantSheet(client: client, grant: grant).sheet.lines)
        return .success
    }
}

extension ClientGrant {
    /// Whether it learns places, rounded.
    var learnsTowns: Bool { rights.contains(.location) && limits.locationPrecision == .town }

    /// What is selected for it; nil if it sees everything or nothing.
    var selectionText: String? {
        level == .limited ? SelectionText.text(photos: selectionCount, albums: selectedAlbums) : nil
    }
}

extension ClientGrant: Encodable {
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(client.description, forKey: .client)
        try values.encode(user, forKey: .user)
        try values.encode(level.rawValue, forKey: .level)
        try values.encode(addOnly.rawValue, forKey: .addOnly)
        try values.encode(readWrite.rawValue, forKey: .readWrite)
        try values.encode(rights.names, forKey: .rights)
        try values.encode(limits.maxPixels ?? 0, forKey: .maxPixels)
        try values.encode(limits.locationPrecision.rawValue, forKey: .locationPrecision)
        try values.encode(limits.mediaTypes.names, forKey: .mediaTypes)
        try values.encode(selectionCount, forKey: .selectionCount)
        try values.encode(selectedAlbums, forKey: .selectedAlbums)
        try values.encodeIfPresent(grantor?.rawValue, forKey: .grantedBy)
        try values.encode(TimeText.iso(Timestamp(grantedDate)), forKey: .grantedDate)
        try values.encodeIfPresent(expires.map { TimeText.iso(Timestamp($0)) }, forKey: .expires)
        try values.encodeIfPresent(lastUsed.map { TimeText.iso(Timestamp($0)) }, forKey: .lastUsed)
        try values.encodeIfPresent(pause, forKey: .paused)
        if isOnce { try values.encode(true, forKey: .once) }
        if isMuted { try values.encode(true, forKey: .muted) }
    }
}

/// A client without a decision, which has no grant.
private struct UndeterminedClient: Encodable {
    let client: ClientID

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: ClientGrant.Key.self)
        try values.encode(client.description, forKey: .client)
        try values.encode(Level.undetermined.rawValue, forKey: .level)
        try values.encode(AuthorizationStatus.notDetermined.rawValue, forKey: .addOnly)
        try values.encode(AuthorizationStatus.notDetermined.rawValue, forKey: .readWrite)
        try values.encode([String](), forKey: .rights)
        try values.encode(0, forKey: .maxPixels)
        try values.encode(LocationPrecision.exact.rawValue, forKey: .locationPrecision)
        try values.encode(MediaType.all.names, forKey: .mediaTypes)
        try values.encode(0, forKey: .selectionCount)
        try values.encode(0, forKey: .selectedAlbums)
    }
}
