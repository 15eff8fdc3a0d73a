public import FilmgateSystem
import Glibc

/// Copies of photos for programs that need file paths. Each copy has its own folder, which only this user can access.
///
/// The copies are in the person's runtime directory, which is in memory and deleted at logout. If all programs' copies
/// there reach a limit, further copies are on the disk. Copies are deleted when their program ends, or after 24 hours.
/// After a program was killed, the next `sweep` of any program deletes its copies.
public final class PickStore: Sendable {
    private let memory: PickRoot?
    private let disk: PickRoot
    private let memoryLimit: UInt64
    private let runtime: String?

    /// The maximum lifetime of a copy, in nanoseconds.
    static let lifetime: Int64 = 24 * 3600 * 1_000_000_000

    /// - Parameters:
    ///   - runtime: the person's runtime directory; nil outside of a session.
    ///   - disk: the folder for copies that do not fit into the runtime directory. All users share this folder.
    ///   - memoryLimit: the maximum total size of all programs' copies in the runtime directory, in bytes.
    public init(runtime: String?, disk: String = "/var/tmp", memoryLimit: UInt64 = 256 << 20) {
        self.runtime = runtime
        memory = runtime.map { PickRoot(PickLocation.runtime($0)) }
        self.disk = PickRoot(PickLocation.disk(disk))
        self.memoryLimit = memoryLimit
    }

    /// Creates a store in the runtime directory that the environment names, if any.
    public convenience init() {
        self.init(runtime: environmentVariable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil })
    }

    /// Begins a pick.
    ///
    /// - Throws: `Errno` if a folder for copies can be created neither in memory nor on the disk.
    public func begin() throws(Errno) -> PickFolder {
        do throws(Errno) {
            guard let memory else { throw .noEntry }
            try memory.prepare()
        } catch { try disk.prepare() }
        return PickFolder(in: self)
    }

    /// Deletes the copies of a pick. If this fails, a sweep deletes them later.
    public func remove(_ folder: PickFolder) { folder.end() }

    /// Deletes all copies of this program. Call this when the program ends. After that, `add` throws `noEntry`.
    public func removeAll() { for root in [memory, disk] { root?.removeOwn() } }

    /// Removes copies of programs that no longer run, and copies that are older than 24 hours.
    public func sweep() { sweep(at: SystemTime.nanoseconds(of: CLOCK_REALTIME)) }

    /// - Parameter now: the current time, in nanoseconds since the Unix epoch.
    func sweep(at now: Int64) {
        for root in [memory, disk] { root?.sweep(keepingFrom: now.subtractingReportingOverflow(PickStore.lifetime).0) }
    }

    /// Writes a copy to memory or, if it does not fit there, to the disk.
    func add(_ copy: UnwrittenCopy) throws(Errno) -> WrittenCopy {
        if let memory, copy.size <= memoryLimit {
            // If this fails, the copy is written to the disk.
            if let entry = try? memory.add(copy, within: memoryLimit) { return entry }
        }
        return try disk.add(copy, within: .max)
    }

    /// Returns whether a path is in the store, even if there is no copy at the path.
    public func contains(_ path: String) -> Bool {
        let paths = PickLocation.spellings(of: path)
        return [memory, disk].contains { root in paths.contains { root?.location.covers($0) == true } }
    }

    /// Returns the document portal's identifier of a file; nil if the path does not belong to the portal. The portal
    /// can map the identifier to the file.
    public func document(in path: String) -> String? {
        guard let runtime, let names = PickLocation.names(of: path, below: "\(runtime)/doc") else { return nil }
        // `by-app/APP/ID/NAME` and `ID/NAME` are the same file.
        let own = names.first == "by-app" ? names.dropFirst(2) : names[...]
        return own.first
    }
}
