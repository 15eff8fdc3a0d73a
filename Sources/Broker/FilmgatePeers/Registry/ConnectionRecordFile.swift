import FilmgateDBus
import FilmgateProcess
import FilmgateSystem
import Glibc

/// Records in a file which process owns each unique name on this bus, for the next broker.
///
/// A line is added for each connection when it is identified. The bus never reuses a unique name, so lines of ended
/// connections do no harm. They are removed from time to time. If a line is missing or incomplete, its client must
/// reconnect after the broker's next start.
///
/// Writes on a separate queue, because the disk may be slow.
actor ConnectionRecordFile {
    private let queue = SerialQueue(named: "filmgate.connections")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// The size limit in bytes. A larger file counts as empty.
    private static let sizeLimit = 4 << 20
    private static let name = "connections"

    /// The file; nil if nothing can be recorded.
    private let file: OwnedDescriptor?
    private let heading: String
    private var lines: Int
    /// The number of lines at which lines of ended connections are removed.
    private var linesLimit: Int
    /// The names in the file whose connections still exist.
    private var present: [BusName: ProcessKey] = [:]

    /// Opens the record, and empties it if it belongs to a different bus.
    ///
    /// - Returns: the record, and the previous broker's entries.
    static func open(in folder: Directory, bus: String) -> (
        record: ConnectionRecordFile, earlier: [BusName: ProcessKey]
    ) {
        let heading = "filmgate connections 1 \(bus)"
        // Without the file nothing is recorded, and clients must reconnect after the broker's next start.
        guard let file = try? folder.appendableFile(name), let facts = try? file.facts(), facts.isRegular,
            facts.owner == geteuid(), facts.permissions & 0o077 == 0
        else { return (ConnectionRecordFile(file: nil, heading: heading, lines: 0), [:]) }
        // A file that cannot be read counts as empty.
        let text = (try? file.contents(upTo: sizeLimit)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == heading[...] else {
            return (rewritten(file, heading, keeping: [:]), [:])
        }
        let known = Dictionary(lines.dropFirst().dropLast().compactMap(Self.entry)) { $1 }
        // A broker that was killed while writing leaves an incomplete line, to which the next line would be appended.
        if lines.last != "" { return (rewritten(file, heading, keeping: known), known) }
        return (ConnectionRecordFile(file: file, heading: heading, lines: lines.count, present: known.count), known)
    }

    private static func rewritten(
        _ file: OwnedDescriptor, _ heading: String, keeping known: [BusName: ProcessKey]
    ) -> ConnectionRecordFile {
        write(known, to: file, heading)
        return ConnectionRecordFile(file: file, heading: heading, lines: known.count + 1, present: known.count)
    }

    private init(file: OwnedDescriptor?, heading: String, lines: Int, present: Int = 0) {
        self.file = file
        self.heading = heading
        self.lines = lines
        linesLimit = Self.limit(of: present)
    }

    private static func limit(of present: Int) -> Int { max(1024, 4 * present) }

    /// Adds a line. Returns when the line is written.
    func add(_ name: BusName, _ process: ProcessKey) {
        present[name] = process
        if lines < linesLimit {
            lines += 1
            // Without the line, the client must reconnect after the broker's next start.
            try? file?.write(Self.line(name, process).utf8)
        } else if let file {
            Self.write(present, to: file, heading)
            lines = present.count + 1
            linesLimit = Self.limit(of: present.count)
        }
    }

    func remove(_ name: BusName) { present[name] = nil }

    private static func write(_ known: [BusName: ProcessKey], to file: OwnedDescriptor, _ heading: String) {
        do throws(Errno) {
            try file.clear()
            let text = known.reduce(into: heading + "\n") { text, entry in text += Self.line(entry.key, entry.value) }
            try file.write(text.utf8)
        } catch {
            // A record that cannot be written is not fatal.
        }
    }

    private static func line(_ name: BusName, _ process: ProcessKey) -> String {
        "\(name) \(process.pid) \(process.start.rawValue)\n"
    }

    private static func entry(_ line: Substring) -> (BusName, ProcessKey)? {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, let name = BusName(String(words[0])), name.isUnique, let pid = UInt32(words[1]),
            let start = UInt64(words[2])
        else { return nil }
        return (name, ProcessKey(pid: pid, start: BootTicks(rawValue: start)))
    }
}
