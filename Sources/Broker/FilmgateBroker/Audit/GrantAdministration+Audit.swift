import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

extension GrantAdministration {
    /// Reads the log up to now. If the owner reads it, no entry is added.
    func audit(
        _ query: AccessFilter, by permit: AdminPermit, on connection: ClientConnection
    ) async throws -> [AccessRecord] {
        if !permit.isByOwner, connection.beginsReadingAudit(of: permit.user) {
            core.audit.note(
                "read-audit", .allowed, AuditSubject(client: query.filter.client), by: permit.client)
        }
        await core.audit.flush()
        var records = try await core.library.audit(
            matching: query.filter, limit: Int(query.limit), newest: query.newest, room: Wire.replyBytes - 65_536,
            weight: AccessRecord.weight
        ).map { AccessRecord($0) }
        guard permit.isByOwner else { return records }
        let names = try await core.library.names(of: Set(records.compactMap(\.singleAsset)))
        for index in records.indices {
            guard let name = records[index].singleAsset.flatMap({ names[$0] }) else { continue }
            records[index].name = singleLine(name, limit: AccessRecord.nameLength)
        }
        return records
    }
}
