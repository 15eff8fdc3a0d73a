import FilmgateDBus
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// An open request for content of an asset.
@BrokerActor protocol ContentRequest: AnyObject, Sendable {
    /// The inputs of the decision about whether the client may have the content. Equal inputs give the
    /// same decision.
    var accessState: AccessState { get }

    /// Whether the client may have the content now.
    var isAllowed: Bool { get async throws }

    func response() async throws -> RequestResponse
}

extension ContentRequest {
    /// Carries out the request, and returns the response for the client. Stops the work if the client loses its access
    /// to the content meanwhile.
    func response(to call: MethodCall) async -> RequestResponse {
        let work = Task { try await response() }
        let access = AccessWatcher(self) { work.cancel() }
        let result = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            work.cancel()
        }
        access.end()
        let failure: any Error
        do { return try result.get() } catch { failure = error }
        if Task.isCancelled { return RequestResponse(.cancelled) }
        if access.isLost { return .failed(reply(to: WireError.accessDenied, in: call)) }
        if failure is CancellationError { return RequestResponse(.cancelled) }
        return .failed(reply(to: await reportable(failure) { try await isAllowed }, in: call))
    }
}

/// Returns the error for content that was not delivered: `failure`, or `accessDenied` if the client has lost its
/// access. So the error reveals nothing about an asset that the client may no longer see.
func reportable(_ failure: any Error, if isAllowed: () async throws -> Bool) async -> any Error {
    // A failure of the check itself counts as no access, so that the error does not reveal anything.
    (try? await isAllowed()) == true ? failure : WireError.accessDenied
}

/// The inputs of the decision about whether a client may have content.
struct AccessState: Equatable {
    let view: ClientView?
    let visibilityEpoch: UInt64
}

extension Gate {
    func accessState(of caller: Caller) -> AccessState {
        AccessState(view: view(of: caller), visibilityEpoch: core.library.visibilityEpoch)
    }

    /// Returns whether a caller may have content now. Repeats the check until the caller's access stays the same during
    /// a check.
    ///
    /// - Parameter look: returns whether the content is within a visibility; not called if the caller sees nothing.
    func allows(_ caller: Caller, _ look: (Visibility) async throws -> Bool) async throws -> Bool {
        while true {
            let before = accessState(of: caller)
            guard let view = before.view else { return false }
            let isAllowed = try await look(view.visibility)
            if accessState(of: caller) == before { return isAllowed }
        }
    }
}

/// Watches whether a client keeps its access while it waits for content. The watch starts after a delay, because most
/// content is delivered sooner.
@BrokerActor final class AccessWatcher {
    private let request: any ContentRequest
    private let whenLost: @Sendable () -> Void
    /// The state at the last check; nil before the first check.
    private var state: AccessState?
    private var start: Timer?
    private var timer: RepeatingTimer?
    private var isChecking = false
    private(set) var isLost = false

    private static let interval: Duration = .milliseconds(250)

    init(_ request: any ContentRequest, whenLost: @escaping @Sendable () -> Void) {
        self.request = request
        self.whenLost = whenLost
        start = BrokerActor.after(Self.interval) { [weak self] in self?.begin() }
    }

    func end() {
        start?.cancel()
        timer?.cancel()
    }

    private func begin() {
        timer = RepeatingTimer(every: Self.interval) { [weak self] _ in self?.check() }
        check()
    }

    private func check() {
        let now = request.accessState
        guard now != state, !isChecking, !isLost else { return }
        state = now
        isChecking = true
        Task {
            // If the library cannot be read, the check at the end of the work decides.
            let isAllowed = (try? await request.isAllowed) ?? true
            isChecking = false
            guard !isAllowed else { return }
            isLost = true
            whenLost()
        }
    }
}
