import FilmgateModel
import FilmgateProcess
import FilmgateSystem

/// A way to identify a process. The resolvers are tried in turn, the most reliable first.
protocol IdentityResolver: Sendable {
    /// Identifies a process. Blocks while it reads files.
    func identify(_ process: any ObservableProcess, _ credentials: BusCredentials) -> ResolverResult
}

/// The bus's information about a process.
struct BusCredentials: Hashable, Sendable {
    /// The user of the process, according to the bus and to the kernel.
    let user: UInt32
    /// The security label of the connection; nil if the bus reports none.
    var label: String?
}

/// The result of one resolver.
enum ResolverResult: Hashable, Sendable {
    case client(ClientID)
    /// The process has no marks of this kind. The next resolver may recognize it.
    case notApplicable
    /// The marks cannot be read, or are malformed. No other resolver may be tried.
    case failed(IdentificationError)
}

/// Runs a system call. If it fails, the error says what could not be read, or that the process has ended.
func reading<Value>(_ what: String, _ read: () throws(Errno) -> Value) throws(IdentificationError) -> Value {
    do {
        return try read()
    } catch .noProcess {
        throw .ended
    } catch {
        throw .unreadable(what, error)
    }
}
