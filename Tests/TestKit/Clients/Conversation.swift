import Foundation
import Synchronization

/// The commands and answers of one `client.py`.
final class Conversation: ClientProgram {
    private struct State {
        var next = 1
        var waiting: [Int: CheckedContinuation<ClientAnswer, any Error>] = [:]
        var sent: [Int: @Sendable () -> Void] = [:]
        var ended = false
    }

    let program: Program
    private let state: SharedState

    /// Shared with the reading thread, which must not keep the program alive.
    private final class SharedState: Sendable {
        let value = Mutex(State())
    }

    init(start: (_ onLine: @escaping @Sendable (String?) -> Void) throws -> Program) throws {
        let state = SharedState()
        self.state = state
        program = try start { line in Self.heard(line, state) }
    }

    func ask(
        _ command: String, _ keys: [String: BusArgument], whenSent: (@Sendable () -> Void)?
    ) async throws -> ClientAnswer {
        let id = state.value.withLock { state in
            state.next += 1
            return state.next
        }
        var keys = keys
        keys["id"] = .integer(Int64(id))
        keys["do"] = .text(command)
        let line = String(decoding: try JSONEncoder().encode(BusArgument.table(keys)), as: UTF8.self) + "\n"
        let answer = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isListening = state.value.withLock { state in
                    if state.ended { return false }
                    state.waiting[id] = continuation
                    state.sent[id] = whenSent
                    return true
                }
                guard isListening else { return continuation.resume(throwing: ClientFailure("the client has ended")) }
                if Task.isCancelled { return self.abandon(id) }
                program.write(line)
            }
        } onCancel: {
            self.abandon(id)
        }
        if let failure = answer.failure { throw ClientFailure(failure) }
        if let error = answer.error { throw error }
        return answer
    }

    var pid: Int32 { program.pid }

    func kill() async {
        program.kill()
        await program.ended()
    }

    func end() async {
        program.closeInput()
        await program.ended()
    }

    private func abandon(_ id: Int) {
        state.value.withLock { $0.waiting.removeValue(forKey: id) }?.resume(throwing: CancellationError())
    }

    private static func heard(_ line: String?, _ state: SharedState) {
        guard let line else {
            let waiting = state.value.withLock { state in
                state.ended = true
                defer { state.waiting = [:] }
                return state.waiting.values
            }
            for continuation in waiting { continuation.resume(throwing: ClientFailure("the client has ended")) }
            return
        }
        guard let answer = try? JSONDecoder().decode(ClientAnswer.self, from: Data(line.utf8)) else { return }
        switch (answer.event, answer.id) {
        case ("sent", let id?): state.value.withLock { $0.sent.removeValue(forKey: id) }?()
        case (_, let id?): state.value.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: answer)
        default: break
        }
    }
}
