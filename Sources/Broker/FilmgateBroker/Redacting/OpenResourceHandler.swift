import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

/// Opens files of assets. A client that lacks rights to metadata gets copies without this metadata.
///
/// One worker determines the changes for the copy. Another worker, which has read no file before, checks the copy.
@BrokerActor struct OpenResourceHandler: Sendable {
    let gate: Gate
    let copies: ClientFileTable<RedactionSource>
    let lender: ClientFileProvider

    var library: Library { gate.core.library }
    var workers: WorkerPool { gate.services.workers }

    /// Opens a file and hands it to the client.
    ///
    /// - Throws: the errors of `open`, and `tooLarge` for a file that must be copied to memory and does not fit.
    func handOut(_ order: RequestedResource) async throws -> DeliveredResource {
        let opened = try await open(order)
        let content = try await lender.lend(opened.content, to: order.admission.client)
        if content === opened.content { return opened }
        // The client's access may have changed during the copy.
        guard try await isAllowed(order, resuming: opened.edit) else { throw WireError.accessDenied }
        return DeliveredResource(content: content, redacted: opened.redacted, edit: opened.edit)
    }

    /// Opens a file for the broker. The client must not get this descriptor, but only the descriptor that `lender`
    /// returns.
    ///
    /// - Throws: `noSuchAsset`, `notFound`, `lacking` or `cannotBeRedacted` for a file from which the metadata cannot
    ///   be removed, `invalidContent` if XMP cannot be embedded in the file, `invalidArgument` if `xmp` is not XMP,
    ///   `limitsExceeded`, and an error of the store or of a worker.
    func open(_ order: RequestedResource) async throws -> DeliveredResource {
        let edit = try await edit(of: order)
        let access = try await library.openResource(
            of: order.asset, type: order.type, visibleTo: order.admission.visibility, resuming: edit)
        switch access {
        case .opened, .needsRedaction: try await gate.tripwires.take(.originals, order.asset, order.admission)
        case .noSuchAsset, .noSuchResource, .withheld: break
        }
        switch access {
        case .opened(let original) where edit != nil && !order.removesMore && order.xmp == nil:
            guard try await isUnchanged(edit, order) else { throw WireError.contentChanges }
            return DeliveredResource(content: original.content, redacted: [], edit: edit)
        case .opened(let original) where order.removal.isEmpty && order.xmp == nil:
            // The client's access may have changed while the call waited.
            guard try await isAllowed(order) else { throw WireError.accessDenied }
            return DeliveredResource(content: original.content, redacted: [])
        case .opened(let original), .needsRedaction(let original):
            let failure: any Error
            do { return try await changed(original, order) } catch { failure = error }
            if failure is CancellationError { throw failure }
            throw await reportable(failure) { try await isAllowed(order) }
        case .noSuchAsset: throw WireError.noSuchAsset
        case .noSuchResource: throw WireError.noSuchResource(order.type)
        case .withheld(let reason): throw WireError(reason)
        }
    }

    /// Returns whether the client gets the adjustment data of an asset. Only clients that can resume an edit see its
    /// adjustment data. Returns true for an asset without an edit.
    func showsAdjustmentData(of id: AssetID, _ admission: Admission) async throws -> Bool {
        guard let asset = try await library.editableAsset(id, visibleTo: admission.visibility), asset.format != nil
        else {
            return true
        }
        return admission.visibility.resumesEdit(of: asset.editor, admission.client)
    }

    /// Returns the edit whose adjustment data is requested, if the client may resume it.
    private func edit(of order: RequestedResource) async throws -> EditableAsset? {
        guard order.type == .adjustmentData else { return nil }
        let (visibility, client) = (order.admission.visibility, order.admission.client)
        let asset = try await library.editableAsset(order.asset, visibleTo: visibility)
        guard let asset, asset.format != nil, visibility.resumesEdit(of: asset.editor, client) else { return nil }
        return asset
    }

    /// Returns whether an edit is still the asset's current edit, and the client may resume it.
    private func isUnchanged(_ edit: EditableAsset?, _ order: RequestedResource) async throws -> Bool {
        guard let edit else { return false }
        let client = order.admission.client
        return try await gate.allows(order.admission.caller) { visibility in
            guard visibility.resumesEdit(of: edit.editor, client) else { return false }
            return try await library.editableAsset(edit.id, visibleTo: visibility)?.hasContent(of: edit) == true
        }
    }

