import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateWire

/// Hands files to clients, which can neither write them nor make them writable.
@BrokerActor struct FileLender: Sendable {
    let library: Library
    let memory: HeldFiles<FileIdentity>

    /// Returns a descriptor for a client: of the file itself, or of a copy in memory if the client could make the file
    /// writable. The owner's tools get the file itself, because they could change it even without a descriptor.
    ///
    /// - Parameter file: a read-only descriptor that nothing else uses.
    /// - Throws: `tooLarge`, `limitsExceeded`, and the failure to copy.
    func lend(_ file: OwnedDescriptor, to client: Client) async throws -> OwnedDescriptor {
        guard library.handsOutCopies, !client.isOwnersTool else { return file }
        let size = try file.facts().size
        // At most half of the limit, so that one app cannot use up the memory for all apps.
        let most = memory.limit / 2
        guard size <= most else {
            throw WireError.tooLarge(
                "This file has \(size) bytes; on this computer, the broker can hand out at most \(most) bytes at once. "
                    + "Ask for parts of it with RequestResource.")
        }
        let room = try memory.reserve(size, for: client.id)
        defer { withExtendedLifetime(room) {} }
        return try memory.give(try await offload { try file.sealedCopy(named: "resource") }, to: client.id)
    }
}
