public import FilmgateDBus
public import FilmgateModel

/// One file of an asset in the form of `ListResources`.
public struct ResourceDescription: DBusRepresentable, Equatable {
    public let resource: Resource

    private enum Key: String {
        case type, filename, availability
        case mimeType = "mime-type"
        case fileSize = "file-size"
    }

    public init(_ resource: Resource) { self.resource = resource }

    public init(representation options: Options) throws {
        guard let type = options[Key.type].flatMap(ResourceType.init(rawValue:)) else {
            throw WireError.invalidArgument("ListResources: 'type' is missing.")
        }
        resource = Resource(
            type: type, mimeType: options[Key.mimeType] ?? "", filename: options[Key.filename],
            fileSize: options[Key.fileSize] ?? 0)
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.type] = resource.type.rawValue
        options[Key.mimeType] = resource.mimeType
        options[Key.fileSize] = resource.fileSize
        options[Key.availability] = "local"
        options[Key.filename] = resource.filename
        return options
    }
}
