import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

/// Opens requests for files of assets.
@BrokerActor struct RequestResourceHandler: Sendable {
    let opening: OpenResourceHandler
    let requests: RequestRegistry

    /// - Returns: the path of the request object, which sends the delivery and the response later.
    /// - Throws: `noSuchAsset`, `notFound`, `lacking`, `limitsExceeded`, and `tooLarge` if the requested part is too
    ///   long.
    func request(_ order: RequestedResource, _ options: ResourceOptions, for call: MethodCall) async throws
        -> ObjectPath
    {
        let admission = order.admission
        guard let resources = try await opening.library.resources(of: order.asset, visibleTo: admission.visibility)
        else {
            throw WireError.noSuchAsset
        }
        guard let resource = resources.first(where: { $0.type == order.type }) else {
            throw WireError.noSuchResource(order.type)
        }
        if order.type == .adjustmentData, try await !opening.showsAdjustmentData(of: order.asset, admission) {
            throw WireError.noSuchResource(order.type)
        }
        if let reason = admission.visibility.closesFiles { throw WireError(reason) }
        let part = try options.part.map { part throws(WireError) in
            let part = part.clamped(to: resource.fileSize)
            guard part.count <= ResourceOptions.ByteRange.most else {
                throw .tooLarge("RequestResource: a part may have at most \(ResourceOptions.ByteRange.most) bytes.")
            }
            return part
        }
        let path = try requests.open(options.handleToken, for: admission, bytes: UInt64(part?.count ?? 0))
        let request = ResourceRequest(order, resource, part, at: path, self)
        requests.prepare(path, for: call, on: admission.connection, request)
        return path
    }
}

/// An open request for a file of an asset.
@BrokerActor final class ResourceRequest: ContentRequest {
    private let order: RequestedResource
    private let resource: Resource
    /// The range of bytes; nil for the whole file.
    private let part: Range<UInt64>?
    private let path: ObjectPath
    private let service: RequestResourceHandler
    /// The edit whose adjustment data is delivered; nil before the file is opened, and for other files.
    private var edit: EditableAsset?

    init(
        _ order: RequestedResource, _ resource: Resource, _ part: Range<UInt64>?, at path: ObjectPath,
        _ service: RequestResourceHandler
    ) {
        self.order = order
        self.resource = resource
        self.part = part
        self.path = path
        self.service = service
    }

    /// Opens the file and delivers it, if the client may still have it.
    ///
    /// - Throws: the errors of `OpenResourceHandler.handOut`, and `accessDenied`.
    func response() async throws -> RequestResponse {
        let (content, redacted) = try await made()
        let details = DeliveryDetails(
            resourceType: resource.type.rawValue, mimeType: resource.mimeType, redacted: redacted)
        try await service.requests.deliver(content, details, at: path, to: order.admission.connection, of: self)
        return RequestResponse(.success)
    }

    var accessState: AccessState { service.opening.gate.accessState(of: order.admission.caller) }

    /// Whether the client sees the asset now, and may have a file with the metadata that this file keeps. Adjustment
    /// data must also still belong to the asset's current edit, and the client must be allowed to resume that edit.
    var isAllowed: Bool {
        get async throws { try await service.opening.isAllowed(order, resuming: edit) }
    }

    /// Opens the file, and returns the descriptor for the client: of the file, or of a copy of the requested part.
    private func made() async throws -> (OwnedDescriptor, redacted: Set<MetadataKind>) {
        let progress = service.requests.reportProgress(at: path, to: order.admission.connection)
        defer { progress.cancel() }
        let opened = try await service.opening.open(order)
        edit = opened.edit
        let client = order.admission.client
        guard let part else {
            return (try await service.opening.lender.lend(opened.content, to: client), opened.redacted)
        }
        let copy = try await offload { try opened.content.sealedPart(named: "resource", part) }
        return (try service.requests.memory.give(copy, to: client.id), opened.redacted)
    }
}

// Compiler fault: 2
/// A file of an asset that a client requested.
final class RequestedResource: Sendable {
    let asset: AssetID
    let type: ResourceType
    /// The kinds of metadata to remove, because the client lacks the right to them, or asks for a file without them.
    let removal: MetadataRemoval
    /// The XMP packet to embed in a copy of the file.
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
            keepsTown: admission.visibility.showsTown && !kinds.contains(.location))
    }

    /// Whether more is removed than the client's rights require.
    var removesMore: Bool { removal.kinds != admission.visibility.redactedKinds }

    /// The error for a file from which the metadata cannot be removed.
    var cannotBeRedacted: WireError {
        let lacking = admission.visibility.redactedKinds
        // For a picked item, no right is missing, and another format is available.
        if admission.item != nil { return .cannotRemoveFromItem(removal.kinds) }
        guard lacking.isEmpty else { return .lacking(lacking.reduce(into: Rights()) { $0.formUnion($1.right) }) }
        return .cannotRemove(removal.kinds)
    }

    /// The error if the client cannot embed its own packet, because it lacks the right to metadata that the file's
    /// packet could contain.
    var packetRefusal: WireError? {
        let lacking = admission.visibility.redactedKinds
        return lacking.isEmpty ? nil : .lacking(lacking.reduce(into: Rights()) { $0.formUnion($1.right) })
    }

    func owner(in user: UInt32) -> JobOwner { JobOwner(admission.client, in: user) }
}

extension JobOwner {
    /// Creates the owner of a job whose client waits for the result. Only the owner's tools may occupy all workers.
    init(_ client: Client, in user: UInt32) {
        self.init(user: user, client: client.id, keepsPlaceFree: !client.isOwnersTool)
    }
}
