internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateWire

/// What a call was about, for the audit log.
struct AuditSubject: Sendable {
    /// How many assets and albums, or 1.
    var count = 1
    var ids: [ObjectID] = []
    /// The client concerned, of an administrator's act.
    var client: ClientID?

    init(count: Int? = nil, ids: [ObjectID] = [], client: ClientID? = nil) {
        self.count = count ?? max(1, ids.count)
        self.ids = ids
        self.client = client
    }

    /// The assets and the client that a call's arguments name.
    init(of arguments: some ArgumentList) {
        guard let arguments = arguments as? any AuditedArguments else { return }
        self = arguments.subject
    }

    fileprivate mutating func add(_ argument: some DBusValue) {
        switch argument {
        case let identifier as AssetIdentifier: ids.append(ObjectID(identifier.id))
        case let identifiers as [AssetIdentifier]: ids += identifiers.map { ObjectID($0.id) }
        case let identifier as LibraryIdentifier: ids.append(identifier.id)
        case let identifiers as [LibraryIdentifier]: ids += identifiers.map(\.id)
        case let identifier as OptionalAssetIdentifier: ids += identifier.id.map { [ObjectID($0)] } ?? []
        case let name as ClientName: client = name.id
        case let name as GrantedClientName: client = name.id
        case let filter as GrantFilter: client = filter.client
        default: break
        }
    }
}

/// Lists of arguments that say what they are about.
private protocol AuditedArguments {
    var subject: AuditSubject { get }
}

extension FetchArguments: AuditedArguments {
    fileprivate var subject: AuditSubject { AuditSubject(ids: identifiers) }
}

extension Arguments: AuditedArguments {
    fileprivate var subject: AuditSubject {
        var subject = AuditSubject()
        repeat subject.add(each values)
        if !subject.ids.isEmpty { subject.count = subject.ids.count }
        return subject
    }
}
