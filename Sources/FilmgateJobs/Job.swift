/// A job that the broker gives to a worker.
///
/// On the wire, little-endian: the kind and the number of bytes of parameters that follow, four bytes each; the file to be
/// read comes as a descriptor with them. A kind that produces pixels will have parameters, and the memory file that
/// receives them with these.
public enum Job: UInt32, CaseIterable, Sendable {
    /// Read the file's metadata; no parameters.
    case inspect = 1

    /// The worker's descriptor of the socket for jobs.
    public static let socket: Int32 = 3
    public static let headerSize = 8

    public var header: [UInt8] { littleEndian(rawValue) + littleEndian(0) }

    /// Returns nil for bytes that are no known job.
    public init?(header: [UInt8]) {
        guard header.count == Job.headerSize, header[4...].allSatisfy({ $0 == 0 }) else { return nil }
        self.init(rawValue: number(header[..<4]))
    }
}

/// The exit codes of a worker.
public enum WorkerExit: Int32, Sendable {
    /// The broker hung up.
    case done = 0
    /// The bytes on the socket are no job.
    case misused = 64
    /// The cage cannot be entered on this machine; nothing was read.
    case noCage = 77
}

func littleEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

func number(_ bytes: some BidirectionalCollection<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
}
