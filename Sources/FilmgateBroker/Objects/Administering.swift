internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateWire

extension AdminGate {
    /// A method for administrators alone. What becomes of it is in the audit log of the library host that it was about; what is refused
    /// before anybody got into one is noted as `noteRefusal` says.
    ///
    /// - Parameters:
    ///   - subject: what the log says that it was about; as a rule, what its arguments name.
    ///   - matter: what the call is about, for whoever gives leave.
    func handler<In, Out>(
        _ row: ContractMethod<In, Out>,
        noting subject: @escaping AuditNote<In, Out> = { arguments, _ in AuditSubject(of: arguments) },
        about adminRequest: @escaping @BrokerActor @Sendable (In) async -> AdminRequest,
        serve: @escaping @BrokerActor @Sendable (AdministeredLibrary, In) async throws -> Out
    ) -> ServedMethod {
        guard case .administration = row.requires else {
            preconditionFailure("\(row.method.name) is not for administrators")
        }
        let name = AuditEntry.Operation(member: row.method.name)
        return ServedMethod(isolated: row.method) { call, arguments in
            var (client, user): (Client?, UInt32?)
            let (input, site): (In, AdministeredLibrary)
            do {
                let candidate = try await candidate(call)
                client = candidate.client
                input = try arguments.decoded()
                let adminRequest = await adminRequest(input)
                user = adminRequest.user
                site = try await self.site(of: adminRequest, by: candidate, call)
            } catch {
                await noteRefusal(error, of: name, call, by: client, about: user)
                throw error
            }
            let outcome: Result<Out, any Error>
            do {
                outcome = .success(try await serve(site, input))
            } catch {
                outcome = .failure(error)
            }
            switch outcome {
            case .success(let output):
                if let subject = subject(input, output) {
                    site.host.audit.note(name, .allowed, subject, by: client)
                }
            case .failure(let error):
                await site.host.gate.noteRefusal(error, of: name, call, by: client, AuditSubject(of: input))
            }
            hosts.left(by: site.permit)
            return try outcome.get()
        }
    }
}
