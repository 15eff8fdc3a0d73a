import FilmgateSystem
import Synchronization

/// A video that arrives while it is still being created. The player reads it from a pipe. The video is also stored in a
/// file, so that the player can pause, and so that the person can go back.
nonisolated final class IncomingVideo: Sendable {
    /// The read end of the pipe through which the player gets the video.
    let reading: OwnedDescriptor
    /// The file with the received part of the video.
    let file: OwnedDescriptor

    private struct Progress {
        var storedBytes: UInt64 = 0
        var hasEnded = false
    }

    /// The maximum number of bytes that are copied at a time, which is the default capacity of a pipe.
    private static let blockSize = 64 << 10
    /// A folder with space for videos. The file has no name in this folder.
    private static let folder = "/var/tmp"

    /// - Throws: `Errno` if the file, the pipe or a thread cannot be created.
    init(_ source: OwnedDescriptor) throws(Errno) {
        let file = try Directory(path: Self.folder).unnamedFile(permissions: 0o600)
        let (reading, writing) = try OwnedDescriptor.pipe(waits: true)
        (self.file, self.reading) = (file, reading)
        let progress = Shared()
        try startThread(named: "video-storing") { progress.store(source, in: file) }
        try startThread(named: "video-passing") { progress.pass(file, to: writing) }
    }

    /// The state that the two threads share. It does not hold the player's end of the pipe open.
    private final class Shared: Sendable {
        private let state = Mutex(Progress())
        private let more = Semaphore()

        /// Copies the source to the file until the source ends. If reading fails or the disk is full, the video ends
        /// early.
        func store(_ source: OwnedDescriptor, in file: OwnedDescriptor) {
            // A read error ends the video.
            while let bytes = try? source.nextBytes(atMost: blockSize), !bytes.isEmpty {
                // Writing fails if the disk is full.
                guard (try? file.write(bytes)) != nil else { break }
                state.withLock { $0.storedBytes += UInt64(bytes.count) }
                more.signal()
            }
            state.withLock { $0.hasEnded = true }
            more.signal()
        }

        /// Copies the file to the pipe until the video ends, or until the player closes its end of the pipe.
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
                // Writing fails if the player has closed its end of the pipe.
                guard let bytes = try? file.bytes(at: passed, count: Int(count)), (try? pipe.write(bytes)) != nil else {
                    return
                }
                passed += count
            }
        }
    }
}
