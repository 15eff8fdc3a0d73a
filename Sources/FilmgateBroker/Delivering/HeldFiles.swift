internal import FilmgateModel
internal import FilmgateSystem
internal import FilmgateWire

/// The files without a name that were made for the clients of a user, and the room for those that are being made. A file stays here for
/// as long as a client has it open, because the memory or the disk keeps it for as long.
@BrokerActor final class HeldFiles<Label: Sendable> {
    struct File: Sendable {
        let label: Label
        /// The broker's own opening: while it is the only one, no client has the file open.
        let content: OwnedDescriptor
        let size: UInt64
        /// The client for which it was made.
        let client: ClientID
    }

    /// Room for a file that is being made, until this object is dropped.
    @BrokerActor final class Reservation {
        private let files: HeldFiles
        private let number: Int

        fileprivate init(_ number: Int, in files: HeldFiles) {
            self.number = number
            self.files = files
        }

        isolated deinit { files.reservations[number] = nil }
    }

    struct Usage {
        var count = 0
        var bytes: UInt64 = 0
    }

    /// Bytes that all files together may have.
    let limit: UInt64
    private var files: [File] = []
    private var reservations: [Int: (client: ClientID, room: UInt64)] = [:]
    private var lastReservation = 0
    /// With so many files, those that nobody has open are dropped before the next comes.
    private var mostUnchecked = leastUnchecked
    /// Runs while there are files.
    private var cleaning: RepeatingTimer?

    private static var leastUnchecked: Int { 64 }
    private static var cleaningInterval: Duration { .seconds(10) }

    init(limit: UInt64) { self.limit = limit }

    /// Returns a file that a client has open.
    func first(where matches: (Label) -> Bool) -> File? {
        dropUnused()
        return files.first { matches($0.label) }
    }

    func add(_ file: File) {
        if files.count >= mostUnchecked {
            dropUnused()
            mostUnchecked = max(Self.leastUnchecked, 2 * files.count)
        }
        files.append(file)
        cleaning = cleaning ?? RepeatingTimer(every: Self.cleaningInterval) { [weak self] _ in self?.dropUnused() }
    }

    /// Reserves room for a file that will be made for a client.
    ///
    /// - Throws: `tooLarge` for a file that is larger than all may be together, `limitsExceeded` if the client holds too many open.
    func reserve(_ room: UInt64, for client: ClientID) throws(WireError) -> Reservation {
        guard room <= limit else {
            throw .tooLarge("This file could have \(room) bytes; at most \(limit) are possible. Ask for a smaller one.")
        }
        dropUnused()
        let (own, others) = usage(of: client)
        let share = fairShare(of: Int(limit), usedByOthers: Int(clamping: others.bytes), atLeast: 0)
        guard own.bytes + others.bytes + room <= limit, own.count == 0 || own.bytes + room <= UInt64(share) else {
            throw .limitsExceeded("This app holds too many files open that were made for it; close some.")
        }
        lastReservation += 1
        reservations[lastReservation] = (client, room)
        return Reservation(lastReservation, in: self)
    }

    /// What a client holds, and what all others hold.
    func usage(of client: ClientID) -> (own: Usage, others: Usage) {
        var (own, others) = (Usage(), Usage())
        for (holder, bytes) in files.map({ ($0.client, $0.size) }) + reservations.values.map({ ($0, $1) }) {
            if holder == client { own.add(bytes) } else { others.add(bytes) }
        }
        return (own, others)
    }

    func dropUnused() {
        files.removeAll { !$0.content.isOpenElsewhere }
        if files.isEmpty {
            cleaning?.cancel()
            cleaning = nil
        }
    }
}

extension HeldFiles.Usage {
    mutating func add(_ size: UInt64) {
        count += 1
        bytes += size
    }
}

extension HeldFiles<Void> {
    /// Notes that a client is given a file in memory, and opens it for the client.
    func give(_ content: OwnedDescriptor, to client: ClientID) throws -> OwnedDescriptor {
        try note(content, of: client)
        return try content.reopenedReadOnly()
    }

    /// Notes that a client is given a file in memory. The opening that made the file is none that the kernel counts.
    func note(_ content: OwnedDescriptor, of client: ClientID) throws {
        let kept = try content.reopenedReadOnly()
        add(File(label: (), content: kept, size: try content.facts().size, client: client))
    }
}

/// What the clients of a library have open that was made for them.
@BrokerActor struct HeldContent: Sendable {
    let memory = HeldFiles<Void>(limit: 1 << 30)
    let copies = HeldFiles<RedactedCopy>(limit: 32 << 30)
    let videos = HeldFiles<MadeVideo>(limit: 32 << 30)
}
