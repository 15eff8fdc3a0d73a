import Foundation
import Glibc
import Synchronization

/// What comes out of a pipe, read to its end by a thread of its own.
public final class Collected: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var ended = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    init(readingFrom descriptor: Int32, onLine: (@Sendable (String?) -> Void)?) {
        Thread.detachNewThread {
            var line: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                guard let onLine else {
                    self.append(buffer[..<count])
                    continue
                }
                for byte in buffer[..<count] {
                    if byte != UInt8(ascii: "\n") { line.append(byte); continue }
                    onLine(String(decoding: line, as: UTF8.self))
                    line.removeAll(keepingCapacity: true)
                }
            }
            close(descriptor)
            onLine?(nil)
            self.end()
        }
    }

    /// What came so far.
    public var soFar: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Everything, once the other end is closed.
    public func all() async -> String {
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state in
                if !state.ended { state.waiting.append(continuation) }
                return state.ended
            }
            if ended { continuation.resume() }
        }
        return soFar
    }

    private func append(_ bytes: ArraySlice<UInt8>) { state.withLock { $0.bytes += bytes } }

    private func end() {
        let waiting = state.withLock { state in
            state.ended = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
