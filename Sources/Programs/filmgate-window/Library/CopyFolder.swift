import FilmgateLibraryTools
import FilmgateSystem
import Synchronization

/// Copies of photos, which no other user can read: up to a number of bytes in the session's runtime folder, which is in
/// memory, and the rest on the disk. Each file has a folder of its own, so that it keeps its name.
nonisolated final class CopyFolder: Sendable {
    private struct State {
        var session: ProcessFolder?
        /// The bytes that this process has in the session's runtime folder.
        var sessionBytes: UInt64 = 0
        var disk: ProcessFolder?
    }

    private let sessionPath: String?
    private let diskPath: String
    private let sessionLimit: UInt64
    private let state = Mutex(State())

    /// - Parameter sessionLimit: how many bytes the copies of all windows may have in the session's runtime folder.
    init(
        session: String? = TemporaryFiles.sessionDrags, disk: String = TemporaryFiles.disk,
        sessionLimit: UInt64 = 256 << 20
    ) {
        (sessionPath, diskPath, self.sessionLimit) = (session, disk, sessionLimit)
    }

    /// Copies a file, and returns the path of the copy; nil if that fails.
    ///
    /// - Parameter name: the name of the copy, in which invalid characters are replaced.
    func add(_ content: OwnedDescriptor, named name: String) -> String? {
        let safe = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { $0 == "/" || $0.value < 32 || $0.value == 127 ? "_" : $0 }))
        let shown = safe.hasPrefix(".") || safe.isEmpty ? "_" + safe.dropFirst() : safe
        do throws(Errno) {
            let size = try content.facts().size
            if let folder = session(reserving: size) {
                // Then it is copied to the disk.
                if let path = try? Self.copy(content, size, to: folder, shown) { return path }
                state.withLock { $0.sessionBytes -= min(size, $0.sessionBytes) }
            }
            return try Self.copy(content, size, to: disk(), shown)
        } catch { return nil }
    }

    private static func copy(
        _ content: OwnedDescriptor, _ size: UInt64, to folder: ProcessFolder, _ name: String
    ) throws(Errno) -> String {
        let number = "\(UInt64.random(in: 0 ... .max))"
        let directory = try folder.directory.newDirectory(number)
        do throws(Errno) {
            let file = try directory.newFile(name)
            // Fails at once if there is no room, rather than filling the memory that other programs need.
            if size > 0 { try file.reserve(size) }
            guard try content.copyContent(to: file, atMost: size) == size else { throw .badMessage }
        } catch {
            // It is removed with the folder, at the latest by the sweep of a later process.
            try? folder.directory.removeTree(number)
            throw error
        }
        return "\(folder.path)/\(number)/\(name)"
    }

    /// Returns this process's folder in the session, made for the first copy; nil if a file does not fit.
    private func session(reserving size: UInt64) -> ProcessFolder? {
        guard let sessionPath, size <= sessionLimit else { return nil }
        return state.withLock { state in
            // Then it is copied to the disk.
            if state.session == nil { state.session = try? Self.folder(below: sessionPath) }
            guard let session = state.session else { return nil }
            let used = state.sessionBytes.addingReportingOverflow(Self.bytes(in: sessionPath, besides: session))
            guard !used.overflow, used.partialValue <= sessionLimit - size else { return nil }
            state.sessionBytes += size
            return session
        }
    }

    private static func folder(below path: String) throws(Errno) -> ProcessFolder {
        _ = try Directory.making(path)
        return try ProcessFolder(in: path, named: "")
    }

    /// The size of the copies of other windows.
    private static func bytes(in path: String, besides own: ProcessFolder) -> UInt64 {
        do throws(Errno) {
            let folder = try Directory(path: path)
            return try folder.names().reduce(0) { sum, name in
                // A window that closes removes its folder.
                let size = own.path == "\(path)/\(name)" ? 0 : (try? folder.directory(name))?.contentSize ?? 0
                return sum.addingReportingOverflow(size).partialValue
            }
        } catch { return 0 }
    }

    private func disk() throws(Errno) -> ProcessFolder {
        try state.withLock { state throws(Errno) in
            if let disk = state.disk { return disk }
            let disk = try ProcessFolder(in: diskPath, named: TemporaryFiles.drags)
            state.disk = disk
            return disk
        }
    }

    /// Removes all copies.
    func remove() {
        let folders = state.withLock { state in
            defer { (state.session, state.sessionBytes, state.disk) = (nil, 0, nil) }
            return [state.session, state.disk]
        }
        for folder in folders { folder?.remove() }
    }
}
