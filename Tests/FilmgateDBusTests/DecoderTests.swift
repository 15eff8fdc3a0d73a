import CFilmgateDBus
@testable import FilmgateDBus
import FilmgateTestKit
import Testing

@Suite("The encoder and the decoder")
struct DecoderTests {
    private let call = MethodCall(
        sender: ":1.1", path: "/a", interface: nil, member: "Member", serial: 1, allowsInteraction: false)

    private func message(holding values: [MessageValue], limit: Int = 1 << 20) throws -> OutgoingMessage {
        let message = try OutgoingMessage.reply(to: call.id)
        try message.append(Tree(values), limit: limit)
        return message
    }

    private func decode(_ message: OpaquePointer, _ budget: DecodingBudget = .replies) throws -> [MessageValue] {
        var decoder = MessageDecoder(budget)
        return try decoder.body(of: message)
    }

    /// A message as it would be on the socket.
    private func bytes(of message: borrowing OutgoingMessage) throws -> [UInt8] {
        dbus_message_set_serial(message.raw, 1)
        var start: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        try #require(dbus_message_marshal(message.raw, &start, &count) != 0)
        defer { dbus_free(start) }
        return UnsafeRawBufferPointer(start: start, count: Int(count)).map { $0 }
    }

    /// What libdbus lets through of bytes that somebody sent, decoded; nil where it refuses them itself.
    private func receive(_ bytes: [UInt8], _ budget: DecodingBudget) throws -> Result<[MessageValue], DecodingFailure>?
    {
        let message = bytes.withUnsafeBytes { bytes in
            dbus_message_demarshal(bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil)
        }
        guard let message else { return nil }
        defer { dbus_message_unref(message) }
        return Result { () throws(DecodingFailure) in
            var decoder = MessageDecoder(budget)
            return try decoder.body(of: message)
        }
    }

    @Test("encoded values decode to the same, their length is counted exactly, and mangled copies do no harm")
    func randomMessages() throws {
        var random = SeededRandom(seed: 20_240_501)
        var (accepted, refused) = (0, 0)
        for _ in 1...4_000 {
            let values = (0...2).map { _ in
                RandomType(depth: 3, using: &random).value(depth: 3, using: &random)
            }
            let message = try message(holding: values)
            #expect(try String(describing: decode(message.raw)) == String(describing: values))
            let bytes = try bytes(of: message)
            let length = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
            _ = try self.message(holding: values, limit: length)
            #expect(throws: EncodingFailure.tooLarge(limit: length - 1)) {
                _ = try self.message(holding: values, limit: length - 1)
            }
            for _ in 1...5 {
                let mangled = mangle(bytes, body: bytes.count - length, using: &random)
                let budget = DecodingBudget(elements: .random(in: 0...50, using: &random), bytes: 100)
                if try receive(mangled, budget) == nil { refused += 1 } else { accepted += 1 }
            }
        }
        // Both ways are worth something only if both are gone.
        #expect(accepted > 5_000)
        #expect(refused > 500)
    }

    /// Changes a few bytes, mostly of the body.
    private func mangle(_ bytes: [UInt8], body: Int, using random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...2, using: &random) {
            let start = body < bytes.count && Int.random(in: 0...9, using: &random) > 0 ? body : 0
            let index = Int.random(in: start..<bytes.count, using: &random)
            bytes[index] = Bool.random(using: &random) ? .random(in: 0...255, using: &random) : bytes[index] ^ 1
        }
        return bytes
    }

    @Test(
        "a budget counts every value and every byte of text",
        arguments: [
            (DecodingBudget(elements: 4, bytes: 5), true), (DecodingBudget(elements: 3, bytes: 5), false),
            (DecodingBudget(elements: 4, bytes: 4), false),
        ])
    func budget(budget: DecodingBudget, fits: Bool) throws {
        let message = try message(holding: [.array(element: "s", [.string("ab"), .string("cde")]), .byte(1)])
        if fits {
            #expect(try decode(message.raw, budget).count == 2)
        } else {
            #expect(throws: DecodingFailure.overBudget) { try decode(message.raw, budget) }
        }
    }

    @Test("a signature that is none, and a structure without fields, are refused before libdbus sees them")
    func wrongSignatures() throws {
        typealias NoFields = Structure<>
        for value: MessageValue in [
            .signature("a"), .signature("\0"), .variant(Variant(decoded: .structure([]), signature: "()")),
            .variant(Variant(decoded: .byte(1), signature: "yy")), .variant(Variant(NoFields())),
        ] {
            #expect(throws: EncodingFailure.invalidString) { _ = try message(holding: [value]) }
        }
    }

    @Test("a failure inside containers leaves nothing half-written behind")
    func abandoned() throws {
        let inner = MessageValue.array(element: "s", [.string("fine"), .string("not\0fine")])
        #expect(throws: EncodingFailure.invalidString) {
            _ = try message(holding: [.dictionary(entry: "sas", [(.string("key"), inner)]), .byte(1)])
        }
    }
}
