import FilmgateDBus
import FilmgateModel
import FilmgateProcess
import FilmgateSystem

/// Names a process. A number alone does not, because it can be used again.
struct ProcessKey: Hashable, Sendable {
    let pid: UInt32
    let start: BootTicks
}

/// Which process may be behind a connection.
enum ProcessConstraint: Hashable, Sendable {
    /// One that had started before the connection's name was first seen: a later one uses the number of one that ended.
    case startedBy(BootTicks)
    /// The one that a previous broker recorded.
    case exactly(ProcessKey)

    func allows(_ process: ProcessKey) -> Bool {
        switch self {
        case .startedBy(let moment): process.start <= moment
        case .exactly(let recorded): process == recorded
        }
    }
}

/// Who is behind a connection, according to its process.
struct ProcessIdentity: Hashable, Sendable {
    let client: ClientID
    let user: UInt32
    let process: ProcessKey
    /// The program that it runs; nil in a sandbox.
    let program: Program?

    /// An executable, by its file, because a path proves nothing.
    struct Program: Hashable, Sendable {
        let path: String
        let device: UInt64
        let inode: UInt64
        /// The real group of the process that runs it.
        let realGroup: UInt32
    }
}

/// The result of a search.
struct IdentificationResult: Sendable {
    /// Nil if the bus did not tell, or was not asked.
    var pid: UInt32?
    let result: Result<ProcessIdentity, IdentificationError>

    /// Whether a later search may find more, because `filmgate-identify` did not answer.
    var isUnanswered: Bool { if case .failure(.unanswered) = result { true } else { false } }

    static func unknown(_ error: IdentificationError, of pid: UInt32? = nil) -> IdentificationResult {
        IdentificationResult(pid: pid, result: .failure(error))
    }
}

/// Searches for who is behind a name.
protocol PeerSearch: Sendable {
    /// Returns in time even if files, the bus or a different program never answer.
    func find(_ name: BusName, _ constraint: ProcessConstraint) async -> IdentificationResult
}
