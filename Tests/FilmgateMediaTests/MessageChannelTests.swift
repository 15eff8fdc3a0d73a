import FilmgateChannel
import FilmgateJobs
import FilmgateModel
import FilmgateSystem
import Testing

@Suite("A channel between two processes")
struct MessageChannelTests {
    let broker: MessageChannel<Job, JobAnswer>
    let worker: MessageChannel<JobAnswer, Job>

    init() throws {
        let ends = try OwnedDescriptor.packetPair()
        (broker, worker) = (MessageChannel(ends.0), MessageChannel(ends.1))
    }

    @Test("carries a message that is longer than the socket holds, with its descriptors in their order")
    func long() throws {
        let job = Job.embed([UInt8](repeating: 7, count: EmbeddingPlan.mostPacket))
        let files = try (0..<3).map { try OwnedDescriptor.sealedMemory(named: "file", holding: [UInt8($0)]) }
        try startThread(named: "sender") { [broker] in try? broker.send(job, with: files) }
        let received = try #require(try worker.receive())
        #expect(received.message == job)
        #expect(try received.descriptors.map { try $0.contents(upTo: 10) } == [[0], [1], [2]])
    }

    @Test("carries one message after the other, until the other end is closed")
    func several() throws {
        var ends: (OwnedDescriptor, OwnedDescriptor)? = try OwnedDescriptor.packetPair()
        let own = MessageChannel<Job, JobAnswer>(try #require(ends?.0))
        for answer in [JobAnswer.progress(0.5), .written(1)] {
            try MessageChannel<JobAnswer, Job>(try #require(ends?.1)).send(answer)
        }
        ends = nil
        #expect(try own.receive()?.message == .progress(0.5))
        #expect(try own.receive()?.message == .written(1))
        #expect(try own.receive() == nil)
        #expect(throws: Errno.brokenPipe) { try own.send(.metadata) }
    }

    @Test("sends nothing that is too long")
    func tooLong() {
        let texts = (0..<20).map { FileMetadata.Tag("dc:title", String(repeating: "\($0)", count: 60_000)) }
        #expect(throws: Errno.badMessage) { try worker.send(.metadata(FileMetadata(texts))) }
    }

    @Test(
        "takes no count that is wrong, and no bytes that are no message",
        arguments: [
            [1], [0, 0, 0, 0, 0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [2, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3],
            [3, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3], [UInt8](repeating: 0, count: OwnedDescriptor.longestDatagram + 1),
        ] as [[UInt8]])
    func malformed(_ bytes: [UInt8]) throws {
        try worker.socket.send(bytes)
        #expect(throws: Errno.badMessage) { try broker.receive() }
    }

    @Test("takes descriptors only with the beginning of a message, and closes all others")
    func descriptors() throws {
        let (bytes, kept) = (JobAnswer.written(1).encoded, try OwnedDescriptor.packetPair())
        try worker.socket.send([UInt8(bytes.count), 0, 0, 0, 0, 0, 0, 0], with: [kept.0, kept.0])
        let other: OwnedDescriptor
        do {
            let ends = try OwnedDescriptor.packetPair()
            try worker.socket.send(bytes, with: [ends.0, ends.0])
            other = ends.1
        }
        let received = try #require(try broker.receive())
        #expect(received.message == .written(1) && received.descriptors.count == 2)
        // It detects that the other end is closed.
        #expect(try other.waitUntilReadable(atMost: .seconds(10)))
        #expect(throws: Errno.invalidArgument) {
            try worker.socket.send([1], with: Array(repeating: kept.0, count: 5))
        }
    }
}