    private func changed(_ original: OriginalFile, _ order: RequestedResource) async throws -> DeliveredResource {
        guard let xmp = order.xmp else { return try await redacted(original, order) }
        if let refusal = order.packetRefusal { throw refusal }
        let plain =
            order.removal.isEmpty
            ? DeliveredResource(content: original.content, redacted: []) : try await redacted(original, order)
        return try await embedding(xmp, plain, of: original, order)
    }

    private func redacted(_ original: OriginalFile, _ order: RequestedResource) async throws -> DeliveredResource {
        let (removal, client) = (order.removal, order.admission.client.id)
        if let copy = copies.first(of: client, where: { $0.isRedacted(original, removal) }) {
            // The copy is not dropped as long as this code has it open.
            let opened = try opened(copy)
            guard try await isAllowed(order) else { throw WireError.accessDenied }
            return opened
        }
        let job = RedactionJob(original.content, removal, for: order.owner(in: library.user))
        let first = try await redaction(job, order)
        guard !first.changes.isEmpty else {
            try await check(original.content, order)
            guard try await isAllowed(order) else { throw WireError.accessDenied }
            return DeliveredResource(content: original.content, redacted: [])
        }
        let size = try original.content.facts().size
        let reservation = try copies.reserve(size, for: client)
        let content = try await library.copy(original, applying: first, for: client)
        try await check(content, order)
        guard try await isAllowed(order) else { throw WireError.accessDenied }
        let copy = ClientFileTable.File(
            label: RedactionSource(
                original: original.identity, removal: removal, found: first.found, hasPacket: false,
                reading: try await library.readOnly(content)),
            content: content, size: first.size(of: size), client: client)
        let opened = try opened(copy)
        copies.add(copy)
        withExtendedLifetime(reservation) {}
        return opened
    }

    func opened(_ copy: ClientFileTable<RedactionSource>.File) throws -> DeliveredResource {
        DeliveredResource(content: try copy.label.reading.reopenedReadOnly(), redacted: copy.label.found)
    }

    /// - Throws: `cannotBeRedacted` if a worker still finds something that must be removed.
    private func check(_ content: OwnedDescriptor, _ order: RequestedResource) async throws {
        let job = RedactionJob(
            content, order.removal, for: order.owner(in: library.user), isCheck: true)
        guard try await redaction(job, order) == Redaction() else { throw order.cannotBeRedacted }
    }

    private func redaction(_ job: RedactionJob, _ order: RequestedResource) async throws -> Redaction {
        do {
            return try await workers.redaction(job)
        } catch .invalidContent, .tooLarge {
            throw order.cannotBeRedacted
        } catch .cancelled {
            throw CancellationError()
        }
    }

    /// Returns whether the client sees the asset now, and may have its file without the removed metadata.
    ///
    /// - Parameter edit: the edit whose adjustment data is ordered, if the client gets the data to resume the edit.
    func isAllowed(_ order: RequestedResource, resuming edit: EditableAsset? = nil) async throws -> Bool {
        if edit != nil { return try await isUnchanged(edit, order) }
        let caller = order.admission.caller
        return try await gate.allows(caller) { visibility in
            guard visibility.allows(order.removal) else { return false }
            return try await library.resources(of: order.asset, visibleTo: visibility) != nil
        }
    }
}

extension Visibility {
    /// Returns whether the client may have a file from which these kinds of metadata were removed.
    fileprivate func allows(_ removal: MetadataRemoval) -> Bool {
        guard closesFiles == nil, redactedKinds.isSubset(of: removal.kinds) else { return false }
        return showsTown || !removal.keepsTown || !redactedKinds.contains(.location)
    }
}

/// A file of an asset, opened for a client.
struct DeliveredResource: Sendable {
    /// A read-only descriptor with its own file position.
    let content: OwnedDescriptor
    /// The kinds of metadata that were found and removed.
    let redacted: Set<MetadataKind>
    /// The edit whose adjustment data this file contains, if the client gets the data to resume the edit.
    var edit: EditableAsset?
}

/// The source of a copy, and the metadata that was removed from it.
struct RedactionSource: Sendable {
    let original: StoredFileIdentity
    let removal: MetadataRemoval
    /// The kinds of removed metadata that the original contained.
    let found: Set<MetadataKind>
    /// Whether the copy contains an XMP packet of the client. Such a copy is not used again.
    let hasPacket: Bool
    /// The descriptor from which the file is opened for clients.
    let reading: OwnedDescriptor

    func isRedacted(_ original: OriginalFile, _ removal: MetadataRemoval) -> Bool {
        !hasPacket && self.removal == removal && self.original == original.identity
    }
}

extension WireError {
    static func noSuchResource(_ type: ResourceType) -> WireError {
        .notFound("The asset has no resource '\(type.rawValue)'.")
    }
}
