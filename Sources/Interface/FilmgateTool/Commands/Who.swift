import Filmgate
import FilmgateText
import FoundationEssentials

extension Command {
    static let who = Command(
        "who", summary: "Show which apps can see a photo, and which have seen it or taken its file",
        details: [
            "Lists every app that has a grant, is connected and may see photos by a policy, or is in the audit log with this photo: whether it can see the photo now and why, and when it last read values such as its date, was last shown a picture of it, and last took a file: the original, an edited or converted one, or a video. A picture counts as read, and a file as seen. 'a copy' says that you picked the photo for the app, which can open it again: 'picks' lists such photos and takes them back. The log may be incomplete: it drops old entries, and of apps that read very much it keeps only counts.",
            "A narrow terminal does not show LAST READ.",
            "With --json, 'through' lists the programs that acted for the app, such as the one that shows the file dialog.",
        ],
        operands: [
            CommandOperand("ASSET", "The identifier of a photo or video, the beginning of it, or its file name")
        ],
        options: [.noHeader], examples: [Example("who ID", "Which apps have seen this photo?")]
    ) { invocation in
        let library = try await invocation.library()
        guard
            let asset = try await AssetNameResolver(library: library, isUnrecorded: true).assets(invocation.operands)
                .first
        else {
            throw invocation.usage(localized("Name a photo."))
        }
        let uses = try await library.administration.uses(of: asset)
        if try await isUnknown(asset, uses, library.administration) {
            throw CommandFailure(
                .noInput,
                localized("There is no asset with the identifier {id}, and no app has read one.", ["id": "\(asset)"]))
        }
        return try invocation.write(
            uses.map { WhoRecord(use: $0) }, WhoRecord.columns, ifNone: localized("No app can see it or has read it.")
        ) { $0.row }
    }

    /// Returns whether the library has no such asset, and the log records no app that got data of the asset.
    private static func isUnknown(
        _ asset: AssetID, _ uses: [AssetUse], _ administration: PhotoLibrary.Administration
    ) async throws -> Bool {
        guard uses.allSatisfy({ $0.read == nil }) else { return false }
        if let use = uses.first { return use.explanation.sight == "unknown" }
        // The answer does not depend on the client, so the call names a client that does not exist.
        guard let nobody = ClientID(.app, "none") else { return false }
        return try await administration.explain(nobody, asset: asset).sight == "unknown"
    }
}

/// The data that `who` shows about one client.
struct WhoRecord: Encodable {
    let use: AssetUse

    func encode(to encoder: any Encoder) throws {
        let explanation = JSONOptionDictionary(
            use.explanation, without: ["granted-by", "rule", "since", "expires", "matches"])
        try explanation.encode(to: encoder)
        var values = encoder.container(keyedBy: AnyCodingKey.self)
        try values.encode(use.client.description, forKey: "client")
        try values.encode(use.canReopen, forKey: "can-reopen")
        if !use.delegates.isEmpty { try values.encode(use.delegates.map(\.description).sorted(), forKey: "through") }
        try values.encodeIfPresent(use.read.map { Timestamp($0).isoText }, forKey: "last-read")
        try values.encodeIfPresent(use.seen.map { Timestamp($0).isoText }, forKey: "last-seen")
        try values.encodeIfPresent(use.taken.map { Timestamp($0).isoText }, forKey: "last-taken")
    }

    static var columns: [Table.Column] {
        [
            .init(localized("CLIENT"), isName: true), .init(localized("SEES IT")), .init(localized("WHY")),
            .init(localized("LAST READ"), leaves: 1), .init(localized("LAST SEEN")), .init(localized("FILE TAKEN")),
        ]
    }

    var row: [String] {
        let dates = [use.read, use.seen, use.taken].map { date in
            date.map { TimeText.local(Timestamp($0)) } ?? localized("never")
        }
        let isPickedAlone = use.canReopen && !use.explanation.isVisible
        return [
            use.client.description,
            isPickedAlone ? localized("a copy") : use.explanation.isVisible ? localized("yes") : localized("no"),
            isPickedAlone
                ? localized("picked") : use.explanation.isPaused ? localized("paused") : use.explanation.sight ?? "",
        ] + dates
    }
}
