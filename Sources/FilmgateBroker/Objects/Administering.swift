internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateWire

extension Door {
    /// A method for administrators alone. What becomes of it is in the audit log of the house that it was about; what is refused
    /// before anybody got into one, in that of the caller's own.
    ///
    /// - Parameters:
    ///   - subject: what the log says that it was about; as a rule, what its arguments name.
    ///   - matter: what the call is about, for whoever gives leave.
    func handler<In, Out>(
        _ row: Row<In, Out>,
        noting subject: @escaping AuditNote<In, Out> = { arguments, _ in AuditSubject(of: arguments) },
        about matter: @escaping @Sendable (In) async -> Matter,
        serve: @escaping @Sendable (MethodCall, Site, In) async throws -> Out
    ) -> ServedMethod {
        guard case .administration = row.requires else {
            preconditionFailure("\(row.method.name) is not for administrators")
        }
        let name = AuditEntry.Operation(member: row.method.name)
        return ServedMethod(row.method) { call, arguments in
            var (client, place, told): (Client?, House?, AuditSubject) = (nil, nil, AuditSubject())
            do {
                let candidate = try await candidate(call)
                client = candidate.client
                let input = try arguments.decoded()
                let site = try await site(of: matter(input), by: candidate, call)
                (place, told) = (site.house, AuditSubject(of: input))
                let output = try await serve(call, site, input)
                if let subject = subject(input, output) {
                    await site.house.audit.note(name, .allowed, subject, by: client)
                }
                return output
            } catch {
                // Whoever may not administer could name anything there.
                if let place {
                    await place.gate.noteRefusal(error, of: name, call, by: client, told)
                } else {
                    await noteRefusal(error, of: name, call, by: client, told)
                }
                throw error
            }
        }
    }
}
