internal import Filmgate
internal import FilmgateText
internal import FoundationEssentials

extension Command {
    static let who = Command(
        "who", summary: TranslatableText("Show which apps can see a photo, and which have opened it"),
        details: [
            TranslatableText(
                "Lists every app that has a grant, is connected, or is in the audit log with this photo: whether it can see the photo now and why, when it last read something about it, and when it last opened a file of it. The log may be incomplete: it drops old entries, and of apps that read very much it keeps only counts."
            )
        ],
        operands: [Operand("ASSET", "The identifier of a photo or video, the beginning of it, or its file name")],
        options: [.noHeader], examples: [Example("who ID", "Which apps have seen this photo?")]
    ) { invocation in
        let library = try await invocation.library()
        guard let asset = try await AssetNaming(library: library).assets(invocation.operands).first else {
            throw Failure.usage(localized("Name a photo."), of: invocation.command)
        }
        let administration = library.administration
        let uses = try await uses(of: asset, administration)
        var clients = Set(uses.keys)
        for grant in try await administration.grants() { clients.insert(grant.client) }
        for app in try await administration.clients() { if let client = app.client { clients.insert(client) } }
        var records: [WhoRecord] = []
        for client in clients.sorted(by: { $0.description < $1.description }) {
            let explanation = try await administration.explain(client, asset: asset)
            records.append(WhoRecord(client: client, explanation: explanation, use: uses[client] ?? AssetUse()))
        }
        if uses.isEmpty, records.allSatisfy({ $0.explanation.sight == "unknown" }) {
            throw Failure(
                .noInput,
                localized("There is no asset with the identifier {id}, and no app has read one.", ["id": "\(asset)"]))
        }
        try invocation.output.write(
            invocation.writesJSON
                ? JSON.text(of: records) + "\n"
                : WhoRecord.table(
                    of: records, columns: invocation.output.columns, hasHeadings: !invocation.has(.noHeader)))
        return .success
    }

    /// Returns when each client last read and opened the asset, as the audit log has it.
    private static func uses(
        of asset: AssetID, _ administration: PhotoLibrary.Administration
    ) async throws -> [ClientID: AssetUse] {
        var filter = AccessFilter()
        filter.asset = asset
        filter.outcome = "allowed"
        var uses: [ClientID: AssetUse] = [:]
        for try await page in administration.audit(matching: filter) {
            for record in page { if let client = record.client { uses[client, default: AssetUse()].add(record) } }
        }
        return uses.filter { $0.value.read != nil }
    }
}

/// When a client last read and opened an asset.
struct AssetUse {
    /// When it read its values, its files or their list.
    var read: Timestamp?
    /// When it opened one of its files.
    var opened: Timestamp?

    mutating func add(_ record: AccessRecord) {
        let date = Timestamp(record.date)
        switch record.operation {
        case "open-resource", "open-item", "request-item":
            opened = max(opened ?? date, date)
            read = max(read ?? date, date)
        case "read", "snapshot", "index-of", "list-resources", "get-metadata": read = max(read ?? date, date)
        default: break
        }
    }
}

/// What `who` shows about one client.
struct WhoRecord: Encodable {
    let client: ClientID
    let explanation: AccessExplanation
    let use: AssetUse

    private enum Key: String, CodingKey {
        case client
        case lastRead = "last-read"
        case lastOpened = "last-opened"
    }

    func encode(to encoder: any Encoder) throws {
        var access = encoder.container(keyedBy: AccessExplanation.Key.self)
        try access.encode(explanation.isVisible, forKey: .visible)
        try access.encode(explanation.level.rawValue, forKey: .level)
        try access.encode(explanation.reason, forKey: .reason)
        try access.encodeIfPresent(explanation.sight, forKey: .sight)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(client.description, forKey: .client)
        try values.encodeIfPresent(use.read.map { TimeText.iso($0) }, forKey: .lastRead)
        try values.encodeIfPresent(use.opened.map { TimeText.iso($0) }, forKey: .lastOpened)
    }

    /// - Parameter columns: of the terminal; nil: nothing is cut.
    static func table(of records: [WhoRecord], columns: Int?, hasHeadings: Bool = true) -> String {
        var table = Table(
            [
                .init(localized("CLIENT"), isName: true), .init(localized("SEES IT"), leaves: 2),
                .init(localized("WHY"), leaves: 1), .init(localized("LAST READ")), .init(localized("LAST OPENED")),
            ], width: columns, hasHeadings: hasHeadings)
        return table.lines(
            records.map { record in
                [
                    record.client.description, record.explanation.isVisible ? localized("yes") : localized("no"),
                    record.explanation.sight ?? "",
                    record.use.read.map { TimeText.local($0) } ?? localized("never"),
                    record.use.opened.map { TimeText.local($0) } ?? localized("never"),
                ]
            })
    }
}
