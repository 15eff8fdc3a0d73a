import CFilmgatePolkit
import FilmgatePolicy
import Synchronization

/// A request to polkit, and the task that waits for the answer. Only the first answer counts.
final class PolkitCheck: @unchecked Sendable {
    let question: PolkitQuestion
    /// The object that cancels the check. It exists as long as the request. GLib allows its use on any thread.
    let cancellable: UnsafeMutablePointer<GCancellable>?
    private let state = Mutex(State.asked)

    private enum State {
        case asked
        case awaited(CheckedContinuation<AuthorityAnswer, Never>)
        case ended(AuthorityAnswer)
    }

    private let library: fg_polkit

    init(_ question: PolkitQuestion, _ library: fg_polkit) {
        self.question = question
        self.library = library
        cancellable = library.g_cancellable_new()
    }

    deinit { if let cancellable { library.g_object_unref(UnsafeMutableRawPointer(cancellable)) } }

    func wait(with continuation: CheckedContinuation<AuthorityAnswer, Never>) {
        let answer = state.withLock { state -> AuthorityAnswer? in
            if case .ended(let answer) = state { return answer }
            state = .awaited(continuation)
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }

    func end(with answer: AuthorityAnswer) {
        let continuation = state.withLock { state -> CheckedContinuation<AuthorityAnswer, Never>? in
            switch state {
            case .ended: return nil
            case .asked:
                state = .ended(answer)
                return nil
            case .awaited(let continuation):
                state = .ended(answer)
                return continuation
            }
        }
        continuation?.resume(returning: answer)
    }

    var hasEnded: Bool { state.withLock { if case .ended = $0 { true } else { false } } }

    /// Cancels the check in polkit, which closes the dialog. Called on GLib's thread.
    func cancel() { library.g_cancellable_cancel(cancellable) }
}

/// A closure that runs on GLib's thread.
final class GLibClosure: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// The data of a callback of GLib: its `Polkit`, and the request.
final class CallbackData: Sendable {
    private let polkit: Polkit
    private let check: PolkitCheck

    init(_ polkit: Polkit, _ check: PolkitCheck) {
        self.polkit = polkit
        self.check = check
    }

    func reached(_ result: OpaquePointer?) { polkit.reached(result, for: check) }

    func answered(_ authority: OpaquePointer, _ result: OpaquePointer?) {
        polkit.answered(authority, result, to: check)
    }
}
