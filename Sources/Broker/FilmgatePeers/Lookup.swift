import FilmgateDBus
import FilmgateModel
import FilmgateProcess
import FilmgateSystem

/// Identifies the client of a connection by the credentials that the bus reports and the files of the process.
struct Lookup: Sendable {
    /// The resolvers, in the order in which they are tried.
    var identifiers: [any IdentityResolver]
    var pin: @Sendable (Int32, OwnedDescriptor?) throws(Errno) -> any ObservableProcess = {
        (pid, handle) throws(Errno) in try PinnedProcess(pid: pid, handle: handle)
    }

    /// - Parameter isOfSystem: whether the look-up is for the system setting. If so, services and system users are
    ///   identified as such, and a Flatpak's file must agree with the records on the host.
    init(isOfSystem: Bool = false) {
        identifiers = [
            SnapIdentityResolver(), FlatpakIdentityResolver(instances: isOfSystem ? FlatpakInstances() : nil),
            HostIdentityResolver(namesServices: isOfSystem),
        ]
    }

    /// Identifies a process. Blocks while it reads the process's files.
    ///
    /// - Parameter isNamed: whether a delegate named the process. If so, the security label is read from the process,
    ///   because the bus reports a label only for connections.
    func find(
        _ credentials: ConnectionCredentials, isNamed: Bool = false, _ constraint: ProcessConstraint
    ) throws(IdentificationError) -> ProcessIdentity {
        guard let user = credentials.user, let number = credentials.pid, let pid = Int32(exactly: number), pid > 0
        else {
            throw .missingCredentials("no user or no process")
        }
        let process = try reading("the process") { () throws(Errno) in try pin(pid, credentials.handle) }
        let key = ProcessKey(pid: number, start: process.start)
        guard constraint.allows(key) else { throw .differentProcess }
        guard try reading("the user", { () throws(Errno) in try process.user() }) == user else { throw .differentUser }
        let label =
            isNamed
            ? try reading("the label") { () throws(Errno) in try process.label() } : credentials.label
        let client = try client(process, BusCredentials(user: user, label: label))
        let program = client.kind.isSandboxed ? nil : try program(of: process)
        // Only this check proves that all facts were read from one running process.
        guard !process.hasEnded else { throw .ended }
        return ProcessIdentity(client: client, user: user, process: key, program: program)
    }

    private func client(_ process: any ObservableProcess, _ credentials: BusCredentials) throws(IdentificationError)
        -> ClientID
    {
        for identifier in identifiers {
            switch identifier.identify(process, credentials) {
            case .client(let client): return client
            case .notApplicable: continue
            case .failed(let error): throw error
            }
        }
        throw .noIdentifier
    }

    private func program(of process: any ObservableProcess) throws(IdentificationError) -> ProcessIdentity.Program {
        let running = try reading("the executable") { () throws(Errno) in try process.executable() }
        let group = try reading("the group") { () throws(Errno) in try process.realGroup() }
        return ProcessIdentity.Program(
            path: running.path, device: running.file.device, inode: running.file.inode, realGroup: group)
    }
}
