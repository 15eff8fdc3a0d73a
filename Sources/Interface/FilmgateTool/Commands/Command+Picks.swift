import Filmgate
import FilmgateText

extension Command {
    static let listPicks = Command(
        "picks", "list", summary: "List the picked photos that apps can open again",
        details: [
            "When you pick photos for an app, you can let it open them again later. It can until you take them back, deny the app access or reset it, until it has not used them for 90 days ([picker] keep-days), or until the photo is deleted for good.",
            "WITHOUT is what is left out of the files that the app gets.",
        ],
        operands: [CommandOperand("CLIENT", count: .optional, completion: .names(.apps), "Only those of this app")],
        options: [.user, .noHeader],
        examples: [
            Example("picks list", "What can apps open again?"),
            Example("picks list flatpak:org.example.App", "What can this app open again?"),
        ]
    ) { invocation in
        let administration = try await invocation.library().administration
        var client: ClientID?
        if let name = invocation.operands.first { client = try await invocation.client(name, administration) }
        let items = try await administration.keptItems(of: client)
        return try invocation.write(
            items,
            [
                .init(localized("HANDLE"), isIdentifier: true), .init(localized("CLIENT"), isName: true),
                .init(localized("PHOTO"), shrinks: true), .init(localized("PICKED")),
                .init(localized("USED"), leaves: 2), .init(localized("EXPIRES"), leaves: 3),
                .init(localized("WITHOUT"), leaves: 1),
            ],
            ifNone: localized("No app can open picked photos again.")
        ) { item in
            [
                item.handle, item.client.description, item.name ?? item.asset.description,
                TimeText.local(item.pickedDate), TimeText.local(item.lastUsed),
                // The expiry is shown without the time.
                String(TimeText.local(item.expires).prefix(10)),
                MetadataKind.allCases.filter(item.removed.contains).map(\.rawValue).joined(separator: ","),
            ]
        }
    }

    static let forgetPicks = Command(
        "picks", "forget", summary: "Take picked photos back from an app",
        details: [
            "Takes back all of the app's picked photos, or only those that are named by handles of 'picks list'."
        ],
        operands: [
            .client,
            CommandOperand("HANDLE", count: .any, "Handles from 'picks list'; none for all of the app"),
        ],
        options: [.user],
        examples: [
            Example("picks forget flatpak:org.example.App", "The app can open none of them again."),
            Example("picks forget flatpak:org.example.App HANDLE", "It cannot open this one again."),
        ]
    ) { invocation in
        let (library, client) = try await invocation.namedClient()
        let administration = library.administration
        let named = Array(invocation.operands.dropFirst())
        let known = try await administration.keptItems(of: client).map(\.handle)
        if let missing = named.first(where: { !known.contains($0.lowercased()) }) {
            throw CommandFailure(
                .noInput,
                localized(
                    "'{text}' is not the handle of a picked photo of this app.", ["text": Text.printable(missing)]),
                advice: localized("'filmgatectl picks list' lists them."))
        }
        let count = named.isEmpty ? known.count : Set(named.map { $0.lowercased() }).count
        if count > 0 { try await administration.forgetKeptItems(of: client, named.map { $0.lowercased() }) }
        return try invocation.writeResult(
            counted("Took back {n} photo or video.", "Took back {n} photos and videos.", count), "forgotten", count)
    }
}

extension KeptItemSummary: JSONOptionEncodable {}
