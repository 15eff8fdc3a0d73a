internal import Filmgate
internal import FilmgateText
internal import FoundationEssentials

private enum GrantOption {
    static let select = Option(
        "select", value: .many("ID"),
        "With 'limited': show this asset, or what is in this album; may stand several times, or name several with commas. Without it, "
            + "what was selected for an app that is limited already stays; '' empties the selection"
    )
    static let rights = Option(
        "rights", value: .one("LIST"),
        "What goes with it: location, originals, captions with commas, or 'all' or 'none' (otherwise all, but for "
            + "sandboxed apps not location)"
    )
    static let expires = Option(
        "expires", value: .one("WHEN"),
        "Take it back then: 90m, 2h, 7d, 2w from now, or a date as 2030-12-31 or 2030-12-31T18:00")
    static let add = Option("add", value: .many("ID"), "Show this asset or album too; several with commas")
    static let remove = Option("remove", value: .many("ID"), "Show this asset or album no longer; several with commas")
}

extension Command {
    private static let client = Operand(
        "CLIENT", "Whom: KIND:NAME, as 'exe:/usr/bin/example', or a Flatpak's identifier alone, as 'org.example.App'")
    private static let settable: [Level] = [.none, .addOnly, .limited, .full]

    static let setGrant = Command(
        "grants", "set", summary: "Decide what an app may do",
        details: [
            "The levels: 'none', nothing; 'add-only', add photos and read nothing, not even its own; 'limited', see "
                + "what was selected and what it added itself; 'full', the whole library. The decision takes effect "
                + "with the app's next call; what it has open and may no longer see ends at once.",
            "The rights: 'location', where photos were taken; 'captions', their titles, captions and keywords; 'originals', their "
                + "files. Nothing can be cut out of a file yet, so that original files are open to those alone who have all three.",
        ],
        operands: [
            client,
            Operand(
                "LEVEL", completion: .words(["none", "add-only", "limited", "full"]), "none, add-only, limited or full"),
        ],
        options: [GrantOption.select, GrantOption.rights, GrantOption.expires, .user],
        examples: [
            Example("grants set flatpak:org.example.Camera add-only", "Let a camera app add photos."),
            Example(
                "grants set flatpak:org.example.Chat limited --select ID --expires 2h", "Show one photo for two hours."),
            Example("grants set exe:/usr/bin/backup full --rights all", "Give a program everything, places included."),
        ]
    ) { invocation in
        let named = try invocation.client(invocation.operands[0])
        guard let level = Level(rawValue: invocation.operands[1]), settable.contains(level) else {
            throw Failure.usage(
                "'\(Text.plain(invocation.operands[1]))' is not a level: there are "
                    + settable.map(\.rawValue).joined(separator: ", ") + "; 'grants reset' takes a decision back.",
                of: invocation.command)
        }
        if invocation.has(GrantOption.select), level != .limited {
            throw Failure.usage("'--select' goes with the level 'limited' alone.", of: invocation.command)
        }
        let rights = try invocation.value(
            GrantOption.rights, expected: "location, originals, captions, all or none", readRights)
        let expires = try invocation.value(GrantOption.expires, expected: "a time as 2h or a date as 2030-12-31") {
            Moment.future($0, after: Moment.now)
        }
        try checkName(of: named, invocation)
        let library = try await invocation.library()
        let administration = library.administration
        let client = try await invocation.client(invocation.operands[0], administration)
        let selection = try await objects(GrantOption.select, invocation, library)
        let isKept = level == .limited && selection == nil
        try await administration.setGrant(
            of: client, to: level, selection: selection, keepsSelection: isKept, rights: rights,
            expires: expires.map { Date($0) })
        let count: String?
        if isKept {
            let kept = try await administration.selection(of: client).count
            count = phrase(kept) + (kept == 0 ? "" : ", as before")
        } else {
            count = selection.map { phrase($0.count) }
        }
        try invocation.tell(
            "\(client) has the level '\(level.rawValue)' now\(count.map { "; \($0)" } ?? "").", "set", 1)
        return .success
    }

    /// The assets and albums that an option names; nil where it is not given.
    private static func objects(
        _ option: Option, _ invocation: Invocation, _ library: PhotoLibrary
    ) async throws -> [ObjectID]? {
        guard invocation.has(option) else { return nil }
        return try await AssetNaming(
            library: library, includesAlbums: true, isOfAnother: invocation.has(.user)
        ).objects(invocation.texts(option))
    }

