import Filmgate
import FilmgateText

private enum InboxOption {
    static let client = Option("client", value: .one("CLIENT"), completion: .names(.apps), "Only what this app added")
    static let rejected = Option("rejected", "What you rejected, in place of what waits")
    static let all = Option("all", "Everything that waits")
    static let purge = Option("purge", "Delete the files at once, for good")
}

extension Command {
    private static let items = CommandOperand(
        "ID", count: .any, "Identifiers from 'inbox list', or the beginning of one; none with --all")

    static let listInbox = Command(
        "inbox", "list", summary: "List what apps added and you have not looked at",
        details: [
            "An app whose policy says 'quarantine=true' adds to the inbox. No app sees what waits there, and it is in no album, until you accept it. 'assets image ID' shows a picture of it. The app learns whether it was added, seen or rejected, and nothing else.",
            "What you reject can still be accepted, for as long as photos stay in the trash.",
        ],
        options: [InboxOption.client, InboxOption.rejected, .user, .noHeader, .ids],
        examples: [
            Example("inbox list", "What did apps add?"),
            Example("assets image ID --size 512 -o look.jpg", "Look at one of them."),
            Example("inbox list --rejected", "What did I reject?"),
        ]
    ) { invocation in
        let items = try await invocation.inbox(rejected: invocation.has(InboxOption.rejected))
        if invocation.has(.ids), !invocation.writesJSON {
            for item in items { try invocation.output.writeLine(item.id.description) }
            return .success
        }
        return try invocation.write(
            items,
            [
                .init(localized("ID"), isIdentifier: true), .init(localized("APP"), isName: true),
                .init(localized("ADDED")), .init(localized("FILE"), shrinks: true),
                .init(localized("PIXELS"), numeric: true, leaves: 1),
                .init(localized("SIZE"), numeric: true, leaves: 2),
            ],
            ifNone: invocation.has(InboxOption.rejected)
                ? localized("Nothing that you rejected is kept.") : localized("The inbox is empty.")
        ) { item in
            [
                item.id.description, item.client.description, TimeText.local(item.addedDate),
                item.filename ?? item.title ?? "", "\(item.pixelWidth)×\(item.pixelHeight)",
                AmountText.bytes(item.fileSize),
            ]
        }
    }

    static let acceptInbox = Command(
        "inbox", "accept", summary: "Keep what apps added",
        details: [
            "It becomes a part of the library, in the albums that the app put it into. What you rejected can be accepted too."
        ],
        operands: [items], options: [InboxOption.client, InboxOption.all, .user],
        examples: [
            Example("inbox accept ID", "Keep one photo."),
            Example("inbox accept --all --client org.example.Scanner", "Keep all that the scanner added."),
        ]
    ) { invocation in
        let (administration, ids) = try await invocation.namedItems()
        let count = try await invocation.decide(ids, administration) { part throws(PhotoLibraryError) in
            try await administration.acceptAdded(part)
        }
        return try invocation.writeResult(
            counted("Accepted {n} photo or video.", "Accepted {n} photos and videos.", count), "accepted", count)
    }

    static let rejectInbox = Command(
        "inbox", "reject", summary: "Reject what apps added",
        details: [
            "It is put aside, and deleted when photos in the trash are. Until then 'inbox list --rejected' lists it, and 'inbox accept' keeps it. The app learns that it was rejected."
        ],
        operands: [items],
        options: [InboxOption.client, InboxOption.all, InboxOption.purge, ConfirmationPrompt.option, .user],
        examples: [
            Example("inbox reject ID", "Reject one photo."),
            Example("inbox reject --all --client org.example.Scanner --purge", "Delete all that the scanner added."),
        ]
    ) { invocation in
        let purges = invocation.has(InboxOption.purge)
        if purges { try ConfirmationPrompt.check(invocation) }
        let (administration, ids) = try await invocation.namedItems()
        if purges, !ids.isEmpty { try ConfirmationPrompt.requirePurge(of: ids.count, invocation) }
        let count = try await invocation.decide(ids, administration) { part throws(PhotoLibraryError) in
            try await administration.rejectAdded(part, removing: purges)
        }
        return try invocation.writeResult(
            counted("Rejected {n} photo or video.", "Rejected {n} photos and videos.", count), "rejected", count)
    }
}

extension Invocation {
    fileprivate func inbox(rejected: Bool) async throws -> [InboxItem] {
        let administration = try await library().administration
        return try await administration.inbox(of: client(InboxOption.client, administration), rejected: rejected)
    }

    /// Decides about items with `call`. With '--all', skips items that no longer wait, and reports their number.
    ///
    /// - Returns: the number of decided items.
    fileprivate func decide(
        _ ids: [AssetID], _ administration: PhotoLibrary.Administration,
        _ call: ([AssetID]) async throws(PhotoLibraryError) -> Void
    ) async throws -> Int {
        let parts = InboxDecisionBatcher(ids)
        guard has(InboxOption.all) else { return try await parts.decide(waiting: nil, call) }
        let count = try await parts.decide(
            waiting: { () async throws(PhotoLibraryError) in Set(try await administration.inbox().map(\.id)) }, call)
        if count < ids.count {
            note(
                counted(
                    "{n} of them is not waiting any more.", "{n} of them are not waiting any more.", ids.count - count))
        }
        return count
    }

    /// Returns the items that the operands or '--all' name.
    fileprivate func namedItems() async throws -> (PhotoLibrary.Administration, [AssetID]) {
        let administration = try await library().administration
        guard operands.isEmpty == has(InboxOption.all) else {
            throw usage(localized("Name the photos by their identifiers, or give '--all'."))
        }
        let waiting = try await inbox(rejected: false)
        if has(InboxOption.all) { return (administration, waiting.map(\.id)) }
        let known = try await waiting + inbox(rejected: true)
        var ids: [AssetID] = []
        for word in operands {
            let matches = known.filter { $0.id.description == word.lowercased() }
            let beginnings =
                word.count >= AssetNameResolver.shortest
                ? known.filter { $0.id.description.hasPrefix(word.lowercased()) } : []
            let found = matches.isEmpty ? beginnings : matches
            guard found.count == 1, let item = found.first else {
                throw CommandFailure(
                    .noInput,
                    localized(
                        "'{text}' names nothing in the inbox, or several things.", ["text": Text.printable(word)]),
                    advice: localized("'filmgatectl inbox list' lists it."))
            }
            if !ids.contains(item.id) { ids.append(item.id) }
        }
        return (administration, ids)
    }
}

extension InboxItem: JSONOptionEncodable {
    static var hiddenKeys: Set<String> { ["sequence"] }
}
