import FilmgateDBus
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

/// Sends a file to a client through a pipe while a worker writes the file.
@BrokerActor final class PipeWriter {
    private let file: OwnedDescriptor
    private let pipe: OwnedDescriptor
    private var sent: UInt64 = 0
    /// The number of bytes that the worker no longer changes, and that can be sent.
    private var finalBytes: UInt64 = 0
    private var isComplete = false
    /// Resumed when more bytes can be sent.
    private var more: LoopContinuation<Void>?

    /// How long the client may read nothing before `run` throws an error.
    private static let patience: Duration = .seconds(30)
    private static let blockSize: UInt64 = 64 << 10

    /// - Parameter pipe: the writing end. This process must have closed its own descriptor of the reading end.
    init(of file: OwnedDescriptor, into pipe: OwnedDescriptor) {
        self.file = file
        self.pipe = pipe
    }

    /// Sends the bytes that no longer change, and further bytes as the worker writes them, until the file is complete.
    ///
    /// - Throws: `CancellationError` if the client has closed its end, `limitsExceeded` if the client reads nothing
    ///   for too long, `JobRefusal` if the file is shorter than the worker reported.
    func run() async throws {
        while true {
            try Task.checkCancellation()
            if sent < finalBytes {
                try await sendBlock()
            } else if isComplete {
                return
            } else {
                let more = LoopContinuation<Void>(on: BrokerActor.loop)
                self.more = more
                await withTaskCancellationHandler {
                    await more.outcome()
                } onCancel: {
                    more.end(with: ())
                }
            }
        }
    }

    /// Allows `run` to send the first `size` bytes of the file.
    func grow(to size: UInt64) {
        finalBytes = max(finalBytes, size)
        more?.end(with: ())
    }

    /// Marks the file as complete at this size. `run` ends when the whole file has been sent.
    func complete(at size: UInt64) {
        isComplete = true
        grow(to: size)
    }

    private func sendBlock() async throws {
        let (file, pipe, start, size) = (file, pipe, sent, min(finalBytes - sent, Self.blockSize))
        do {
            let written = try await offload {
                let block = try file.bytes(at: start, count: Int(size))
                guard block.count == Int(size) else { throw JobRefusal.unavailable("a video became shorter") }
                return try pipe.writeAtOnce(block)
            }
            sent += UInt64(written)
            if written > 0 { return }
            guard try await hasRoom() else {
                throw WireError.limitsExceeded(
                    "This app has read nothing of the video for \(Self.patience.components.seconds) seconds.")
            }
        } catch let error as Errno where error == .brokenPipe {
            throw CancellationError()
        }
    }

    /// Waits until the pipe accepts data. Returns false if the pipe accepts none for too long.
    private func hasRoom() async throws -> Bool {
        let room = LoopContinuation<Bool>(on: BrokerActor.loop)
        let watch = try BrokerActor.watch(pipe, isForWriting: true) { room.end(with: true) }
        let timer = BrokerActor.after(Self.patience) { room.end(with: false) }
        defer {
            watch.cancel()
            timer.cancel()
        }
        return await withTaskCancellationHandler {
            await room.outcome()
        } onCancel: {
            room.end(with: true)
        }
    }
}
