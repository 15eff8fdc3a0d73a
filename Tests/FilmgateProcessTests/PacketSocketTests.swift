import FilmgateSystem
import Testing

@Suite("A socket for datagrams")
struct PacketSocketTests {
    @Test(
        "stops waiting for a receiver that reads nothing after the time limit, however short", .timeLimit(.minutes(1)))
    func shortLimit() throws {
        for limit in [Duration.milliseconds(20), .zero] {
            let ends = try OwnedDescriptor.packetPair()
            try ends.0.limitSending(to: limit)
            #expect(throws: Errno.wouldBlock) {
                while true { try ends.0.send([UInt8](repeating: 0, count: 1024)) }
            }
            withExtendedLifetime(ends.1) {}
        }
    }
}
