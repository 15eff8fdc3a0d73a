import FilmgateSystem
import Synchronization

/// A video that arrives through a pipe while it is made. It is also stored in a file, so that the player may pause, and
/// so that the person can go back in it.
nonisolated final class IncomingVideo: Sendable {
    /// The reading end of the player's own pipe.
    let reading: OwnedDescriptor
    /// The file, which is complete when the whole video has arrived.
    let file: OwnedDescriptor

    private struct Progress {
        var storedBytes: UInt64 = 0
        var hasEnded = false
    }

    /// The default size of a pipe.
    private static let blockSize = 64 << 10
    /// A folder with room for videos. The file has no name in this folder.
    private static let folder = "/var/tmp"

    /// - Throws: `Errno` if the file, the pipe or the thread cannot be made.
    init(_ source: OwnedDescriptor) throws(Errno) {
        let file = try Directory(path: Self.folder).unnamedFile(permissions: 0o600)
        let (reading, writing) = try OwnedDescriptor.pipe(waits: true)
        (self.file, self.reading) = (file, reading)
        let progress = Shared()
        try startThread(named: "video-storing") { progress.store(source, in: file) }
        try startThread(named: "video-passing") { progress.pass(file, to: writing) }
    }

    /// The state that the two threads share. The threads do not keep the player's end of the pipe open.
    private final class Shared: Sendable {
        private let state = Mutex(Progress())
        private let more = Semaphore()

        /// Copies the source into the file until the source ends, or the disk is full. If the disk is full, the player
        /// reaches an early end.
        func store(_ source: OwnedDescriptor, in file: OwnedDescriptor) {
            // A failure ends the video early, like the end of the source.
            while let bytes = try? source.nextBytes(atMost: blockSize), !bytes.isEmpty {
                // The disk is full.
                guard (try? file.write(bytes)) != nil else { break }
                state.withLock { $0.storedBytes += UInt64(bytes.count) }
                more.signal()
            }
            state.withLock { $0.hasEnded = true }
            more.signal()
        }

        /// Copies the file into the pipe until the file is complete, or the player has closed its end.
        func pass(_ file: OwnedDescriptor, to pipe: OwnedDescriptor) {
            var passed: UInt64 = 0
            while true {
                let progress = state.withLock { $0 }
                guard passed < progress.storedBytes else {
                    if progress.hasEnded { return }
                    _ = more.wait(atMost: .seconds(60))
                    continue
                }
                let count = min(progress.storedBytes - passed, UInt64(blockSize))
                // Writing fails if the player no longer reads.
                guard let bytes = try? file.bytes(at: passed, count: Int(count)), (try? pipe.write(bytes)) != nil else {
                    return
                }
                passed += count
            }
        }
    }
}
