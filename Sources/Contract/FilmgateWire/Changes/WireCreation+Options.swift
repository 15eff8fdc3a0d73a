import FilmgateDBus
import FilmgateModel

extension WireCreation {
    init(_ reader: inout OptionReader) throws {
        self.init(try reader.require(ChangeKey.resources))
        var properties = try reader.take(ChangeKey.properties, as: Options.self) ?? [:]
        options.description.orientation = try WireCreation.orientation(in: &properties)
        self.properties = try AssetChanges(properties)
        options.description.metadata =
            try reader.take(ChangeKey.metadata, as: Options.self).map { try FileMetadata(described: $0) }
            ?? FileMetadata()
        originalAsset = try reader.take(ChangeKey.originalAsset)
        options.burst = try reader.take(ChangeKey.burstID, as: ObjectIDText.self)?.id
        options.unlessPresent = try reader.take(ChangeKey.unlessPresent) ?? false
        options.fallbackDate = try reader.take(ChangeKey.fallbackDate, as: Int64.self).map {
            try AssetChanges.date($0, of: "create-asset: 'fallback-date'")
        }
        options.isFallbackGuessed = try reader.take(ChangeKey.fallbackGuessed) ?? false
        options.fallbackLacksZone = try reader.take(ChangeKey.fallbackLacksZone) ?? false
        joins = try reader.take(ChangeKey.joins)
        options.joinsRelated = try reader.take(ChangeKey.joinsRelated) ?? false
        options.allowsDamaged = try reader.take(ChangeKey.allowDamaged) ?? false
        options.importBegan = try reader.take(ChangeKey.importBegan, as: Int64.self).map {
            try AssetChanges.date($0, of: "create-asset: 'import-began'")
        }
        try checkTypes()
    }

    /// The values by key. A key with the value nil is omitted.
    var written: [ChangeKey: Variant?] {
        var properties = properties.options
        properties[WireCreation.orientationKey] = options.description.orientation.map { Variant($0) }
        let metadata = options.description.metadata
        let yes = Variant(true)
        return [
            .resources: Variant(files), .properties: properties.isEmpty ? nil : Variant(properties),
            .metadata: metadata.tags.isEmpty ? nil : Variant(metadata.options),
            .originalAsset: originalAsset.map { Variant($0) },
            .burstID: options.burst.map { Variant(ObjectIDText($0)) },
            .unlessPresent: options.unlessPresent ? yes : nil,
            .fallbackDate: options.fallbackDate.map { Variant($0.rawValue) },
            .fallbackGuessed: options.isFallbackGuessed ? yes : nil,
            .fallbackLacksZone: options.fallbackLacksZone ? yes : nil, .joins: joins.map { Variant($0) },
            .joinsRelated: options.joinsRelated ? yes : nil, .allowDamaged: options.allowsDamaged ? yes : nil,
            .importBegan: options.importBegan.map { Variant($0.rawValue) },
        ]
    }

    private static var orientationKey: String { "orientation" }

    /// Removes and returns the property with the orientation of the stored pixels. The orientation is written into the
    /// file, so only a new asset can have this property.
    private static func orientation(in properties: inout Options) throws -> UInt32? {
        guard let value = properties.removeValue(forKey: orientationKey) else { return nil }
        guard let number = value.value(as: UInt32.self), NewFileMetadata.orientations.contains(number) else {
            throw WireError.invalidArgument("properties: 'orientation' must be of the type 'u', from 1 to 8.")
        }
        return number
    }

    /// Checks that the types of the files fit together. For example, a new asset needs exactly one photo or video.
    private func checkTypes() throws {
        let types = files.map(\.type)
        let primaries = types.count(where: \.isPrimary)
        guard primaries == 1 || joins != nil && primaries == 0 && !types.isEmpty else {
            throw WireError.invalidArgument("create-asset: 'resources' must hold one 'photo' or one 'video'.")
        }
        guard primaries == 1 || options.description.isEmpty else {
            throw WireError.invalidArgument("create-asset: 'metadata' and 'orientation' need a 'photo' or a 'video'.")
        }
        guard Set(types).count == types.count else {
            throw WireError.invalidArgument("create-asset: 'resources' has two files of one type.")
        }
        guard !types.contains(where: \.isRender) else {
            throw WireError.invalidArgument(
                "create-asset: edited files are added by an edit: begin it with org.filmgate.Editing1.BeginEditing.")
        }
        guard
            types.contains(.photo) || joins != nil
                || !types.contains(where: { $0 == .pairedVideo || $0 == .alternatePhoto })
        else {
            throw WireError.invalidArgument(
                "create-asset: 'paired-video' and 'alternate-photo' need a 'photo'.")
        }
        guard options.burst == nil || joins == nil && types.contains(.photo) else {
            throw WireError.invalidArgument(
                "create-asset: 'burst-id' is for a new 'photo', and cannot be with 'joins'.")
        }
    }
}
