public import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem

/// A file for a new asset, or for an edit of an asset.
public struct NewAssetResource: Sendable {
    public let type: ResourceType
    public let descriptor: OwnedDescriptor
    public let filename: String?
    /// The MIME type that the client specifies. For photos and videos, the type that the worker detects counts instead.
    public let mimeType: String?
    /// The metadata that the broker writes into the file before adding it.
    package var description = NewFileMetadata()

    /// - Parameters:
    ///   - type: the file's role in the asset.
    ///   - file: a regular file or memory file. The broker reads it from its beginning. The file must not change until
    ///     the batch is performed.
    ///   - filename: the name to store, without folders.
    ///   - mimeType: the type of a file that is neither a photo nor a video.
    public init(_ type: ResourceType, _ file: OwnedDescriptor, filename: String? = nil, mimeType: String? = nil) {
        self.type = type
        descriptor = file
        self.filename = filename
        self.mimeType = mimeType
    }
}

extension NewAssetResource: DBusRepresentable {
    private enum Key: String {
        case filename
        case mimeType = "mime-type"
    }

    public init(representation: Structure<String, OwnedDescriptor, Options>) throws {
        let (type, descriptor, options) = representation.values
        self.type = try ResourceTypeName(representation: type).type
        self.descriptor = descriptor
        var reader = OptionReader(options, of: "a resource")
        filename = try reader.take(Key.filename).map(NewAssetResource.plainFilename)
        mimeType = try reader.take(Key.mimeType)
        try reader.finish()
        guard (mimeType?.utf8.count ?? 0) <= 255 else {
            throw WireError.invalidArgument("a resource: 'mime-type' is longer than 255 bytes.")
        }
    }

    public var representation: Structure<String, OwnedDescriptor, Options> {
        var options: Options = [:]
        options[Key.filename] = filename
        options[Key.mimeType] = mimeType
        return Structure(type.rawValue, descriptor, options)
    }

    /// Returns a filename after checking that it is safe in every folder, because clients and exports create files with
    /// this name.
    private static func plainFilename(_ name: String) throws -> String {
        guard !name.isEmpty, name.utf8.count <= ContractLimits.filenameBytes, name != ".", name != "..",
            name.unicodeScalars.allSatisfy({ $0 != "/" && $0.value >= 32 && $0.value != 127 })
        else {
            throw WireError.invalidArgument(
                "a resource: 'filename' must be a plain name of at most \(ContractLimits.filenameBytes) bytes, "
                    + "not '\(quotable(name))'.")
        }
        return name
    }
}
