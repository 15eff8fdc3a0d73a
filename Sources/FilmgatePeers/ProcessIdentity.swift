internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateProcess
internal import FilmgateSystem

/// A process as no number alone can name it.
struct ProcessKey: Hashable, Sendable {
    let pid: UInt32
    let start: BootTicks
}

/// Which process may be behind a connection.
enum ProcessConstraint: Hashable, Sendable {
    /// One that had started when the connection's name was first seen: a later one has got the number of one that ended.
    case startedBy(BootTicks)
    /// The very one that was recorded when the name was first seen, by a broker that has ended since.
    case exactly(ProcessKey)

    func allows(_ process: ProcessKey) -> Bool {
        switch self {
        case .startedBy(let moment): process.start <= moment
        case .exactly(let recorded): process == recorded
        }
    }
}

/// Who is behind a connection, by what its process shows.
struct ProcessIdentity: Hashable, Sendable {
    let client: ClientID
    let user: UInt32
    let process: ProcessKey
    /// What it runs, where it is outside of sandboxes.
    let program: Program?

    /// An executable, by the file itself: a path may be any text, and a link leads to the file that it leads to now.
    struct Program: Hashable, Sendable {
        let path: String
        let device: UInt64
        let inode: UInt64
        /// The real group of the process that runs it.
        let realGroup: UInt32
    }
}

/// What came of a search.
struct Outcome: Sendable {
    /// Nil where the bus did not tell, or was not asked.
    var pid: UInt32?
    let result: Result<ProcessIdentity, IdentificationError>

    /// Whether the answer may be another once somebody is there who can be asked.
    var isUnanswered: Bool { if case .failure(.unanswered) = result { true } else { false } }

    static func unknown(_ doubt: IdentificationError, of pid: UInt32? = nil) -> Outcome {
        Outcome(pid: pid, result: .failure(doubt))
    }
}

/// Who can be asked who is behind a name.
protocol PeerSearch: Sendable {
    /// Comes back by itself, also where files, the bus or another program never answer.
    func find(_ name: BusName, _ bound: ProcessConstraint) async -> Outcome
}
