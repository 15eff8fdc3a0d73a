internal import FilmgateModel
internal import FilmgateProcess
internal import FilmgateSystem

/// One way of telling who a process is. Several are tried in turn, the surest first.
protocol Identifier: Sendable {
    /// Blocks for as long as the files take that it reads.
    func identify(_ process: any ObservableProcess, _ attested: BusCredentials) -> Identity
}

/// What is known of a process before its marks are looked at.
struct BusCredentials: Hashable, Sendable {
    /// Whom the bus and the kernel both say the process belongs to.
    let user: UInt32
    /// The security label that the connection was made with, where the bus tells one.
    var label: String?
}

/// What one way of telling has found.
enum Identity: Hashable, Sendable {
    case client(ClientID)
    /// The process bears none of the marks of this kind; another way may know it.
    case notMine
    /// The marks could not be read, or are not as they must be: no other way may be tried.
    case doubtful(IdentificationError)
}

/// Runs a system call, and says on failure what it was about.
func reading<Value>(_ what: String, _ read: () throws(Errno) -> Value) throws(IdentificationError) -> Value {
    do {
        return try read()
    } catch .noProcess {
        throw .ended
    } catch {
        throw .unreadable(what, error)
    }
}
