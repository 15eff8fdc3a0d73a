import Filmgate
import FilmgateLibraryTools
import FilmgateText
import FoundationEssentials

private enum GrantOption {
    static let select = Option(
        "select", value: .many("ID"),
        "With 'limited': the assets and albums that the app sees; give it several times, or separate them with commas. Without it, the present selection of a limited app stays; '' empties the selection"
    )
    static let rights = Option(
        "rights", value: .one("LIST"), completion: .list(Rights.all.names + ["all", "none"]),
        "The rights: location, originals, captions, metadata, write and manage with commas, 'all' for all but manage, or 'none' (default: all; for sandboxed apps without location)"
    )
    static let limits = ContentLimit.allCases.map(option)

    static func option(for limit: ContentLimit) -> Option {
        switch limit {
        case .maxPixels:
            Option(
                limit.rawValue, value: .one("COUNT"),
                "The app gets images with at most this many pixels on the longer side, and no original files (default: no limit)"
            )
        case .locationPrecision:
            Option(
                limit.rawValue, value: .one("WORD"), completion: .words(LocationPrecision.allCases.map(\.rawValue)),
                "With the right location: 'exact', or 'town' for places rounded to a tenth of a degree (default: exact)"
            )
        case .mediaTypes:
            Option(
                limit.rawValue, value: .one("LIST"), completion: .list(MediaType.allCases.map(\.rawValue)),
                "The app sees only assets of these types, image or video, and no albums (default: both)")
        }
    }

    static func expected(of limit: ContentLimit) -> String {
        switch limit {
        case .maxPixels: localized("a number of pixels, of at least 1")
        case .locationPrecision: localized("exact or town")
        case .mediaTypes: localized("image, video or both")
        }
    }

    static let expires = Option(
        "expires", value: .one("WHEN"),
        "When the grant ends: 90m, 2h, 7d or 2w from now, or a date such as 2030-12-31 or 2030-12-31T18:00")
    static let once = Option(
        "once", "The grant ends when the app's last connection ends, as when the app is closed; the app must be running"
    )
    static let mute = Option(
        "mute", "The app may ask you nothing, also show no picker, until you decide about it again without this option")
    static let add = Option("add", value: .many("ID"), "Add these assets and albums, separated by commas")
    static let remove = Option("remove", value: .many("ID"), "Remove these assets and albums, separated by commas")
}

extension Command {
    private static let client = CommandOperand(
        "CLIENT", completion: .names(.apps),
        "The app: KIND:NAME, such as 'exe:/usr/bin/example', or only the identifier of a Flatpak, such as 'org.example.App'"
    )
    private static let settable: [Level] = [.none, .addOnly, .limited, .full]

