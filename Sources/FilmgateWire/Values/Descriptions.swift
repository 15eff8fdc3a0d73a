public import FilmgateDBus
public import FilmgateModel

/// A caller as the broker identified it. An unidentified caller has the id "" and is not verified.
public struct ClientDescription: DBusRepresentable, Hashable {
    public let client: ClientID?
    public let isVerified: Bool

    public init(_ client: ClientID?) {
        self.client = client
        isVerified = client?.kind.isVerified ?? false
    }

    public init(representation: Options) throws {
        client = representation["id"]?.value(as: String.self).flatMap { ClientID($0) }
        isVerified = representation["verified"]?.value(as: Bool.self) ?? false
    }

    public var representation: Options {
        [
            "id": Variant(client?.description ?? ""), "kind": Variant(client?.kind.rawValue ?? ""),
            "verified": Variant(isVerified),
        ]
    }
}

/// One file of an asset in the form of `ListResources`.
public struct ResourceDescription: DBusRepresentable, Equatable {
    public let resource: Resource

    public init(_ resource: Resource) { self.resource = resource }

    public init(representation: Options) throws {
        guard let type = representation["type"]?.value(as: String.self).flatMap(ResourceType.init(rawValue:)) else {
            throw WireError.invalidArgument("ListResources: 'type' is missing.")
        }
        resource = Resource(
            type: type, mimeType: representation["mime-type"]?.value(as: String.self) ?? "",
            filename: representation["filename"]?.value(as: String.self),
            fileSize: representation["file-size"]?.value(as: UInt64.self) ?? 0)
    }

    public var representation: Options {
        var options: Options = [
            "type": Variant(resource.type.rawValue), "mime-type": Variant(resource.mimeType),
            "file-size": Variant(resource.fileSize), "availability": Variant("local"),
        ]
        if let filename = resource.filename { options["filename"] = Variant(filename) }
        return options
    }
}

/// A connection that the broker knows, in the form of `ListClients`.
public struct ConnectedClient: DBusRepresentable, Hashable {
    public let name: String
    public let client: ClientID?
    public let user: UInt32?
    public let pid: UInt32?
    public let openResults: UInt32
    public let openRequests: UInt32
    /// Whether it is sent changes.
    public let isSubscribed: Bool

    public init(
        name: String, client: ClientID?, user: UInt32?, pid: UInt32?, openResults: UInt32, openRequests: UInt32,
        isSubscribed: Bool
    ) {
        self.name = name
        self.client = client
        self.user = user
        self.pid = pid
        self.openResults = openResults
        self.openRequests = openRequests
        self.isSubscribed = isSubscribed
    }

    public init(representation: Options) throws {
        self.init(
            name: representation["name"]?.value(as: String.self) ?? "",
            client: representation["client"]?.value(as: String.self).flatMap { ClientID($0) },
            user: representation["user"]?.value(as: UInt32.self), pid: representation["pid"]?.value(as: UInt32.self),
            openResults: representation["results"]?.value(as: UInt32.self) ?? 0,
            openRequests: representation["requests"]?.value(as: UInt32.self) ?? 0,
            isSubscribed: representation["subscribed"]?.value(as: Bool.self) ?? false)
    }

    public var representation: Options {
        var options = ClientDescription(client).representation
        options["client"] = options.removeValue(forKey: "id")
        options["name"] = Variant(name)
        options["results"] = Variant(openResults)
        options["requests"] = Variant(openRequests)
        options["subscribed"] = Variant(isSubscribed)
        if let user { options["user"] = Variant(user) }
        if let pid { options["pid"] = Variant(pid) }
        return options
    }
}
