/// Reports a job's progress, at most four times a second.
final class ProgressReporter {
    private let report: (_ fraction: Double, _ finalBytes: UInt64) -> Void
    private var lastReport = ContinuousClock.now
    private var fraction = 0.0

    init(_ report: @escaping (_ fraction: Double, _ finalBytes: UInt64) -> Void) { self.report = report }

    /// - Parameter fraction: the completed part of the work. The reported fraction never decreases.
    func reached(_ fraction: Double, of writer: MP4Writer) {
        let now = ContinuousClock.now
        guard fraction.isFinite, now - lastReport >= .milliseconds(250) else { return }
        self.fraction = max(self.fraction, min(0.99, max(0, fraction)))
        lastReport = now
        report(self.fraction, writer.finalBytes)
    }
}
