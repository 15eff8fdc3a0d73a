import FilmgateModel
import FilmgateSystem
import FilmgateWire

/// The files that were made for a user's clients, and the space reserved for files that are being made. A file counts
/// toward the limits until no client has it open, because it takes memory or disk space until then. Files for the
/// owner's tools can be kept longer, as long as there is space.
@BrokerActor final class ClientFileTable<Label: Sendable>: DescriptorHolder {
    struct File: Sendable {
        let label: Label
        /// The broker's own descriptor. If no other descriptor of the file exists, no client has the file open.
        let content: OwnedDescriptor
        let size: UInt64
        /// The client for which the file was made.
        let client: ClientID
        /// Whether the file is kept for some time after the client has closed it, so that it need not be made again.
        var isKept = false
        /// How long no client has had the file open, in steps of the cleaning interval.
        fileprivate var unusedTime = Duration.zero

        init(label: Label, content: OwnedDescriptor, size: UInt64, client: ClientID, isKept: Bool = false) {
            (self.label, self.content, self.size) = (label, content, size)
            (self.client, self.isKept) = (client, isKept)
        }
    }

    /// A reservation of space for a file that is being made. It lasts until this object is released.
    @BrokerActor final class Reservation {
        private let files: ClientFileTable
        private let number: Int

        fileprivate init(_ number: Int, in files: ClientFileTable) {
            self.number = number
            self.files = files
        }

        isolated deinit { files.endReservation(number) }
    }

    struct Usage {
        var count = 0
        var bytes: UInt64 = 0

        mutating func add(_ size: UInt64) {
            count += 1
            bytes += size
        }
    }

    /// The limit for all files together, in bytes.
    let limit: UInt64
    /// The maximum number of files.
    let mostFiles: Int
    /// Whether dropped files are truncated, so that they take no space even if a client has an `O_PATH` descriptor,
    /// which `isOpenElsewhere` does not detect. Only for files to which no client can write.
    private let emptiesDropped: Bool
    /// The number of the broker's descriptors that a file needs.
    private let descriptorsEach: Int
    private let descriptors: UserDescriptors
    private var files: [File] = []
    private var reservations: [Int: (client: ClientID, room: UInt64)] = [:]
    private var lastReservation = 0
    /// If there are at least this many files, `add` calls `clean` before it adds another one.
    private var mostUnchecked = leastUnchecked
    /// The timer of the cleaning, which runs as long as there are files.
    private var cleaning: RepeatingTimer?

    private static var leastUnchecked: Int { 64 }
    private static var cleaningInterval: Duration { .seconds(10) }
    /// How long a kept file stays after its clients have closed it.
    private static var keepingTime: Duration { .seconds(3600) }
    /// The maximum total size of the kept files that no client has open, in bytes.
    private static var mostKeptBytes: UInt64 { 512 << 20 }

    init(
        limit: UInt64, mostFiles: Int = .max, descriptorsEach: Int = 1, of descriptors: UserDescriptors,
        emptiesDropped: Bool = false
    ) {
        self.limit = limit
        self.mostFiles = mostFiles
        self.emptiesDropped = emptiesDropped
        self.descriptorsEach = descriptorsEach
        self.descriptors = descriptors
        descriptors.register(self)
    }

    isolated deinit {
        for file in files { descriptors.remove(descriptorsEach, from: file.client) }
    }

    /// Returns a file that was made for this client, and that is still open or kept. Never returns another client's
    /// file, because the time of its creation would reveal what that client does.
    func first(of client: ClientID, where matches: (Label) -> Bool) -> File? {
        files.first { $0.client == client && matches($0.label) && ($0.isKept || $0.content.isOpenElsewhere) }
    }

    var labels: some Sequence<Label> { files.lazy.map(\.label) }

    func add(_ file: File) {
        if files.count >= mostUnchecked {
            clean(after: .zero)
            mostUnchecked = max(Self.leastUnchecked, 2 * files.count)
        }
        files.append(file)
        descriptors.add(descriptorsEach, to: file.client)
        cleaning =
            cleaning
            ?? RepeatingTimer(every: Self.cleaningInterval) { [weak self] _ in
                self?.clean(after: Self.cleaningInterval)
            }
    }

