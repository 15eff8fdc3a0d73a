public import FilmgateSystem

/// Copies of photos for programs that know only paths: each in a folder of its own, accessible only to this user.
///
/// They are in the person's runtime directory, which is in memory and ends at logout, up to a limit for all programs;
/// the rest is on the disk. They end with the program that made them, and after 24 hours. A program that is killed
/// leaves its copies to the next `sweep` of any program.
public final class PickStore: Sendable {
    private let memory: PickRoot?
    private let disk: PickRoot
    private let memoryLimit: UInt64
    private let runtime: String?

    /// How long a copy exists at most, in nanoseconds.
    static let lifetime: Int64 = 24 * 3600 * 1_000_000_000

    /// - Parameters:
    ///   - runtime: the person's runtime directory; nil outside of a session.
    ///   - disk: the folder for what does not fit there. All users share it.
    ///   - memoryLimit: how many bytes the copies of all programs may have in the runtime directory.
    public init(runtime: String?, disk: String = "/var/tmp", memoryLimit: UInt64 = 256 << 20) {
        self.runtime = runtime
        memory = runtime.map { PickRoot(PickLocation.runtime($0)) }
        self.disk = PickRoot(PickLocation.disk(disk))
        self.memoryLimit = memoryLimit
    }

    /// The store of the session that the environment names.
    public convenience init() {
        self.init(runtime: environmentVariable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil })
    }

    /// Begins a pick, which has no copies yet.
    ///
    /// - Throws: `Errno` if there is no folder for copies, neither in memory nor on the disk.
    public func begin() throws(Errno) -> PickFolder {
        do throws(Errno) {
            guard let memory else { throw .noEntry }
            try memory.prepare()
        } catch { try disk.prepare() }
        return PickFolder(in: self)
    }

    /// Removes the copies of a pick. What cannot be removed is left to a sweep.
    public func remove(_ folder: PickFolder) { folder.end() }

    /// Removes all copies that were made here, at the end of the program: from now on `add` throws `noEntry`.
    public func removeAll() { for root in [memory, disk] { root?.removeOwn() } }

    /// Removes what programs left behind that no longer run, and what is older than 24 hours.
    public func sweep() { sweep(at: PickStore.now) }

    /// - Parameter now: in nanoseconds since the Unix epoch.
    func sweep(at now: Int64) {
        for root in [memory, disk] { root?.sweep(keepingFrom: now.subtractingReportingOverflow(PickStore.lifetime).0) }
    }

    /// Writes a copy where it fits.
    func add(_ copy: PendingCopy) throws(Errno) -> WrittenCopy {
        if let memory, copy.size <= memoryLimit {
            // Then it is written to the disk.
            if let entry = try? memory.add(copy, within: memoryLimit) { return entry }
        }
        return try disk.add(copy, within: .max)
    }

    /// Whether a path leads to the store, to a copy or to something that was a copy.
    public func contains(_ path: String) -> Bool {
        let paths = PickLocation.spellings(of: path)
        return [memory, disk].contains { root in paths.contains { root?.location.covers($0) == true } }
    }

    /// Returns the identifier that the document portal gave to a file, if the path is one of that portal's. The portal
    /// says which file it is.
    public func document(in path: String) -> String? {
        guard let runtime, let names = PickLocation.names(of: path, below: "\(runtime)/doc") else { return nil }
        // by-app/APP/ID/NAME is the same as ID/NAME.
        let own = names.first == "by-app" ? names.dropFirst(2) : names[...]
        return own.first
    }
}
