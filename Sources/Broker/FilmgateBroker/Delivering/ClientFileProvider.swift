import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateWire

/// Hands files to clients. Apps can neither write to these files nor make them writable.
@BrokerActor struct ClientFileProvider: Sendable {
    let library: Library
    let memory: ClientFileTable<FileIdentity>

    /// Returns a descriptor of the file, or of a copy in memory if the client could make the file writable. The
    /// owner's tools get the file itself, because they could change it even without a descriptor.
    ///
    /// - Parameter file: a read-only descriptor that nothing else uses.
    /// - Throws: `tooLarge`, `limitsExceeded`, and an error of copying the file.
    func lend(_ file: OwnedDescriptor, to client: Client) async throws -> OwnedDescriptor {
        guard library.handsOutCopies, !client.isOwnersTool else { return file }
        let size = try file.facts().size
        // The limit is half of the memory, so that one app cannot use up the memory for all apps.
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
