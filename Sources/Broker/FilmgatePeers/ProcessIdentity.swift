public import FilmgateDBus
public import FilmgateModel
import FilmgateProcess
import FilmgateSystem

/// The number and the start time of a process. The number alone is not enough, because numbers are reused.
struct ProcessKey: Hashable, Sendable {
    let pid: UInt32
    let start: BootTicks
}

/// The condition that the process behind a connection must satisfy.
enum ProcessConstraint: Hashable, Sendable {
    /// The process started before the connection's name was first seen. A later process must have reused the number.
    case startedBy(BootTicks)
    /// The process is the one that a previous broker recorded.
    case exactly(ProcessKey)

    func allows(_ process: ProcessKey) -> Bool {
        switch self {
        case .startedBy(let moment): process.start <= moment
        case .exactly(let recorded): process == recorded
        }
    }
}

/// The client of a connection, according to its process.
struct ProcessIdentity: Hashable, Sendable {
    let client: ClientID
    let user: UInt32
    let process: ProcessKey
    /// The program that the process runs; nil in a sandbox.
    let program: Program?

    /// An executable, identified by its file, because other programs can claim its path.
    struct Program: Hashable, Sendable {
        let path: String
        let device: UInt64
        let inode: UInt64
        /// The real group of the process that runs the executable.
        let realGroup: UInt32
    }
}

/// The result of searching for a client.
struct IdentificationResult: Sendable {
    /// The number of the process; nil if the bus did not report it, or was not asked.
    var pid: UInt32?
    let result: Result<ProcessIdentity, IdentificationError>

    /// Whether another search may succeed, because `filmgate-identify` did not answer this time.
    var isUnanswered: Bool { if case .failure(.unanswered) = result { true } else { false } }

    static func unknown(_ error: IdentificationError, of pid: UInt32? = nil) -> IdentificationResult {
        IdentificationResult(pid: pid, result: .failure(error))
    }
}

/// Searches for the client behind a bus name.
protocol PeerSearch: Sendable {
    /// Identifies the client of a bus name, within a limited time even if a disk or a program never replies.
    func find(_ name: BusName, _ constraint: ProcessConstraint) async -> IdentificationResult

    /// Identifies a process that a user's delegate named. The time is limited, too.
    func find(_ process: OwnedDescriptor, of user: UInt32, _ constraint: ProcessConstraint) async
        -> IdentificationResult
}

/// The identity of a caller, or the reason why it is unknown.
public enum Identification: Hashable, Sendable {
    case client(Client)
    case unidentified(IdentificationError)
}

/// A connection to the bus, and the client behind it.
public struct Peer: Hashable, Sendable {
    public let name: BusName
    /// The number of the process; nil if the bus did not report it, or was not asked.
    public let pid: UInt32?
    public let identification: Identification

    public var client: Client? {
        if case .client(let client) = identification { client } else { nil }
    }
}
