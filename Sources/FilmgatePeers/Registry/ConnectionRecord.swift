internal import FilmgateDBus
internal import FilmgateProcess
internal import FilmgateSystem
internal import Glibc

/// Which process was behind each name on this bus, kept in a file for the broker that comes after this one.
///
/// A line a connection, added when it was identified. The bus gives no unique name twice, so lines of connections that
/// have ended do no harm; they are taken out when they are most. A line that could not be written, or was not written
/// whole, costs its client no more than to connect anew after the broker's next start.
///
/// Writes on a queue of its own: the disk may be slow, and the event loop waits for none.
actor ConnectionRecord {
    private let queue = SerialQueue(named: "filmgate.connections")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Beyond this a file is not ours, in bytes.
    private static let sizeLimit = 4 << 20
    private static let name = "connections"

    /// Nil where nothing can be kept.
    private let file: OwnedDescriptor?
    private let heading: String
    private var lines: Int
    /// How many lines the file may have before those of the past are taken out.
    private var linesLimit: Int
    /// Those that are on the bus, as far as they are in the file.
    private var present: [BusName: ProcessKey] = [:]

    /// Opens the record, and empties it where it is another bus'.
    ///
    /// - Returns: also what the broker before wrote.
    static func open(in folder: Folder, bus: String) -> (record: ConnectionRecord, earlier: [BusName: ProcessKey]) {
        let heading = "filmgate connections 1 \(bus)"
        guard let file = try? folder.appendableFile(name), let facts = try? file.facts(), facts.isRegular,
            facts.owner == geteuid(), facts.permissions & 0o077 == 0
        else { return (ConnectionRecord(file: nil, heading: heading, lines: 0), [:]) }
        let text = (try? file.contents(upTo: sizeLimit)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == heading[...] else {
            return (rewritten(file, heading, keeping: [:]), [:])
        }
        let known = Dictionary(lines.dropFirst().dropLast().compactMap(Self.entry)) { $1 }
        // A broker that died while it wrote leaves half a line; the next one would be joined to it.
        if lines.last != "" { return (rewritten(file, heading, keeping: known), known) }
        return (ConnectionRecord(file: file, heading: heading, lines: lines.count, present: known.count), known)
    }

    private static func rewritten(
        _ file: OwnedDescriptor, _ heading: String, keeping known: [BusName: ProcessKey]
    ) -> ConnectionRecord {
        write(known, to: file, heading)
        return ConnectionRecord(file: file, heading: heading, lines: known.count + 1, present: known.count)
    }

    private init(file: OwnedDescriptor?, heading: String, lines: Int, present: Int = 0) {
        self.file = file
        self.heading = heading
        self.lines = lines
        linesLimit = Self.limit(of: present)
    }

    private static func limit(of present: Int) -> Int { max(1024, 4 * present) }

    /// Returns when the line is written.
    func add(_ name: BusName, _ process: ProcessKey) {
        present[name] = process
        if lines < linesLimit {
            lines += 1
            try? file?.write(Self.line(name, process).utf8)
        } else if let file {
            Self.write(present, to: file, heading)
            lines = present.count + 1
            linesLimit = Self.limit(of: present.count)
        }
    }

    func remove(_ name: BusName) { present[name] = nil }

    private static func write(_ known: [BusName: ProcessKey], to file: OwnedDescriptor, _ heading: String) {
        try? file.clear()
        let text = known.reduce(into: heading + "\n") { text, entry in text += Self.line(entry.key, entry.value) }
        try? file.write(text.utf8)
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
