internal import FilmgateJobs
internal import FilmgateProcess
internal import FilmgateSystem

/// One running worker program and the socket to it. It is believed nothing: whatever is wrong with an answer, or lasts
/// too long, ends it.
final class Worker {
    let child: Child
    private let socket: OwnedDescriptor
    private(set) var jobs = 0
    /// Processor time that the present job, or the last one, has taken; of the first job its own start is a part.
    private(set) var timeOfJob = Duration.zero
    /// What it had used before that job.
    private var timeBefore = Duration.zero

    /// - Throws: `Errno` where the program cannot be started.
    init(_ program: String) throws(Errno) {
        let ends = try OwnedDescriptor.streamPair()
        socket = ends.0
        child = try Child(program, descriptors: [ends.1])
    }

    /// How a worker is lost.
    enum Loss: Error {
        case noCage, tookTooLong, died
        case nonsense
    }

    /// Blocks the thread until the answer is there or the worker is lost, and dead.
    ///
    /// - Parameter whenSlow: is called once, where it takes long.
    func inspect(
        _ file: OwnedDescriptor, _ limits: WorkerLimits, whenSlow: () -> Void
    ) throws(Loss) -> Inspection {
        timeBefore = jobs == 0 ? .zero : timeUsed
        jobs += 1
        do throws(Loss) {
            try send(.inspect, file, limits)
            var watch = JobWatch(limits)
            guard
                let size = Inspection.bodySize(try receive(Inspection.lengthSize, &watch, whenSlow)),
                let answer = Inspection(untrusted: try receive(size, &watch, whenSlow))
            else { throw .nonsense }
            takeTime()
            return answer
        } catch {
            throw end(after: error)
        }
    }

    private var timeUsed: Duration { (try? child.processorTime()) ?? timeBefore + timeOfJob }

    private func takeTime() { timeOfJob = max(.zero, timeUsed - timeBefore) }

    private func send(_ job: Job, _ file: OwnedDescriptor, _ limits: WorkerLimits) throws(Loss) {
        do {
            // What nobody asked for would pass for the answer.
            if try socket.waitUntilReadable(atMost: .zero) { throw Loss.nonsense }
            try child.allowProcessorTime(seconds: limits.processorTime)
            try socket.send(job.header, with: file)
        } catch {
            throw error as? Loss ?? .died
        }
    }

    private func receive(_ count: Int, _ watch: inout JobWatch, _ whenSlow: () -> Void) throws(Loss) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            do {
                while !(try socket.waitUntilReadable(atMost: watch.patience)) {
                    takeTime()
                    if watch.noticesSlowness(after: timeOfJob) { whenSlow() }
                    if watch.isOver { throw Loss.tookTooLong }
                }
                let part = try socket.receive(atMost: count - bytes.count)
                guard !part.isEmpty else { throw Loss.died }
                bytes += part
            } catch {
                throw error as? Loss ?? .died
            }
            if watch.isOver { throw .tookTooLong }
        }
        return bytes
    }

    private func end(after loss: Loss) -> Loss {
        // One that hung up is on its way out, and its ending tells why; unless it only pretends.
        if loss != .died || !child.ends(within: .seconds(1)) { child.kill() }
        takeTime()
        guard let ending = try? child.wait(), loss == .died else { return loss }
        switch ending {
        case .left(code: WorkerExit.noCage.rawValue): return .noCage
        case .killed(signal: Child.processorTimeSignal): return .tookTooLong
        default: return .died
        }
    }
}

/// How long a job takes, and when that is long.
private struct JobWatch {
    private let slowTime: Duration
    private let begin = ContinuousClock.now
    private let deadline: ContinuousClock.Instant
    private var isSlow = false

    init(_ limits: WorkerLimits) {
        slowTime = limits.slowTime
        deadline = begin + limits.deadline
    }

    var isOver: Bool { ContinuousClock.now >= deadline }

    /// How long the next look at it can wait.
    var patience: Duration {
        let left = max(Duration.zero, ContinuousClock.now.duration(to: deadline))
        return isSlow ? left : min(left, max(slowTime / 2, .milliseconds(1)))
    }

    /// Whether it has become slow since the last look.
    mutating func noticesSlowness(after time: Duration) -> Bool {
        guard !isSlow, time >= slowTime || begin.duration(to: .now) >= slowTime * 8 else { return false }
        isSlow = true
        return true
    }
}
