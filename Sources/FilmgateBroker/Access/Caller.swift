internal import FilmgateDBus
internal import FilmgateModel

/// A connection that has called, and what it was last told of its access, or could have asked.
struct Caller: Sendable {
    let client: Client
    var told: Statuses
}

/// Both statuses of a grant.
struct Statuses: Hashable, Sendable {
    let addOnly: AddOnlyStatus
    let readWrite: ReadWriteStatus

    init(_ grant: Grant) { (addOnly, readWrite) = (grant.addOnly, grant.readWrite) }
}

/// What a connection's access has become, by whomsoever.
struct AccessChange: Sendable {
    let name: BusName
    let client: Client
    let before: Statuses
    let after: Statuses

    var endsReading: Bool { !after.readWrite.allowsReading }
}
