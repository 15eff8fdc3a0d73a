import FilmgateSystem
import Synchronization

/// A video that comes through a pipe while it is made. It is also stored in a file, so that the player may pause, and
/// so that the person can go back in it.
nonisolated final class IncomingVideo: Sendable {
    /// The reading end of the player's own pipe.
    let reading: OwnedDescriptor
    /// Is whole when all of the video has come.
    let file: OwnedDescriptor

    private struct Progress {
        var storedBytes: UInt64 = 0
        var hasEnded = false
    }

    /// As large as a pipe is by default.
    private static let blockSize = 64 << 10
    /// Where there is room for videos. The file has no name there.
    private static let folder = "/var/tmp"

    /// - Throws: `Errno` if there can be no file, pipe or thread.
    init(_ source: OwnedDescriptor) throws(Errno) {
        let file = try Directory(path: Self.folder).unnamedFile(permissions: 0o600)
        let (reading, writing) = try OwnedDescriptor.pipe(waits: true)
        (self.file, self.reading) = (file, reading)
        let progress = Shared()
        try startThread(named: "video-storing") { progress.store(source, in: file) }
        try startThread(named: "video-passing") { progress.pass(file, to: writing) }
    }

    /// What the two threads share. The threads do not keep the player's end of the pipe open.
    private final class Shared: Sendable {
        private let state = Mutex(Progress())
        private let more = Semaphore()

        /// Ends with the source, or if the disk is full: then the player comes to an early end.
        func store(_ source: OwnedDescriptor, in file: OwnedDescriptor) {
            // A failure ends the video early, as its end does.
            while let bytes = try? source.nextBytes(atMost: blockSize), !bytes.isEmpty {
                // The disk is full.
                guard (try? file.write(bytes)) != nil else { break }
                state.withLock { $0.storedBytes += UInt64(bytes.count) }
                more.signal()
            }
            state.withLock { $0.hasEnded = true }
            more.signal()
        }

        /// Ends with the file, or when the player has closed its pipe.
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
                // It fails if the player reads no further.
                guard let bytes = try? file.bytes(at: passed, count: Int(count)), (try? pipe.write(bytes)) != nil else {
                    return
                }
                passed += count
            }
        }
    }
}
