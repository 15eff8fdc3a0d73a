internal import FilmgateDBus
internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire

/// Opens files of assets. A client that lacks rights to metadata gets copies without it.
///
/// A worker says what must be changed in the copy, and a second, which has read no file before, checks the result.
@BrokerActor struct OpenResource: Sendable {
    let gate: Gate
    let library: Library
    let workers: WorkerPool
    let copies = RedactedCopies()

    /// - Throws: `noSuchAsset`, `notFound`, `lacking` also for a file from which the metadata cannot be removed,
    ///   `limitsExceeded`, and failures.
    func open(_ id: AssetID, _ type: ResourceType, _ admission: Admission) async throws -> OpenedResource {
        switch try await library.openResource(of: id, type: type, visibleTo: admission.visibility) {
        case .opened(let content): return OpenedResource(content: content, redacted: [])
        case .needsRedaction(let original): return try await redacted(original, of: id, admission)
        case .noSuchAsset: throw WireError.noSuchAsset
        case .noSuchResource: throw WireError.notFound("The asset has no resource '\(type.rawValue)'.")
        case .withheld(let reason): throw WireError(reason)
        }
    }

    private func redacted(_ original: OriginalFile, of id: AssetID, _ admission: Admission) async throws
        -> OpenedResource
    {
        let kinds = admission.visibility.redactedKinds
        if let copy = copies.copy(of: original, without: kinds) { return try OpenedResource(copy) }
        let first = try await redaction(RedactionJob(original.content, removing: kinds, for: owner(of: admission)))
        guard !first.changes.isEmpty else {
            try await check(original.content, admission)
            guard try await mayHave(id, without: kinds, admission) else { throw WireError.accessDenied }
            return OpenedResource(content: original.content, redacted: [])
        }
        let size = try original.content.facts().size
        try copies.checkRoom(for: size, of: admission.client.id)
        let content = try await library.copy(original, applying: first, for: admission.client.id)
        try await check(content, admission)
        guard try await mayHave(id, without: kinds, admission) else { throw WireError.accessDenied }
        let copy = RedactedCopies.Copy(
            original: original, removed: kinds, found: first.found, content: content, size: size,
            client: admission.client.id)
        let opened = try OpenedResource(copy)
        copies.add(copy)
        return opened
    }

    /// - Throws: `lacking` if a worker still finds something that must be removed.
    private func check(_ content: OwnedDescriptor, _ admission: Admission) async throws {
        let job = RedactionJob(
            content, removing: admission.visibility.redactedKinds, for: owner(of: admission), isCheck: true)
        guard try await redaction(job) == Redaction() else { throw WireError.lacking(job.rights) }
    }

    private func redaction(_ job: RedactionJob) async throws -> Redaction {
        do {
            return try await workers.redaction(job)
        } catch .invalidContent, .tooLarge {
            throw WireError.lacking(job.rights)
        } catch .cancelled {
            throw CancellationError()
        }
    }

    /// Whether the client still sees the asset, and lacks no more rights than before.
    private func mayHave(_ id: AssetID, without kinds: Set<MetadataKind>, _ admission: Admission) async throws -> Bool {
        let caller = Gate.Caller(peer: admission.client, connection: admission.connection)
        guard let visibility = gate.view(of: caller)?.visibility, visibility.closesFiles == nil,
            visibility.redactedKinds.isSubset(of: kinds)
        else { return false }
        return try await library.resources(of: id, visibleTo: visibility) != nil
    }

    private func owner(of admission: Admission) -> JobOwner {
        JobOwner(
            user: library.user, client: admission.client.id, keepsPlaceFree: !admission.client.isOwnersTool)
    }
}

/// A file of an asset, opened for a client.
struct OpenedResource: Sendable {
    /// Read-only, with a position of its own.
    let content: OwnedDescriptor
    /// The kinds of metadata that were found and removed.
    let redacted: Set<MetadataKind>

    init(content: OwnedDescriptor, redacted: Set<MetadataKind>) {
        self.content = content
        self.redacted = redacted
    }

    init(_ copy: RedactedCopies.Copy) throws(Errno) {
        self.init(content: try copy.content.reopenedReadOnly(), redacted: copy.found)
    }
}

extension RedactionJob {
    /// The rights with which nothing would have to be removed.
    fileprivate var rights: Rights { kinds.reduce(into: Rights()) { $0.formUnion($1.right) } }
}