    static let setGrant = Command(
        "grants", "set", summary: "Decide what an app may do",
        details: [
            "The levels are: 'none', nothing; 'add-only', add photos, but read nothing, not even those; 'limited', see the selected photos and those that the app added; 'full', see the whole library. The decision takes effect with the app's next call. Open results that the app may no longer see end at once.",
            "The rights to read are: 'location', where photos were taken; 'captions', their titles, captions, alt texts and keywords; 'metadata', what names the camera and its owner; 'originals', their files. From the files of an app without the other rights, Filmgate removes what they say of that.",
            "With 'write' the app may change and delete what it sees; without it, it only reads and adds. You confirm its deletions, unless you also give it 'manage'.",
        ],
        operands: [
            client,
            CommandOperand(
                "LEVEL", completion: .words(["none", "add-only", "limited", "full"]), "none, add-only, limited or full"),
        ],
        options: [GrantOption.select, GrantOption.rights] + GrantOption.limits
            + [GrantOption.expires, GrantOption.once, GrantOption.mute, .user],
        examples: [
            Example("grants set flatpak:org.example.Camera add-only", "Let a camera app add photos."),
            Example("grants set flatpak:org.example.Nag none --mute", "Let an app see nothing, and ask nothing."),
            Example(
                "grants set flatpak:org.example.Chat limited --select ID --expires 2h",
                "Let a chat app see one photo for two hours."),
            Example(
                "grants set exe:/usr/bin/backup full --rights all", "Give a program everything, including locations."),
            Example(
                "grants set org.example.Frame full --rights captions --max-pixels 1920",
                "Let a picture frame show all photos in its own size, and change nothing."),
        ]
    ) { invocation in
        let named = try invocation.client(invocation.operands[0])
        guard let level = Level(rawValue: invocation.operands[1]), settable.contains(level) else {
            throw invocation.usage(
                localized(
                    "'{word}' is not a level. The levels are: {levels}. 'grants reset' undoes a decision.",
                    [
                        "word": Text.printable(invocation.operands[1]),
                        "levels": settable.map(\.rawValue).joined(separator: ", "),
                    ]))
        }
        if invocation.has(GrantOption.select), level != .limited {
            throw invocation.usage(localized("'--select' needs the level 'limited'."))
        }
        try invocation.exclude(GrantOption.once, GrantOption.expires)
        let rights = try invocation.value(
            GrantOption.rights,
            expected: localized("location, originals, captions, metadata, write, manage (with write), all or none"),
            readRights)
        var limits = ContentLimits()
        for limit in ContentLimit.allCases {
            _ = try invocation.value(GrantOption.option(for: limit), expected: GrantOption.expected(of: limit)) {
                text in
                limits.set(limit, to: text, separator: ",") ? text : nil
            }
        }
        let expires = try invocation.value(
            GrantOption.expires, expected: localized("a time such as 2h or a date such as 2030-12-31")
        ) { TimeText.future($0, after: TimeText.now) }
        try checkName(of: named, invocation)
        let library = try await invocation.library()
        let administration = library.administration
        let client = try await invocation.client(invocation.operands[0], administration)
        let selection = try await objects(GrantOption.select, invocation, library)
        let isKept = level == .limited && selection == nil
        let decision = GrantDecision(
            level,
            GrantOptions(
                selection: selection, keepsSelection: isKept, expires: expires,
                isOnce: invocation.has(GrantOption.once),
                isMuted: invocation.has(GrantOption.mute), rights: rights, limits: limits))
        try await administration.setGrant(of: client, decision)
        var clauses = [
            localized("{client} now has the level '{level}'", ["client": "\(client)", "level": level.rawValue])
        ]
        if isKept || selection != nil {
            let selected = try await selectionText(of: client, administration).map { ["selection": $0] }
            clauses.append(
                selected.map {
                    isKept
                        ? localized("selected, as before: {selection}", $0) : localized("selected: {selection}", $0)
                } ?? localized("nothing is selected"))
        }
        return try invocation.writeResult(PhraseJoiner.clauses(clauses), "set", 1)
    }

    /// Returns the assets and albums that an option names; nil if the option is not given.
    private static func objects(
        _ option: Option, _ invocation: Invocation, _ library: PhotoLibrary
    ) async throws -> [ObjectID]? {
        guard invocation.has(option) else { return nil }
        return try await AssetNameResolver(
            library: library, includesAlbums: true, isOfAnother: invocation.has(.user)
        ).objects(invocation.texts(option))
    }

    /// Returns a description of the selection of a limited client; nil if the selection is empty.
    private static func selectionText(
        of client: ClientID, _ administration: PhotoLibrary.Administration
    ) async throws -> String? {
        guard let grant = try await administration.grants(of: client).first,
            grant.selectionCount > 0 || grant.selectedAlbums > 0
        else { return nil }
        return grant.selectionText
    }

