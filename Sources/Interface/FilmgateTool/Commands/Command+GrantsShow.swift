import Filmgate
import FilmgateText

extension Command {
    static let listGrants = Command(
        "grants", "list", summary: "List what each app may do",
        details: [
            "Lists every client with a decision, or with picked items that it can open again. All other clients are undetermined and see nothing.",
            "RIGHTS are shown for clients that see photos. A client that lacks the right to originals cannot open them; one that lacks another right to read, such as 'no location', gets them without it. '(town)' says that places are rounded, and a number is the most pixels of the longer side of its images; 'image only' says that it sees no videos. A narrow terminal shortens the names of apps, and does not show all columns; 'grants show' does.",
        ],
        options: [.user, .noHeader],
        examples: [
            Example("grants list", "What may each app do?"),
            Example("grants list --json", "The same with all details, for programs."),
        ]
    ) { invocation in
        let grants = try await invocation.library().administration.grants()
        return try invocation.write(
            grants,
            [
                .init(localized("CLIENT"), isName: true), .init(localized("LEVEL")),
                .init(localized("SELECTED"), leaves: 4), .init(localized("RIGHTS"), leaves: 3),
                .init(localized("BY"), leaves: 1), .init(localized("SINCE"), leaves: 2), .init(localized("EXPIRES")),
            ], ifNone: localized("There are no decisions about apps yet.")
        ) { grant in
            [
                grant.client.description,
                grant.level.text(isPaused: grant.pause != nil),
                [grant.selectionText, grant.keptItemsText].compactMap(\.self).joined(separator: ", "),
                rights(of: grant), grant.grantor?.rawValue ?? "",
                // The day suffices: `grants show` also shows the minute.
                grant.isDecided ? String(TimeText.local(Timestamp(grant.grantedDate)).prefix(10)) : "",
                grant.expires.map { TimeText.local(Timestamp($0)) } ?? (grant.isOnce ? localized("once") : ""),
            ]
        }
    }

    /// Describes the rights and limits in a few words; empty if the client may not read.
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
        "grants", "show", summary: "Show everything that one app may do",
        details: ["A client without a decision is undetermined: it sees nothing, and may ask."],
        operands: [.client], options: [.user],
        examples: [Example("grants show flatpak:org.gnome.Loupe", "What may the image viewer do?")]
    ) { invocation in
        let (library, client) = try await invocation.namedClient()
        let grant = try await library.administration.grants(of: client).first
        if invocation.writesJSON {
            let undetermined = JSONOptionDictionary(
                ClientGrant(undetermined: client), without: ["user", "granted-date"])
            if let grant { try invocation.write(json: grant) } else { try invocation.write(json: undetermined) }
        } else {
            try invocation.output.write(GrantDescription(client: client, grant: grant).sheet.lines)
        }
        return .success
    }
}

extension ClientGrant {
    /// Whether the client may read places, rounded to the town.
    var learnsTowns: Bool { rights.contains(.location) && limits.locationPrecision == .town }

    /// The selection of the client as text; nil if its access is not limited.
    var selectionText: String? {
        level == .limited ? SelectionText.text(photos: selectionCount, albums: selectedAlbums) : nil
    }

    /// The number of picked items that the client can open again, as text; nil if there are none.
    var keptItemsText: String? {
        keptItemCount == 0 ? nil : counted("{n} pick", "{n} picks", Int(keptItemCount))
    }
}

extension ClientGrant: JSONOptionEncodable {
    static var hiddenKeys: Set<String> { ["connection"] }
}