    /// Reserves space for a file that will be made for a client. The files of all clients together stay within
    /// `limit`. A client's first file may exceed the client's share, but leaves an eighth to files within theirs.
    ///
    /// - Throws: `tooLarge` if `room` is more than one file may have; `limitsExceeded` if too little space is left, or if the client
    ///   would exceed its share of the bytes, files or descriptors.
    func reserve(_ room: UInt64, for client: ClientID) throws(WireError) -> Reservation {
        try checkRoom(room, for: client)
        lastReservation += 1
        reservations[lastReservation] = (client, room)
        descriptors.add(descriptorsEach, to: client)
        return Reservation(lastReservation, in: self)
    }

    /// The maximum size of a file, in bytes. An eighth of the limit is left to files within their clients' shares.
    private var largest: UInt64 { limit - limit / 8 }

    /// Checks whether there is space for a further file of a client. Reserved space counts as used.
    ///
    /// - Throws: the errors of `reserve`.
    fileprivate func checkRoom(_ room: UInt64, for client: ClientID) throws(WireError) {
        guard room <= largest else {
            throw .tooLarge(
                "This file could have \(room) bytes; at most \(largest) are possible. Ask for a smaller one.")
        }
        guard retrying({ hasRoom(room, for: client) }) else { throw excess(of: room, for: client) }
    }

    private func hasRoom(_ room: UInt64, for client: ClientID) -> Bool {
        let (own, others) = usage(of: client)
        let share = fairShare(of: Int(limit), usedByOthers: Int(clamping: others.bytes), atLeast: 0)
        let all = own.bytes + others.bytes + room
        return all <= limit && (own.bytes + room <= UInt64(share) || own.count == 0 && all <= largest)
            && allowsFurtherFile(for: client, own, others)
    }

    private func allowsFurtherFile(for client: ClientID, _ own: Usage, _ others: Usage) -> Bool {
        own.count < fairShare(of: mostFiles, usedByOthers: others.count) && hasDescriptors(for: client)
    }

    /// Returns the error for a file of this size. The error states which limit is exceeded: files or bytes.
    private func excess(of bytes: UInt64, for client: ClientID) -> WireError {
        let (own, others) = usage(of: client)
        guard allowsFurtherFile(for: client, own, others) else {
            return .limitsExceeded(
                "This app has \(own.count) files open that were made for it, as many files as it may have now; "
                    + "close some.")
        }
        guard own.count > 0 else {
            return .limitsExceeded(
                "Files that were made for other apps leave no room for \(bytes) bytes now; ask again later, or for a "
                    + "smaller one.")
        }
        return .limitsExceeded(
            "This app has \(own.count) files with \(own.bytes) bytes in total open that were made for it, and wants \(bytes) "
                + "bytes more; close some, or ask for smaller ones.")
    }

    /// Returns whether the descriptor budget allows a client one more file.
    func hasDescriptors(for client: ClientID) -> Bool { descriptors.allows(descriptorsEach, to: client) }

    /// Checks a limit. If it is exceeded, drops the user's files that no client has open, and checks again.
    func retrying(_ isWithin: () -> Bool) -> Bool {
        if isWithin() { return true }
        descriptors.dropUnused()
        return isWithin()
    }

    private func endReservation(_ number: Int) {
        guard let ended = reservations.removeValue(forKey: number) else { return }
        descriptors.remove(descriptorsEach, from: ended.client)
    }

    /// Returns the usage of a client, and of all other clients.
    func usage(of client: ClientID) -> (own: Usage, others: Usage) {
        var (own, others) = (Usage(), Usage())
        func count(_ bytes: UInt64, of holder: ClientID) {
            if holder == client { own.add(bytes) } else { others.add(bytes) }
        }
        for file in files { count(file.size, of: file.client) }
        for (holder, room) in reservations.values { count(room, of: holder) }
        return (own, others)
    }

    /// Returns the other clients that have files.
    func clients(besides client: ClientID) -> Set<ClientID> { Set(files.lazy.map(\.client).filter { $0 != client }) }

    /// Drops all files that no client has open, including kept files. Called if the space is needed.
    func dropUnused() { drop(files.indices(where: { !$0.content.isOpenElsewhere })) }

