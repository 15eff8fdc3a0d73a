/// Reports the progress of a job, at most four times a second.
final class ProgressReport {
    private let report: (Double) -> Void
    private var lastReport = ContinuousClock.now
    private var fraction = 0.0

    init(_ report: @escaping (Double) -> Void) { self.report = report }

    /// - Parameter fraction: the completed part of the work; a value smaller than the previous one is not reported.
    func reached(_ fraction: Double) {
        let now = ContinuousClock.now
        guard fraction.isFinite, now - lastReport >= .milliseconds(250) else { return }
        self.fraction = max(self.fraction, min(0.99, max(0, fraction)))
        lastReport = now
        report(self.fraction)
    }
}
