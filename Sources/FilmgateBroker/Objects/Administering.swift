internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateWire

extension Door {
    /// A method for administrators alone. What becomes of it is in the audit log of the house that it was about; what is refused
    /// before anybody got into one is noted as `noteRefusal` says.
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
            var (client, user): (Client?, UInt32?)
            let (input, site): (In, Site)
            do {
                let candidate = try await candidate(call)
                client = candidate.client
                input = try arguments.decoded()
                let matter = await matter(input)
                user = matter.user
                site = try await self.site(of: matter, by: candidate, call)
            } catch {
                await noteRefusal(error, of: name, call, by: client, about: user)
                throw error
            }
            let outcome: Result<Out, any Error>
            do {
                outcome = .success(try await serve(call, site, input))
            } catch {
                outcome = .failure(error)
            }
            switch outcome {
            case .success(let output):
                if let subject = subject(input, output) {
                    await site.house.audit.note(name, .allowed, subject, by: client)
                }
            case .failure(let error):
                await site.house.gate.noteRefusal(error, of: name, call, by: client, AuditSubject(of: input))
            }
            await houses.left(by: site.permit)
            return try outcome.get()
        }
    }
}