    /// Drops the files that no client has open, except the newest kept files, up to `keepingTime` and `mostKeptBytes`.
    ///
    /// - Parameter time: the time to add to the unused time of files: the interval of the timer, or zero for an extra
    ///   cleaning.
    private func clean(after time: Duration) {
        var (unneeded, bytes) = (RangeSet<Int>(), 0 as UInt64)
        // The loop begins with the newest file, so that the limit of bytes drops the oldest.
        for index in files.indices.reversed() {
            let isOpen = files[index].content.isOpenElsewhere
            files[index].unusedTime = isOpen ? .zero : files[index].unusedTime + time
            if isOpen { continue }
            let file = files[index]
            if file.isKept, file.unusedTime < Self.keepingTime, file.size <= Self.mostKeptBytes - bytes {
                bytes += file.size
            } else {
                unneeded.insert(index, within: files)
            }
        }
        drop(unneeded)
    }

    private func drop(_ unneeded: RangeSet<Int>) {
        for file in files[unneeded] {
            // If this fails, the file is still dropped and its descriptor closed.
            if emptiesDropped { try? file.content.resize(to: 0) }
            descriptors.remove(descriptorsEach, from: file.client)
        }
        files.removeSubranges(unneeded)
        if files.isEmpty {
            cleaning?.cancel()
            cleaning = nil
        }
    }
}

/// The file that a descriptor refers to.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    init(_ facts: FileStatus) { (device, inode) = (facts.device, facts.inode) }
}

extension ClientFileTable<FileIdentity> {
    /// Counts a file for a client, and returns a new read-only descriptor of the file.
    func give(_ content: OwnedDescriptor, to client: ClientID) throws -> OwnedDescriptor {
        try note(content, of: client)
        return try content.reopenedReadOnly()
    }

    /// Counts a file for a client if there is space, and returns a new read-only descriptor. If the file
    /// is already counted, returns `content`.
    ///
    /// - Parameter content: a descriptor of a file on disk. No other code may use the descriptor.
    /// - Throws: the errors of `reserve`, and an error of opening the file.
    func lend(_ content: OwnedDescriptor, to client: ClientID) throws -> OwnedDescriptor {
        let facts = try content.facts()
        let identity = FileIdentity(facts)
        if contains(identity) { return content }
        try checkRoom(facts.size, for: client)
        let opened = try content.reopenedReadOnly()
        add(File(label: identity, content: content, size: facts.size, client: client))
        return opened
    }

    /// Counts a file that a client receives, unless it is already counted for any client. Stores a new descriptor,
    /// because `isOpenElsewhere` does not work with the descriptor that created a memory file.
    func note(_ content: OwnedDescriptor, of client: ClientID) throws {
        let facts = try content.facts()
        let identity = FileIdentity(facts)
        guard !contains(identity) else { return }
        add(File(label: identity, content: try content.reopenedReadOnly(), size: facts.size, client: client))
    }

    private func contains(_ identity: FileIdentity) -> Bool { labels.contains(identity) }
}

/// The files that were made for a library's clients, and that the clients have open.
@BrokerActor struct LibraryClientFiles: Sendable {
    /// Content in memory: images, parts of files, and copies of files.
    let memory: ClientFileTable<FileIdentity>
    /// Cached images that the owner's tools have open. They take disk space even after the cache has removed them.
    let cached: ClientFileTable<FileIdentity>
    let copies: ClientFileTable<RedactionSource>
    let videos: ClientFileTable<ConvertedVideo>
    let descriptors: UserDescriptors

    /// - Parameter limit: the limit for all content in memory, in bytes.
    init(memory limit: UInt64, _ descriptors: UserDescriptors) {
        self.descriptors = descriptors
        memory = ClientFileTable(limit: limit, mostFiles: 1024, of: descriptors)
        cached = ClientFileTable(limit: 1 << 30, mostFiles: 8192, of: descriptors)
        // Each file needs two descriptors: the broker's own descriptor, and one from which the clients' descriptors are
        // opened.
        copies = ClientFileTable(limit: 32 << 30, descriptorsEach: 2, of: descriptors, emptiesDropped: true)
        videos = ClientFileTable(limit: 32 << 30, descriptorsEach: 2, of: descriptors, emptiesDropped: true)
    }
}
