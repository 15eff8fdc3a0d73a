public import FilmgateSystem
import Glibc

/// Copies of photos for programs that know only paths: each in its own folder, which only this user can access.
///
/// Copies are stored in the person's runtime directory, which is in memory and removed at logout. If they exceed a
/// limit for all programs, further copies are stored on the disk. They are removed when the program that made them
/// ends, and after 24 hours. The copies of a killed program are removed by the next `sweep` of any program.
public final class PickStore: Sendable {
    private let memory: PickRoot?
    private let disk: PickRoot
    private let memoryLimit: UInt64
    private let runtime: String?

    /// The maximum lifetime of a copy, in nanoseconds.
    static let lifetime: Int64 = 24 * 3600 * 1_000_000_000

    /// - Parameters:
    ///   - runtime: the person's runtime directory; nil outside of a session.
    ///   - disk: the folder for copies that do not fit there. It is shared by all users.
    ///   - memoryLimit: the maximum size of all programs' copies in the runtime directory, in bytes.
    public init(runtime: String?, disk: String = "/var/tmp", memoryLimit: UInt64 = 256 << 20) {
        self.runtime = runtime
        memory = runtime.map { PickRoot(PickLocation.runtime($0)) }
        self.disk = PickRoot(PickLocation.disk(disk))
        self.memoryLimit = memoryLimit
    }

    /// Creates the store for the session that the environment names.
    public convenience init() {
        self.init(runtime: environmentVariable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil })
    }

    /// Begins a pick, to which copies can be added.
    ///
    /// - Throws: `Errno` if there is no folder for copies, neither in memory nor on the disk.
    public func begin() throws(Errno) -> PickFolder {
        do throws(Errno) {
            guard let memory else { throw .noEntry }
            try memory.prepare()
        } catch { try disk.prepare() }
        return PickFolder(in: self)
    }

    /// Removes the copies of a pick. Copies that cannot be removed are left to a sweep.
    public func remove(_ folder: PickFolder) { folder.end() }

    /// Removes all copies that this program made. Called at the end of the program. After that, `add` throws `noEntry`.
    public func removeAll() { for root in [memory, disk] { root?.removeOwn() } }

    /// Removes copies of programs that no longer run, and copies that are older than 24 hours.
    public func sweep() { sweep(at: SystemTime.nanoseconds(of: CLOCK_REALTIME)) }

    /// - Parameter now: the current time, in nanoseconds since the Unix epoch.
    func sweep(at now: Int64) {
        for root in [memory, disk] { root?.sweep(keepingFrom: now.subtractingReportingOverflow(PickStore.lifetime).0) }
    }

    /// Writes a copy in memory if it fits there; if not, on the disk.
    func add(_ copy: PendingCopy) throws(Errno) -> WrittenCopy {
        if let memory, copy.size <= memoryLimit {
            // If this fails, the copy is written to the disk.
            if let entry = try? memory.add(copy, within: memoryLimit) { return entry }
        }
        return try disk.add(copy, within: .max)
    }

    /// Returns whether a path leads to the store, to a copy, or to a place where a copy was.
    public func contains(_ path: String) -> Bool {
        let paths = PickLocation.spellings(of: path)
        return [memory, disk].contains { root in paths.contains { root?.location.covers($0) == true } }
    }

    /// Returns the identifier of a file in the document portal, if the path belongs to that portal. The portal can map
    /// the identifier to the file.
    public func document(in path: String) -> String? {
        guard let runtime, let names = PickLocation.names(of: path, below: "\(runtime)/doc") else { return nil }
        // `by-app/APP/ID/NAME` is the same file as `ID/NAME`.
        let own = names.first == "by-app" ? names.dropFirst(2) : names[...]
        return own.first
    }
}