    static let resetGrant = Command(
        "grants", "reset", summary: "Remove the decision about an app",
        details: ["The app is undetermined again: it sees nothing, and may ask."],
        operands: [client], options: [.user],
        examples: [Example("grants reset flatpak:org.example.Chat", "Let this app ask again.")]
    ) { invocation in
        let (library, client) = try await invocation.namedClient()
        let administration = library.administration
        let isDecided = try await administration.grants(of: client).first?.isDecided ?? false
        try await administration.resetGrant(of: client)
        return try invocation.writeResult(
            isDecided
                ? localized("Removed the decision about {client}.", ["client": "\(client)"])
                : localized("There was no decision about {client}.", ["client": "\(client)"]),
            "reset", isDecided ? 1 : 0)
    }

    static let selection = Command(
        "grants", "selection", summary: "Show or change the selection of an app with limited access",
        details: [
            "Without options, it lists the identifiers of the selection, one on each line. With options, it says how much is selected. The app also sees the photos that it added."
        ],
        operands: [client], options: [GrantOption.add, GrantOption.remove, .user],
        examples: [
            Example("grants selection flatpak:org.example.Chat", "What is selected for it?"),
            Example(
                "grants selection flatpak:org.example.Chat --add ID --remove ID",
                "Add one photo, and remove a different one."),
        ]
    ) { invocation in
        let (library, client) = try await invocation.namedClient()
        let administration = library.administration
        let added = try await objects(GrantOption.add, invocation, library)
        let removed = try await objects(GrantOption.remove, invocation, library)
        if added != nil || removed != nil {
            try await administration.changeSelection(of: client, adding: added ?? [], removing: removed ?? [])
            let count = try await administration.selection(of: client).count
            let selected = try await selectionText(of: client, administration)
            let sentence =
                selected.map {
                    localized("Now selected for {client}: {selection}.", ["client": "\(client)", "selection": $0])
                } ?? localized("Nothing is selected for {client}.", ["client": "\(client)"])
            return try invocation.writeResult(sentence, "selected", count)
        }
        let identifiers = try await administration.selection(of: client).map(\.description)
        try invocation.write(identifiers, orText: identifiers.map { $0 + "\n" }.joined())
        if identifiers.isEmpty {
            invocation.note(localized("Nothing is selected for {client}.", ["client": "\(client)"]))
        }
        return .success
    }

    /// Throws if no program can have the client's name; the error describes valid names. Warns if no such file exists.
    private static func checkName(of client: ClientID, _ invocation: Invocation) throws(CommandFailure) {
        let name = Text.printable(client.description)
        guard client.isPossible else {
            let rule =
                switch client.kind {
                case .exe: localized("the name of a program is its whole path, such as 'exe:/usr/bin/example'")
                case .flatpak:
                    localized("a Flatpak's identifier has at least three parts, such as 'flatpak:org.example.App'")
                case .snap:
                    localized("a snap's name has only lower-case letters, digits and hyphens, such as 'snap:example'")
                case .app:
                    localized(
                        "the name of an application is its desktop file without '.desktop', such as 'app:org.example.App'"
                    )
                case .system:
                    localized(
                        "the name of a service is its unit, such as 'system:example.service', and the name of a user is the number"
                    )
                }
            throw invocation.usage(
                localized("No program can have the name '{name}': {rule}.", ["name": name, "rule": rule]))
        }
        guard client.kind == .exe else { return }
        guard let path = DiskPath(client.name).resolved else {
            invocation.note(
                localized(
                    "There is no file '{file}'. A program that is installed there will have this level.",
                    ["file": Text.printable(client.name)]))
            return
        }
        guard path == client.name else {
            throw CommandFailure(
                .usage,
                localized(
                    "No program has the name '{name}': this path has a link in it, and the name of a program is the path of its file.",
                    ["name": name]),
                advice: localized("Write '{name}'.", ["name": "exe:\(Text.printable(path))"]))
        }
    }

    private static func readRights(_ text: String) -> Rights? {
        if text == "none" { return [] }
        let rights = text.split(separator: ",").reduce(Optional(Rights())) { rights, name in
            let name = Text.trimmed(name)
            return (name == "all" ? Rights.usual : Rights(name: name)).flatMap { rights?.union($0) }
        }
        return rights.flatMap { $0.isComplete ? $0 : nil }
    }
}
