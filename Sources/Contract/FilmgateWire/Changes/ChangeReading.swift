public import FilmgateDBus
import FilmgateModel

extension Change {
    /// - Throws: `WireError.invalidArgument` that names the wrong key.
    public init(_ raw: RawChange) throws {
        let kind = try ChangeKind(raw)
        var reader = OptionReader(raw.values.1, of: kind.rawValue)
        let placeholder = try reader.take(ChangeKey.placeholder).map(Change.placeholderName)
        self.init(try Change.action(kind, &reader), placeholder: placeholder)
        try reader.finish()
    }

    private static func action(_ kind: ChangeKind, _ reader: inout OptionReader) throws -> Action {
        switch kind {
        case .createAsset: .createAsset(try Creation(&reader))
        case .setProperties:
            .setProperties(try reader.reference(.id), try AssetChanges(reader.require(ChangeKey.properties)))
        case .addKeywords: .addKeywords(try reader.keywords(), to: try reader.ids())
        case .removeKeywords: .removeKeywords(try reader.keywords(), from: try reader.ids())
        case .setContent:
            .setContent(try reader.reference(.id), session: try reader.require(ChangeKey.session))
        case .revertContent: .revertContent(try reader.reference(.id))
        case .deleteAssets: .deleteAssets(try reader.ids())
        case .restoreAssets: .restoreAssets(try reader.ids())
        case .purgeAssets: .purgeAssets(try reader.ids())
        case .createAlbum: .createAlbum(title: try reader.title(), parent: try reader.parent())
        case .createFolder: .createFolder(title: try reader.title(), parent: try reader.parent())
        case .rename: .rename(try reader.reference(.id), title: try reader.title())
        case .deleteAlbums: .deleteAlbums(try reader.ids())
        case .deleteFolders: .deleteFolders(try reader.ids())
        case .setCover: .setCover(try reader.cover(), of: try reader.reference(.album))
        case .addAssets: .addAssets(try reader.ids(), to: try reader.reference(.album))
        case .removeAssets: .removeAssets(try reader.ids(), from: try reader.reference(.album))
        case .insertAssets:
            .insertAssets(try reader.ids(), into: try reader.reference(.album), at: try reader.require(ChangeKey.index))
        case .moveAssets:
            .moveAssets(try reader.ids(), in: try reader.reference(.album), to: try reader.require(ChangeKey.index))
        case .addChildren: .addChildren(try reader.ids(), to: try reader.reference(.folder))
        case .removeChildren: .removeChildren(try reader.ids(), from: try reader.reference(.folder))
        case .insertChildren:
            .insertChildren(
                try reader.ids(), into: try reader.reference(.folder), at: try reader.require(ChangeKey.index))
        case .moveChildren:
            .moveChildren(try reader.ids(), in: try reader.reference(.folder), to: try reader.require(ChangeKey.index))
        }
    }

    private static func placeholderName(_ name: String) throws -> String {
        guard name.hasPrefix("@"), (2...64).contains(name.utf8.count) else {
            throw WireError.invalidArgument(
                "'placeholder' must be '@' and a name of at most 63 bytes, not '\(quotable(name))'.")
        }
        return name
    }
}

extension OptionReader {
    fileprivate mutating func reference(_ key: ChangeKey) throws -> Reference { try Reference(require(key)) }

    fileprivate mutating func ids() throws -> [Reference] {
        try require(ChangeKey.ids, as: [String].self).map(Reference.init)
    }

    /// Takes the asset that becomes a cover; an empty text means the newest.
    fileprivate mutating func cover() throws -> Reference? {
        let text: String = try require(ChangeKey.id)
        return text.isEmpty ? nil : try Reference(text)
    }

    fileprivate mutating func keywords() throws -> [String] {
        let keywords: [String] = try require(ChangeKey.keywords)
        guard Bounds.allow(keywords: keywords) else {
            throw WireError.invalidArgument(
                "'keywords' takes at most \(Bounds.keywords) words of 1 to \(Bounds.keywordBytes) bytes.")
        }
        return keywords
    }

    fileprivate mutating func parent() throws -> Reference? {
        try take(ChangeKey.parent, as: String.self).map(Reference.init)
    }

    /// Takes the title of an album or a folder, which must not be empty.
    fileprivate mutating func title() throws -> String {
        let title: String = try require(ChangeKey.title)
        guard !title.isEmpty, Bounds.allow(title: title) else {
            throw WireError.invalidArgument("'title' must have 1 to \(Bounds.titleBytes) bytes.")
        }
        return title
    }
}