    private static func phrase(_ count: Int) -> String {
        guard count > 0 else { return "nothing is selected" }
        return Amount.count(count, "photo or album is", plural: "photos and albums are") + " selected"
    }

    static let resetGrant = Command(
        "grants", "reset", summary: "Forget what was decided about an app",
        details: ["The app is undetermined again, as if nobody had ever decided: it may ask, and sees nothing."],
        operands: [client], options: [.user],
        examples: [Example("grants reset flatpak:org.example.Chat", "Begin anew with this app.")]
    ) { invocation in
        _ = try invocation.client(invocation.operands[0])
        let administration = try await invocation.library().administration
        let client = try await invocation.client(invocation.operands[0], administration)
        let isDecided = try await administration.grants(of: client).first.map { $0.level != .undetermined } ?? false
        try await administration.resetGrant(of: client)
        try invocation.tell(
            isDecided ? "Forgot what was decided about \(client)." : "Nobody had decided about \(client).", "reset",
            isDecided ? 1 : 0)
        return .success
    }

    static let selection = Command(
        "grants", "selection", summary: "Show or change what an app with limited access sees",
        details: [
            "Without options it writes the identifiers of what was selected, one a line; with some, how much is selected now. "
                + "What the app added itself it sees besides."
        ],
        operands: [client], options: [GrantOption.add, GrantOption.remove, .user],
        examples: [
            Example("grants selection flatpak:org.example.Chat", "What does it see?"),
            Example(
                "grants selection flatpak:org.example.Chat --add ID --remove ID", "Show one photo more, and one less."),
        ]
    ) { invocation in
        _ = try invocation.client(invocation.operands[0])
        let library = try await invocation.library()
        let administration = library.administration
        let client = try await invocation.client(invocation.operands[0], administration)
        let added = try await objects(GrantOption.add, invocation, library)
        let removed = try await objects(GrantOption.remove, invocation, library)
        if added != nil || removed != nil {
            try await administration.changeSelection(of: client, adding: added ?? [], removing: removed ?? [])
            let count = try await administration.selection(of: client).count
            let many = Amount.count(count, "photo or album", plural: "photos and albums")
            try invocation.tell("For \(client) \(many) \(count == 1 ? "is" : "are") selected now.", "selected", count)
            return .success
        }
        let identifiers = try await administration.selection(of: client).map(\.description)
        try invocation.output.write(
            invocation.writesJSON ? JSON.text(of: identifiers) + "\n" : identifiers.map { $0 + "\n" }.joined())
        if identifiers.isEmpty { invocation.note("Nothing is selected for \(client).") }
        return .success
    }

    /// - Throws: where no client is ever called so, with what to write instead.
    private static func checkName(of client: ClientID, _ invocation: Invocation) throws(Failure) {
        let name = Text.plain(client.description)
        guard client.isPossible else {
            let rule =
                switch client.kind {
                case .exe: "a program is known by its whole path, as 'exe:/usr/bin/example'"
                case .flatpak: "a Flatpak's identifier has three parts or more, as 'flatpak:org.example.App'"
                case .snap: "a snap's name has lower-case letters, digits and hyphens alone, as 'snap:example'"
                case .app: "an application is known by its desktop file without '.desktop', as 'app:org.example.App'"
                case .system: "a service is known by its unit, as 'system:example.service', and a user by the number"
                }
            throw .usage("No program can be '\(name)': \(rule).", of: invocation.command)
        }
        guard client.kind == .exe else { return }
        guard let path = DiskPath(client.name).resolved else {
            invocation.note(
                "There is no file '\(Text.plain(client.name))' now; a program in its place will have this level.")
            return
        }
        guard path == client.name else {
            throw Failure(
                .usage,
                "No program is ever '\(name)': a link stands in its path, and a program is known by its own file.",
                advice: "Write 'exe:\(Text.plain(path))'.")
        }
    }

    private static func readRights(_ text: String) -> Rights? {
        switch text {
        case "all": return .all
        case "none": return []
        default:
            return text.split(separator: ",").reduce(Optional(Rights())) { rights, name in
                Rights(name: String(name)).flatMap { rights?.union($0) }
            }
        }
    }
}
