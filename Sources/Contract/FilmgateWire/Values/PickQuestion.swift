import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateSystem

/// What an agent is told of a pick, and its answer, as the contract writes them.
extension Options {
    /// - Throws: `Errno` if a long list does not fit into memory.
    mutating func put(_ configuration: PickerConfiguration) throws(Errno) {
        self[PickKey.limit] = UInt32(clamping: configuration.limit)
        self[PickKey.ordered] = configuration.isOrdered
        self[PickKey.filter] = configuration.filter
        try IdentifierList.put(configuration.preselected, as: PickKey.preselected.rawValue, into: &self)
        self[PickKey.album] = configuration.album?.description
        self[PickKey.search] = configuration.search
        self[PickKey.prompt] = configuration.prompt
        self[PickKey.crop] = configuration.crop?.rawValue
        self[PickKey.maxDuration] = configuration.maxDuration
        self[PickKey.representation] = configuration.representation.rawValue
        self[PickKey.remove] = configuration.removed.names
        self[PickKey.keep] = configuration.offersKeep
    }

    /// - Throws: `Errno` if a long list does not fit into memory.
    mutating func put(_ answer: PickAnswer) throws(Errno) {
        try IdentifierList.put(answer.items, as: PickKey.items.rawValue, into: &self)
        self[PickKey.remove] = answer.removed?.names
        if answer.keeps { self[PickKey.keep] = true }
        if !answer.crops.isEmpty {
            self[PickKey.crops] = Self.named(answer.crops) { Structure($0.x, $0.y, $0.width, $0.height) }
        }
        if !answer.trims.isEmpty {
            self[PickKey.trims] = Self.named(answer.trims) { Structure($0.lowerBound, $0.upperBound) }
        }
    }

    private static func named<Part, Encoded>(
        _ parts: [AssetID: Part], _ encoded: (Part) -> Encoded
    ) -> [String: Encoded] {
        [String: Encoded](uniqueKeysWithValues: parts.map { ($0.description, encoded($1)) })
    }
}

extension OptionReader {
    /// Decodes what the broker asks. Ignores words that a newer broker may know. Reading long lists blocks.
    mutating func takePickerConfiguration() throws -> PickerConfiguration {
        var configuration = PickerConfiguration()
        configuration.limit = try Int(require(PickKey.limit, as: UInt32.self))
        configuration.isOrdered = try take(PickKey.ordered) ?? false
        configuration.filter = try take(PickKey.filter)
        configuration.preselected = try takeIdentifiers(PickKey.preselected.rawValue, of: AssetID.self) ?? []
        configuration.album = try take(PickKey.album, as: LibraryIdentifier.self).map { AlbumID(uuid: $0.id.uuid) }
        configuration.search = try take(PickKey.search)
        configuration.prompt = try take(PickKey.prompt)
        configuration.crop = try take(PickKey.crop).flatMap(PickerConfiguration.Crop.init)
        configuration.maxDuration = try take(PickKey.maxDuration)
        configuration.representation =
            try take(PickKey.representation).flatMap(PickerConfiguration.Representation.init) ?? .current
        configuration.removed = Set(try (take(PickKey.remove) ?? []).compactMap(MetadataKind.init))
        configuration.offersKeep = try take(PickKey.keep) ?? false
        return configuration
    }

    /// Decodes an agent's answer; nil if it has no items. Reading long lists blocks.
    mutating func takePickAnswer() throws -> PickAnswer? {
        let items = try takeIdentifiers(PickKey.items.rawValue, of: AssetID.self)
        let removed = try takeKinds(PickKey.remove.rawValue)
        let keeps = try take(PickKey.keep) ?? false
        let crops = try takeParts(.crops, as: Structure<Double, Double, Double, Double>.self) { part in
            let (x, y, width, height) = part.values
            return UnitRectangle(x: x, y: y, width: width, height: height)
        }
        let trims = try takeParts(.trims, as: Structure<Double, Double>.self) { part in
            let (start, end) = part.values
            // NaN fails every comparison.
            return start >= 0 && start < end && end < .infinity ? start..<end : nil
        }
        return items.map { PickAnswer($0, removed: removed, keeps: keeps, crops: crops, trims: trims) }
    }

    /// - Throws: `WireError.invalidArgument` for a part that is not one.
    private mutating func takeParts<Encoded: DBusValue, Part>(
        _ key: PickKey, as type: Encoded.Type, _ part: (Encoded) -> Part?
    ) throws -> [AssetID: Part] {
        var parts: [AssetID: Part] = [:]
        for (name, encoded) in try take(key, as: [String: Encoded].self) ?? [:] {
            guard let id = AssetID(name), let part = part(encoded) else {
                throw WireError.invalidArgument("\(owner): '\(key.rawValue)' holds what is no part of an item.")
            }
            parts[id] = part
        }
        return parts
    }
}
