internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateSystem

private typealias RawResource = Structure<String, OwnedDescriptor, Options>

extension Creation {
    init(_ reader: inout OptionReader) throws {
        resources = try reader.require("resources", as: [RawResource].self).map(NewResource.init)
        properties = try reader.take("properties", as: Options.self).map { try AssetChanges($0) } ?? AssetChanges()
        unlessPresent = try reader.take("unless-present") ?? false
        try checkTypes()
    }

    var options: Options {
        var options: Options = ["resources": Variant(resources.map(\.raw))]
        let properties = properties.options
        if !properties.isEmpty { options["properties"] = Variant(properties) }
        if unlessPresent { options["unless-present"] = Variant(true) }
        return options
    }

    /// One photo or one video, nothing twice, and a paired video beside a photo alone.
    private func checkTypes() throws {
        let types = resources.map(\.type)
        guard types.filter(\.isPrimary).count == 1 else {
            throw WireError.invalidArgument("create-asset: 'resources' must hold one 'photo' or one 'video'.")
        }
        guard Set(types).count == types.count else {
            throw WireError.invalidArgument("create-asset: 'resources' holds two of one type.")
        }
        guard types.contains(.photo) || !types.contains(where: { $0 == .pairedVideo || $0 == .alternatePhoto }) else {
            throw WireError.invalidArgument(
                "create-asset: a 'paired-video' and an 'alternate-photo' go with a 'photo' alone.")
        }
    }
}

extension NewResource {
    fileprivate init(_ raw: RawResource) throws {
        let (type, descriptor, options) = raw.values
        self.type = try ResourceTypeName(representation: type).type
        self.descriptor = descriptor
        var reader = OptionReader(options, of: "a resource")
        filename = try reader.take("filename").map(NewResource.plainFilename)
        mimeType = try reader.take("mime-type")
        try reader.finish()
        guard (mimeType?.utf8.count ?? 0) <= 255 else {
            throw WireError.invalidArgument("a resource: 'mime-type' is longer than 255 bytes.")
        }
    }

    fileprivate var raw: RawResource {
        var options: Options = [:]
        if let filename { options["filename"] = Variant(filename) }
        if let mimeType { options["mime-type"] = Variant(mimeType) }
        return Structure(type.rawValue, descriptor, options)
    }

    /// A name that is safe in every folder: what clients and exports make of it must not lead elsewhere.
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
