import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem

/// A random history of edits, copies and deletions in a small library, until the process is killed.
///
/// Each step is printed before it is taken: its kind, the asset, and what else it takes. After it, `done` is printed.
struct EditHistory {
    let library: Library
    let client: ClientID
    let visibility: Visibility
    let say: (String) -> Void
    private let formats = (0..<3).compactMap { AdjustmentFormat(identifier: "org.example.Format\($0)", version: "1") }

    init(in library: Library, as client: ClientID, seeing visibility: Visibility, say: @escaping (String) -> Void) {
        self.library = library
        self.client = client
        self.visibility = visibility
        self.say = say
    }

    func run() async throws {
        while true { try await step() }
    }

    private func step() async throws {
        let assets = try await assets()
        guard let (id, isTrashed) = assets.randomElement(), Int.random(in: 0..<8) > 0 || assets.count > 6 else {
            return try await add()
        }
        switch Int.random(in: 0..<12) {
        case 0 where assets.count < 8: try await duplicate(id)
        case 0...3: try await edit(id, "edit")
        case 4...5: try await edit(id, "resume")
        case 6: try await edit(id, "overtake")
        case 7...8: try await take("revert \(id)") { .revertContent(id) }
        case 9: try await take("trash \(id)") { .deleteAssets([id]) }
        case 10: try await take("restore \(id)") { .restoreAssets([id]) }
        default: if isTrashed { try await take("purge \(id)") { .purgeAssets([id]) } }
        }
    }

    private func assets() async throws -> [(AssetID, isTrashed: Bool)] {
        var query = AssetQuery()
        query.includesTrashed = true
        let keys = try await library.fetch(query, visibleTo: visibility)
        let rows = try await library.rows(keys, properties: [.trashedDate], visibleTo: visibility) ?? []
        return rows.map { ($0.id, $0.values[.trashedDate] != nil) }
    }

    private func add() async throws {
        let (id, mark) = (AssetID.random(), mark())
        try await take("add \(id) \(mark)") {
            .createAsset(id, AssetCreation(try await photo(mark)))
        }
    }

    /// Makes a new asset of what one shows.
    private func duplicate(_ id: AssetID) async throws {
        let type =
            try await library.editableAsset(id, visibleTo: visibility)?.format == nil
            ? ResourceType.photo : .fullSizePhoto
        guard case .opened(let file) = try await library.openResource(of: id, type: type, visibleTo: visibility),
            let bytes = try file.content.contents(upTo: 1 << 20)
        else { return say("wrong: what \(id) shows cannot be opened") }
        let (copy, mark) = (AssetID.random(), String(decoding: bytes.prefix(16), as: UTF8.self))
        try await take("duplicate \(copy) \(id) \(mark)") {
            .createAsset(copy, AssetCreation(try await photo(mark), originalAsset: id))
        }
    }

    /// - Parameter kind: with `resume` the adjustment data grows; with `overtake` a second editor comes too late.
    private func edit(_ id: AssetID, _ kind: String) async throws {
        guard let asset = try await library.editableAsset(id, visibleTo: visibility),
            let format = formats.randomElement()
        else { return say("wrong: \(id) cannot be edited") }
        let mark = mark()
        var data = Array(mark.utf8)
        if kind == "resume", asset.format != nil {
            data = try await library.adjustmentData(of: asset, visibleTo: visibility) + data
        }
        try await take("\(kind) \(id) \(mark) \(format.identifier)") { [data] in
            .setContent(id, try await edit(of: asset, mark, format, data))
        }
        guard kind == "overtake" else { return }
        let late = try await edit(of: asset, self.mark(), format, [])
        do {
            try await apply(.setContent(id, late))
            say("wrong: two editors of \(id)")
        } catch is ChangeRefusal {}
    }

    private func edit(
        of asset: EditableAsset, _ mark: String, _ format: AdjustmentFormat, _ data: [UInt8]
    ) async throws -> AssetEdit {
        let facts = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 2, pixelHeight: 2)
        let render = StagedResource(
            .fullSizePhoto, try await stage(EditHistory.content(mark)), filename: nil, mimeType: "image/jpeg")
        return AssetEdit(of: asset, [render], facts, format, data: try await stage(data))
    }

    private func photo(_ mark: String) async throws -> StagedAsset {
        let facts = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
        let file = try await stage(EditHistory.content(mark))
        return StagedAsset(
            files: [StagedResource(.photo, file, filename: nil, mimeType: "image/jpeg")], facts: facts)
    }

    /// As the broker stages the files of edits.
    private func stage(_ bytes: [UInt8]) async throws -> StagedFile {
        try await library.stage(.sealedMemory(named: "file", holding: bytes), for: client, isSynced: false)
    }

    private func take(_ step: String, _ change: () async throws -> StoreChange) async throws {
        say(step)
        try await apply(try await change())
        say("done")
    }

    private func apply(_ change: StoreChange) async throws {
        _ = try await library.apply(
            [change], visibleTo: visibility, holder: .client(client), at: Timestamp(rawValue: 1))
    }

    private func mark() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The bytes of a file with this mark, up to 64 kB. `KilledEditTests` has them, too.
    static func content(_ mark: String) -> [UInt8] {
        [[UInt8]](repeating: Array(mark.utf8), count: 1 + (Int(mark.suffix(3), radix: 16) ?? 0)).flatMap(\.self)
    }
}
