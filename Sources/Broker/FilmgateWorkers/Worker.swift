import FilmgateChannel
import FilmgateJobs
import FilmgateProcess
import FilmgateSystem

/// A running worker program and the socket to it. The worker is not trusted: a wrong or late answer ends the worker.
final class Worker {
    let child: SpawnedProcess
    /// Whether the worker was started before its first job. It may have died since then.
    let isSpare: Bool
    private let channel: MessageChannel<Job, JobAnswer>
    private(set) var jobs = 0
    /// Whether the current or last job has reported progress.
    private(set) var hasReported = false
    /// The processor time of the current or last job. For the first job, this includes the start of the program.
    private(set) var timeOfJob = Duration.zero
    /// The processor time that the worker had used before the current or last job.
    private var timeBefore = Duration.zero

    /// The environment of the worker. It makes the C library overwrite memory when memory is allocated and freed, so
    /// that no picture shows parts of an earlier picture.
    private static let environment = ["GLIBC_TUNABLES": "glibc.malloc.perturb=170:glibc.malloc.tcache_count=0"]

    /// - Throws: `Errno` if the program cannot be started.
    init(_ program: String, arguments: [String] = [], isSpare: Bool = false) throws(Errno) {
        self.isSpare = isSpare
        let ends = try OwnedDescriptor.packetPair()
        channel = MessageChannel(ends.0)
        child = try SpawnedProcess(
            program, arguments: arguments, environment: Worker.environment, descriptors: [ends.1])
    }

    /// Ends the worker, and waits until its process has ended.
    func end() { child.end() }

    /// The reason why a worker is lost.
    enum LossReason: Error {
        case noCage, tookTooLong, died
        case nonsense
    }

    /// Blocks the thread until the worker answers, or until the worker is lost and has ended.
    ///
    /// - Parameter whenSlow: called once if the job becomes slow.
    func run(_ request: JobRequest, _ limits: WorkerLimits, whenSlow: () -> Void) throws(LossReason) -> JobAnswer {
        timeBefore = jobs == 0 ? .zero : timeUsed
        jobs += 1
        hasReported = false
        do throws(Errno) {
            var watch = JobTimer(limits, isSilent: request.progress == nil)
            try send(request, limits, watch)
            while true {
                let received = try channel.receive { () throws(Errno) in try wait(&watch, whenSlow) }
                guard let (answer, _) = received else { throw .brokenPipe }
                takeTime()
                guard case .progress(let fraction, let finalBytes) = answer else { return answer }
                guard let progress = request.progress else { throw .badMessage }
                hasReported = true
                progress(fraction, finalBytes)
                watch.progressed()
            }
        } catch {
            throw end(after: Worker.loss(error))
        }
    }

    private var timeUsed: Duration {
        // If the worker has been reaped, the last measured value counts.
        (try? child.processorTime()) ?? timeBefore + timeOfJob
    }

    private func takeTime() { timeOfJob = max(.zero, timeUsed - timeBefore) }

    /// Sends a request. The parameters may be longer than the socket's buffer, so a worker that does not read them must
    /// not block this thread forever.
    private func send(_ request: JobRequest, _ limits: WorkerLimits, _ watch: JobTimer) throws(Errno) {
        try channel.socket.limitSending(to: limits.deadline)
        // Bytes that the worker sent without a request would be mistaken for the answer.
        if try channel.socket.waitUntilReadable(atMost: .zero) { throw .badMessage }
        try child.allowProcessorTime(seconds: limits.processorTime)
        let files = [request.file, request.output, request.second].compactMap { $0 }
        try channel.send(request.job, with: files) { () throws(Errno) in
            if watch.isOver { throw .timedOut }
        }
    }

    /// Waits until the worker has sent something, or until it is lost.
    private func wait(_ watch: inout JobTimer, _ whenSlow: () -> Void) throws(Errno) {
        while !(try channel.socket.waitUntilReadable(atMost: watch.waitTime)) {
            takeTime()
            if watch.noticesSlowness(after: timeOfJob) { whenSlow() }
            if watch.isOver { throw .timedOut }
        }
        if watch.isOver { throw .timedOut }
    }

    private static func loss(_ error: Errno) -> LossReason {
        switch error {
        case .badMessage: .nonsense
        case .timedOut, .wouldBlock: .tookTooLong
        default: .died
        }
    }

    private func end(after loss: LossReason) -> LossReason {
        // A worker that closed its socket is about to exit, and its exit status then shows the reason. A hostile worker
        // may not exit, and is killed.
        if loss != .died || !child.ends(within: .seconds(1)) { child.kill() }
        takeTime()
        // `wait` fails only if the worker has already been reaped.
        guard let ending = try? child.wait(), loss == .died else { return loss }
        switch ending {
        case .left(code: WorkerExit.noCage.rawValue): return .noCage
        case .killed(signal: SpawnedProcess.processorTimeSignal): return .tookTooLong
        default: return .died
        }
    }
}

/// Measures how long a job takes, and detects slow jobs.
private struct JobTimer {
    private let slowTime: Duration
    private let begin = ContinuousClock.now
    private let end: ContinuousClock.Instant
    /// How long the job may go without a report; nil for a job that does not report progress.
    private let silence: Duration?
    /// The time by which the job must have ended, or must have reported progress again.
    private var deadline: ContinuousClock.Instant
    private var isSlow = false

    init(_ limits: WorkerLimits, isSilent: Bool) {
        slowTime = limits.slowTime
        end = begin + limits.deadline
        deadline = end
        silence = isSilent ? nil : limits.silence
        progressed()
    }

    /// Records that the job has reported progress.
    mutating func progressed() {
        if let silence { deadline = min(end, .now + silence) }
    }

    var isOver: Bool { ContinuousClock.now >= deadline }

    /// How long to wait before the next check.
    var waitTime: Duration {
        let left = max(Duration.zero, ContinuousClock.now.duration(to: deadline))
        return isSlow ? left : min(left, max(slowTime / 2, .milliseconds(1)))
    }

    /// Returns whether the job has become slow since the last check.
    mutating func noticesSlowness(after time: Duration) -> Bool {
        guard !isSlow, time >= slowTime || begin.duration(to: .now) >= slowTime * 8 else { return false }
        isSlow = true
        return true
    }
}
