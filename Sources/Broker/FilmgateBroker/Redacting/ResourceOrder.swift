import FilmgateModel
import FilmgatePolicy
import FilmgateWire
import FilmgateWorkers

// Compiler fault: 2
/// A file of an asset that a client requested.
final class ResourceOrder: Sendable {
    let asset: AssetID
    let type: ResourceType
    /// The kinds of metadata to remove, because the client lacks the rights or wants to share the file.
    let removal: MetadataRemoval
    /// The packet to put into a copy of the file.
    let xmp: [UInt8]?
    let admission: Admission

    init(
        _ asset: AssetID, _ type: ResourceType, without kinds: Set<MetadataKind>, xmp: [UInt8]? = nil,
        _ admission: Admission
    ) {
        self.xmp = xmp
        self.asset = asset
        self.type = type
        self.admission = admission
        removal = MetadataRemoval(
            admission.visibility.redactedKinds.union(kinds),
            keepsTown: admission.visibility.tellsTown && !kinds.contains(.location))
    }

    /// Whether more is removed than the client's rights require.
    var removesMore: Bool { removal.kinds != admission.visibility.redactedKinds }

    /// The error for a file from which the metadata cannot be removed.
    var cannotBeRedacted: WireError {
        let lacking = admission.visibility.redactedKinds
        // For a picked item, no right is missing, and a different format is available.
        if admission.item != nil { return .cannotRemoveFromItem(removal.kinds) }
        guard lacking.isEmpty else { return .lacking(lacking.reduce(into: Rights()) { $0.formUnion($1.right) }) }
        return .cannotRemove(removal.kinds)
    }

    /// Why the client cannot embed its own packet: it lacks the right to some metadata, which the file's packet could
    /// contain.
    var packetRefusal: WireError? {
        let lacking = admission.visibility.redactedKinds
        return lacking.isEmpty ? nil : .lacking(lacking.reduce(into: Rights()) { $0.formUnion($1.right) })
    }

    func owner(in user: UInt32) -> JobOwner { JobOwner(admission.client, in: user) }
}

extension JobOwner {
    /// A client that waits for the result. Only the owner's tools may occupy every worker.
    init(_ client: Client, in user: UInt32) {
        self.init(user: user, client: client.id, keepsPlaceFree: !client.isOwnersTool)
    }
}
