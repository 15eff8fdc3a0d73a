internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

extension GrantAdministration {
    /// Reads the log, up to this moment.
    func audit(
        _ query: AccessFilter, by permit: AdminPermit, on connection: ClientConnection
    ) async throws -> [AccessRecord] {
        if connection.beginsReadingAudit(of: permit.user) {
            audit.note(
                "read-audit", .allowed, AuditSubject(client: query.filter.client), by: permit.client)
        }
        await audit.flush()
        return try await library.audit(
            matching: query.filter, limit: Int(query.limit), newest: query.newest, room: Wire.replyBytes - 65_536,
            weight: AccessRecord.weight
        ).map(AccessRecord.init)
    }
}
