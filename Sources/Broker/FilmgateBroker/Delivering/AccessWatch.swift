import FilmgateDBus

/// Watches whether a client keeps its access while it waits for content. It starts after a delay, because most content
/// is delivered before.
@BrokerActor final class AccessWatch {
    private let request: any ContentRequest
    private let whenLost: @Sendable () -> Void
    /// The state at the last check; nil before the first.
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
