import FilmgateSystem
import Testing

@Suite("A sealed copy of a file")
struct SealedCopyTests {
    @Test("has the same bytes, of whatever size", arguments: [0, 1, 4_095, 262_143, 262_144, 262_145, 1_000_000])
    func bytes(_ size: Int) throws {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write((0..<size).map { UInt8(truncatingIfNeeded: $0 * 31) })
        let copy = try file.sealedCopy(named: "copy")
        #expect(try copy.contents(upTo: size) == file.contents(upTo: size))
        #expect(throws: Errno.self) { try copy.resize(to: UInt64(size) + 1) }
        #expect(throws: Errno.self) { try copy.write([1]) }
    }
}
