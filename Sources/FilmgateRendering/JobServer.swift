public import FilmgateJobs
public import FilmgateSystem

/// Serves the jobs that come over a socket, one after the other, until the other side hangs up.
public struct JobServer {
    private let socket: OwnedDescriptor

    public init(socket: OwnedDescriptor) { self.socket = socket }

    public func run() -> WorkerExit {
        do throws(Errno) {
            while true {
                let (header, file) = try socket.receiveWithDescriptor(atMost: Job.headerSize)
                if header.isEmpty { return .done }
                guard let job = Job(header: header), let file else { return .misused }
                switch job {
                case .inspect:
                    try socket.send(inspect(file).encoded())
                }
            }
        } catch {
            return .misused
        }
    }
}
