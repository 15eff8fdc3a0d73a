import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem

/// A file that a new asset is made of.
public struct NewResource: Sendable {
    public let type: ResourceType
    public let descriptor: OwnedDescriptor
    public let filename: String?
    /// The type that the client claims; for media, the type that the worker found counts.
    public let mimeType: String?
    /// What is written into the file before it is added.
    public var description = FileDescription()

    public init(_ type: ResourceType, _ descriptor: OwnedDescriptor, filename: String?, mimeType: String? = nil) {
        self.type = type
        self.descriptor = descriptor
        self.filename = filename
        self.mimeType = mimeType
    }
}

/// A new asset.
public struct Creation: Sendable {
    public var resources: [NewResource]
    public var properties = AssetChanges()
    /// What is written into the photo or video.
    public var description = FileDescription()
    /// The asset of which this is a version.
    public var originalAsset: Reference?
    /// The identifier of the burst that it joins.
    public var burstID: String?
    /// Creates nothing if the client sees an asset with the same original; the identifier is then "", and the
    /// placeholder stands for that asset.
    public var unlessPresent = false
    /// The creation date if neither the properties nor the files have one.
    public var fallbackDate: Timestamp?
    /// Whether the fallback date is a guess; the asset is then marked if it gets that date.
    public var isFallbackGuessed = false
    /// Whether the fallback date is what a clock showed, as if it showed UTC.
    public var fallbackLacksZone = false
    /// The asset that the files are added to, in place of a new one.
    public var joins: Reference?
    /// Whether the files are added to the asset that they belong to by their names and times, if there is one.
    public var joinsRelated = false
    /// Whether a file that can be shown in part is accepted.
    public var allowsDamaged = false

    /// The burst that it joins; nil also for a text that is no identifier, which is refused on the bus.
    public var burst: ObjectID? { burstID.flatMap { try? LibraryIdentifier(representation: $0).id } }

    /// Whether only the owner's tools may ask for it.
    public var isOwners: Bool {
        joins != nil || joinsRelated || allowsDamaged || isFallbackGuessed || fallbackLacksZone
            || resources.contains { $0.type == .attachment }
    }

    public init(resources: [NewResource]) { self.resources = resources }

    /// The resources, of which the photo or video has the description.
    public var describedResources: [NewResource] {
        resources.map { resource in
            var described = resource
            if resource.type.isPrimary { described.description = description }
            return described
        }
    }
}

typealias RawResource = Structure<String, OwnedDescriptor, Options>

extension Creation {
    init(_ reader: inout OptionReader) throws {
        resources = try reader.require(ChangeKey.resources, as: [RawResource].self).map(NewResource.init)
        var properties = try reader.take(ChangeKey.properties, as: Options.self) ?? [:]
        description.orientation = try Creation.orientation(in: &properties)
        self.properties = try AssetChanges(properties)
        description.metadata =
            try reader.take(ChangeKey.metadata, as: Options.self).map { try FileMetadata(described: $0) }
            ?? FileMetadata()
        originalAsset = try reader.take(ChangeKey.originalAsset, as: String.self).map(Reference.init)
        burstID = try reader.take(ChangeKey.burstID, as: LibraryIdentifier.self)?.representation
        unlessPresent = try reader.take(ChangeKey.unlessPresent) ?? false
        fallbackDate = try reader.take(ChangeKey.fallbackDate, as: Int64.self).map {
            try AssetChanges.date($0, of: "create-asset: 'fallback-date'")
        }
        isFallbackGuessed = try reader.take(ChangeKey.fallbackGuessed) ?? false
        fallbackLacksZone = try reader.take(ChangeKey.fallbackLacksZone) ?? false
        joins = try reader.take(ChangeKey.joins, as: String.self).map(Reference.init)
        joinsRelated = try reader.take(ChangeKey.joinsRelated) ?? false
        allowsDamaged = try reader.take(ChangeKey.allowDamaged) ?? false
        try checkTypes()
    }

    var options: Options {
        var options: Options = [:]
        options[ChangeKey.resources] = resources.map(\.raw)
        var properties = properties.options
        properties[Creation.orientationKey] = description.orientation.map { Variant($0) }
        options[ChangeKey.properties] = properties.isEmpty ? nil : properties
        options[ChangeKey.metadata] = description.metadata.tags.isEmpty ? nil : description.metadata.options
        options[ChangeKey.originalAsset] = originalAsset?.text
        options[ChangeKey.burstID] = burstID
        options[ChangeKey.unlessPresent] = unlessPresent ? true : nil
        options[ChangeKey.fallbackDate] = fallbackDate?.rawValue
        options[ChangeKey.fallbackGuessed] = isFallbackGuessed ? true : nil
        options[ChangeKey.fallbackLacksZone] = fallbackLacksZone ? true : nil
        options[ChangeKey.joins] = joins?.text
        options[ChangeKey.joinsRelated] = joinsRelated ? true : nil
        options[ChangeKey.allowDamaged] = allowsDamaged ? true : nil
        return options
    }

    private static let orientationKey = "orientation"

    /// Takes the property that says how the stored pixels are turned. It is set in the file itself, so only a new asset can have it.
    private static func orientation(in properties: inout Options) throws -> UInt32? {
        guard let value = properties.removeValue(forKey: orientationKey) else { return nil }
        guard let number = value.value(as: UInt32.self), FileDescription.orientations.contains(number) else {
            throw WireError.invalidArgument("properties: 'orientation' must be of the type 'u', from 1 to 8.")
        }
        return number
    }

    /// Checks that there is one photo or one video, no type twice, and a paired video only with a photo.
    private func checkTypes() throws {
        let types = resources.map(\.type)
        let primaries = types.count(where: \.isPrimary)
        guard primaries == 1 || joins != nil && primaries == 0 && !types.isEmpty else {
            throw WireError.invalidArgument("create-asset: 'resources' must hold one 'photo' or one 'video'.")
        }
        guard primaries == 1 || description.isEmpty else {
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
        guard burstID == nil || joins == nil && types.contains(.photo) else {
            throw WireError.invalidArgument(
                "create-asset: 'burst-id' is for a new 'photo', and cannot be with 'joins'.")
        }
    }
}

extension NewResource {
    private enum Key: String {
        case filename
        case mimeType = "mime-type"
    }

    init(_ raw: RawResource) throws {
        let (type, descriptor, options) = raw.values
        self.type = try ResourceTypeName(representation: type).type
        self.descriptor = descriptor
        var reader = OptionReader(options, of: "a resource")
        filename = try reader.take(Key.filename).map(NewResource.plainFilename)
        mimeType = try reader.take(Key.mimeType)
        try reader.finish()
        guard (mimeType?.utf8.count ?? 0) <= 255 else {
            throw WireError.invalidArgument("a resource: 'mime-type' is longer than 255 bytes.")
        }
    }

    var raw: RawResource {
        var options: Options = [:]
        options[Key.filename] = filename
        options[Key.mimeType] = mimeType
        return Structure(type.rawValue, descriptor, options)
    }

    /// Checks a filename to be safe in every folder: files that clients and exports create from it must stay inside.
    private static func plainFilename(_ name: String) throws -> String {
        guard !name.isEmpty, name.utf8.count <= Bounds.filenameBytes, name != ".", name != "..",
            name.unicodeScalars.allSatisfy({ $0 != "/" && $0.value >= 32 && $0.value != 127 })
        else {
            throw WireError.invalidArgument(
                "a resource: 'filename' must be a plain name of at most \(Bounds.filenameBytes) bytes, "
                    + "not '\(quotable(name))'.")
        }
        return name
    }
}
