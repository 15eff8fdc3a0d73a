import Synchronization

/// The broker and `filmgate-identify`.
extension SystemWorld {
    /// Starts the program that tells who is behind a connection, with its two capabilities and no others, and waits
    /// until it has its name.
    public func startIdentify() async throws {
        let capabilities = "-all,+sys_ptrace,+dac_read_search"
        let identify = try service(
            "filmgate-identify", as: Self.identifyUser,
            privileges: ["--inh-caps", capabilities, "--ambient-caps", capabilities])
        identifyProgram.withLock { $0 = identify }
        try await appears("org.filmgate.Identify1", of: identify)
    }

    /// Kills it.
    public func endIdentify() async {
        let program = identifyProgram.withLock { $0 }
        program?.kill()
        await program?.ended()
    }

    /// Starts the broker, without any capability, and waits until it has its name.
    public func startBroker() async throws {
        let broker = try service(
            "filmgated", as: Self.brokerUser,
            ["--bus", "system", "--state", "\(folder)/state", "--config", "\(folder)/filmgated.conf"])
        brokerProgram.withLock { $0 = broker }
        try await appears(TestClient.service, of: broker)
    }

    /// Ends it as the service manager does.
    public func endBroker() async {
        let program = brokerProgram.withLock { $0 }
        await program?.stop()
    }

    private func service(
        _ program: String, as user: UInt32, privileges: [String] = [], _ arguments: [String] = []
    ) throws -> Program {
        try Program(
            "/usr/bin/nsenter",
            [
                "--mount=/proc/\(namespace.pid)/ns/mnt", "--", "/usr/bin/setpriv", "--reuid", "\(user)", "--regid",
                "\(user)", "--clear-groups",
            ] + privileges + ["--", BuiltProgram.path(program)] + arguments)
    }

    private func appears(_ name: String, of program: Program) async throws {
        let observer = try await client(.root)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await observer.ownerAppears(of: name) }
            group.addTask {
                guard let code = await program.endedUnlessCancelled() else { return }
                throw ClientFailure("\(name) ended with \(code): \(await program.log.all())")
            }
            try await group.next()
            group.cancelAll()
        }
        await observer.end()
    }
}
