public import FilmgateDBus
public import FilmgateModel
import FilmgatePredicates

extension WireChange {
    /// - Throws: `WireError.invalidArgument` or `WireError.invalidPredicate` for a wrong key or value.
    public init(_ raw: RawChange) throws {
        let kind = try ChangeKind(raw)
        var reader = OptionReader(raw.values.1, of: kind.rawValue)
        let name = try reader.placeholder()
        self = try WireChange(kind, name, &reader)
        try reader.finish()
    }

    /// - Parameter name: the placeholder of the object that the change creates.
    private init(_ kind: ChangeKind, _ name: ObjectReference, _ reader: inout OptionReader) throws {
        self =
            switch kind {
            case .createAsset: .createAsset(name, try WireCreation(&reader))
            case .setProperties: .setProperties(try reader.get(.id), try AssetChanges(reader.get(.properties)))
            case .addKeywords: .addKeywords(try reader.keywords(), to: try reader.get(.ids))
            case .removeKeywords: .removeKeywords(try reader.keywords(), from: try reader.get(.ids))
            case .setBurstPick: .setBurstPick(try reader.get(.id))
            case .setContent: .setContent(try reader.get(.id), try reader.get(.session))
            case .revertContent: .revertContent(try reader.get(.id))
            case .deleteAssets: .deleteAssets(try reader.get(.ids))
            case .restoreAssets: .restoreAssets(try reader.get(.ids))
            case .purgeAssets: .purgeAssets(try reader.get(.ids))
            case .createAlbum:
                .createAlbum(
                    name, title: try reader.title(), in: try reader.take(ChangeKey.parent), rule: try reader.rule())
            case .createFolder: .createFolder(name, title: try reader.title(), in: try reader.take(ChangeKey.parent))
            case .setRule: .setRule(try reader.requiredRule(), of: try reader.get(.album))
            case .rename: .rename(try reader.get(.id), title: try reader.title())
            case .deleteAlbums: .deleteAlbums(try reader.get(.ids))
            case .deleteFolders: .deleteFolders(try reader.get(.ids))
            case .setCover: .setCover(try reader.cover(), of: try reader.get(.album))
            case .addAssets: .addAssets(try reader.get(.ids), to: try reader.get(.album))
            case .removeAssets: .removeAssets(try reader.get(.ids), from: try reader.get(.album))
            case .insertAssets:
                .insertAssets(try reader.get(.ids), into: try reader.get(.album), at: try reader.index())
            case .moveAssets: .moveAssets(try reader.get(.ids), in: try reader.get(.album), to: try reader.index())
            case .addChildren: .addChildren(try reader.get(.ids), to: try reader.folder())
            case .removeChildren: .removeChildren(try reader.get(.ids), from: try reader.folder())
            case .insertChildren:
                .insertChildren(try reader.get(.ids), into: try reader.folder(), at: try reader.index())
            case .moveChildren: .moveChildren(try reader.get(.ids), in: try reader.folder(), to: try reader.index())
            }
    }
}

extension OptionReader {
    fileprivate mutating func get<Value: DBusValue>(_ key: ChangeKey) throws -> Value { try require(key) }

    fileprivate mutating func index() throws -> Int { Int(try get(.index) as UInt32) }

    fileprivate mutating func placeholder() throws -> ObjectReference {
        guard let name: String = try take(ChangeKey.placeholder) else { return .placeholder("") }
        guard name.hasPrefix("@"), (2...64).contains(name.utf8.count) else {
            throw WireError.invalidArgument(
                "'placeholder' must be '@' and a name of at most 63 bytes, not '\(quotable(name))'.")
        }
        return .placeholder(name)
    }

    /// Reads the asset that becomes the cover. Returns nil for an empty string, which means the newest asset.
    fileprivate mutating func cover() throws -> ObjectReference? {
        let text: String = try get(.id)
        return text.isEmpty ? nil : try ObjectReference(representation: text)
    }

    /// Reads the folder whose children change. Returns nil for an empty string, which means the top level.
    fileprivate mutating func folder() throws -> ObjectReference? {
        let text: String = try get(.folder)
        return text.isEmpty ? nil : try ObjectReference(representation: text)
    }

    /// Reads the rule of a smart album. Returns nil if the change has no rule.
    fileprivate mutating func rule() throws -> Predicate<AssetProperty>? {
        guard let rule: Predicate<AssetProperty> = try predicate(nil) else { return nil }
        guard rule.text.utf8.count <= ContractLimits.predicateBytes else {
            throw WireError.invalidArgument(
                "\(owner): 'where' with its arguments is longer than \(ContractLimits.predicateBytes) bytes.")
        }
        return rule
    }

    fileprivate mutating func requiredRule() throws -> Predicate<AssetProperty> {
        guard let rule = try rule() else { throw WireError.invalidArgument("\(owner): 'where' is missing.") }
        return rule
    }

    fileprivate mutating func keywords() throws -> [String] {
        let keywords: [String] = try get(.keywords)
        guard ContractLimits.allow(keywords: keywords) else {
            throw WireError.invalidArgument(
                "'keywords' takes at most \(ContractLimits.keywords) words of 1 to \(ContractLimits.keywordBytes) bytes."
            )
        }
        return keywords
    }

    /// Reads the title of an album or a folder. The title must not be empty.
    fileprivate mutating func title() throws -> String {
        let title: String = try get(.title)
        guard !title.isEmpty, ContractLimits.allow(title: title) else {
            throw WireError.invalidArgument("'title' must have 1 to \(ContractLimits.titleBytes) bytes.")
        }
        return title
    }
}
