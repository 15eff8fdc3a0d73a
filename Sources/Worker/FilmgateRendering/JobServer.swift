public import FilmgateJobs
public import FilmgateSystem

/// Serves the jobs that come over a socket, one after the other, until the other side hangs up.
public struct JobServer {
    private let socket: OwnedDescriptor

    public init(socket: OwnedDescriptor) { self.socket = socket }

    public func run() -> WorkerExit {
        do throws(Errno) {
            while true {
                let (bytes, file) = try socket.receiveWithDescriptor(atMost: Job.Header.size)
                if bytes.isEmpty { return .done }
                guard let header = Job.Header(bytes), let file else { return .misused }
                let (parameters, output, second) = try parameters(header.parameterSize)
                switch Job(header, parameters) {
                case .inspect(let takesDamaged):
                    try socket.send(inspect(file, takesDamaged: takesDamaged).encoded())
                case .sidecar: try socket.send(sidecar(file).encoded())
                case .render(let specification, let takesDamaged):
                    guard let output else { return .misused }
                    let answer = render(file, as: specification, takesDamaged: takesDamaged, into: output)
                    try socket.send(answer.encoded())
                case .renderDegraded(let specification, let showsEmbedded):
                    guard let output else { return .misused }
                    try socket.send(
                        renderDegraded(file, as: specification, showsEmbedded: showsEmbedded, into: output).encoded())
                case .redact(let removal): try socket.send(redact(file, removal).encoded())
                case .metadata: try socket.send(metadata(of: file).encoded())
                case .convertVideo(let specification):
                    guard let output else { return .misused }
                    let answer = convertVideo(file, as: specification, metadataOf: second, into: output) {
                        [socket] fraction in
                        // If the broker has hung up, the answer cannot be sent either.
                        try? socket.send(JobAnswer.progress(fraction).encoded())
                    }
                    try socket.send(answer.encoded())
                case .replaceMetadata(let room):
                    guard let output, let second else { return .misused }
                    try socket.send(replaceMetadata(of: file, by: second, into: output, room: room).encoded())
                case .embed(let packet): try socket.send(embed(packet, in: file).encoded())
                case .describe(let description): try socket.send(describe(file, as: description).encoded())
                case nil: return .misused
                }
            }
        } catch {
            return .misused
        }
    }

    /// Returns the parameters, and the descriptors that came with their first two bytes.
    private func parameters(_ count: Int) throws(Errno) -> ([UInt8], OwnedDescriptor?, OwnedDescriptor?) {
        guard count > 0 else { return ([], nil, nil) }
        let first = try socket.receiveWithDescriptor(atMost: 1)
        var bytes = first.bytes
        var second: OwnedDescriptor?
        while bytes.count < count {
            let (part, descriptor) = try socket.receiveWithDescriptor(atMost: count - bytes.count)
            // The other side has hung up; the parameters that are there are no job.
            if part.isEmpty { break }
            if bytes.count == 1 { second = descriptor }
            bytes += part
        }
        return (bytes, first.descriptor, second)
    }
}
