internal import FilmgateJobs
internal import FilmgateProcess
internal import FilmgateSystem

/// One running worker program and the socket to it. It is believed nothing: whatever is wrong with an answer, or lasts
/// too long, ends it.
final class Worker {
    let child: Child
    private let socket: OwnedDescriptor
    private(set) var jobs = 0

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
    func inspect(_ file: OwnedDescriptor, _ limits: WorkerLimits) throws(Loss) -> Inspection {
        jobs += 1
        do throws(Loss) {
            try send(.inspect, file, limits)
            let deadline = ContinuousClock.now + limits.deadline
            guard let size = Inspection.bodySize(try receive(Inspection.lengthSize, until: deadline)) else {
                throw .nonsense
            }
            guard let answer = Inspection(untrusted: try receive(size, until: deadline)) else { throw .nonsense }
            return answer
        } catch {
            throw end(after: error)
        }
    }

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

    private func receive(_ count: Int, until deadline: ContinuousClock.Instant) throws(Loss) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let left = deadline - ContinuousClock.now
            let part: [UInt8]
            do {
                guard left > .zero, try socket.waitUntilReadable(atMost: left) else { throw Loss.tookTooLong }
                part = try socket.receive(atMost: count - bytes.count)
            } catch {
                throw error as? Loss ?? .died
            }
            guard !part.isEmpty else { throw .died }
            bytes += part
        }
        return bytes
    }

    private func end(after loss: Loss) -> Loss {
        // One that hung up is on its way out, and its ending tells why; unless it only pretends.
        if loss != .died || !child.ends(within: .seconds(1)) { child.kill() }
        guard let ending = try? child.wait(), loss == .died else { return loss }
        switch ending {
        case .left(code: WorkerExit.noCage.rawValue): return .noCage
        case .killed(signal: Child.processorTimeSignal): return .tookTooLong
        default: return .died
        }
    }
}
