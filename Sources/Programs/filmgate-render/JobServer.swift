import FilmgateChannel
import FilmgateConversion
import FilmgateJobs
import FilmgateRendering
import FilmgateSystem

/// Runs the jobs from a socket, one at a time, until the broker closes the socket.
struct JobServer {
    private let channel: MessageChannel<JobAnswer, Job>

    init(socket: OwnedDescriptor) { channel = MessageChannel(socket) }

    func run() -> WorkerExit {
        do throws(Errno) {
            while let (job, files) = try channel.receive() {
                guard let answer = answer(to: job, files) else { return .misused }
                try channel.send(answer)
            }
            return .done
        } catch {
            return .misused
        }
    }

    /// Returns the answer to a job; nil if a file is missing.
    private func answer(to job: Job, _ files: [OwnedDescriptor]) -> JobAnswer? {
        guard let file = files.first else { return nil }
        let (output, second) = (files.dropFirst().first, files.dropFirst(2).first)
        switch job {
        case .inspect(let takesDamaged): return inspect(file, takesDamaged: takesDamaged)
        case .sidecar: return sidecar(file)
        case .render(let specification, let takesDamaged):
            return output.map { render(file, as: specification, takesDamaged: takesDamaged, into: $0) }
        case .renderDegraded(let specification, let showsEmbedded):
            return output.map { renderDegraded(file, as: specification, showsEmbedded: showsEmbedded, into: $0) }
        case .redact(let removal): return redact(file, removal)
        case .metadata: return metadata(of: file)
        case .convertVideo(let specification):
            return output.map {
                convertVideo(file, as: specification, metadataOf: second, into: $0) { [channel] fraction, finalBytes in
                    // If the broker has closed the socket, sending the answer will fail, too.
                    try? channel.send(.progress(fraction, finalBytes: finalBytes))
                }
            }
        case .replaceMetadata(let omitsOpaque, let room):
            guard let output, let second else { return nil }
            return replaceMetadata(of: file, by: second, omitsOpaque: omitsOpaque, into: output, room: room)
        case .transform(let transform, let orientation, let room):
            guard let output, let second else { return nil }
            return transformPicture(
                file, by: transform, storedAs: orientation, metadataOf: second, into: output, room: room)
        case .embed(let packet): return embed(packet, in: file)
        case .describe(let description): return describe(file, as: description)
        }
    }
}
