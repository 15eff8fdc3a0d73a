import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateSystem
import FilmgateTestKit
import Glibc
import Testing

@testable import FilmgateWire

@Suite("An agent's answer")
struct AgentAnswerTests {
    static let ids = (1...3).map { ObjectID("00000000-0000-4000-8000-00000000000\($0)")! }
    static let texts = ids.map(\.description)

    @Test("to a question of access is decoded and encoded again")
    func access() throws {
        let moment = Timestamp(rawValue: 1_800_000_000_000_000)
        let cases: [(Options, AccessReply)] = [
            (["decision": Variant("dismiss")], .dismissed),
            (["decision": Variant("allow")], .answered(AccessAnswer(.allow))),
            (["decision": Variant("deny"), "once": Variant(false)], .answered(AccessAnswer(.deny))),
            (
                ["decision": Variant("limit"), "selection": Variant(Self.texts)],
                .answered(AccessAnswer(.limit(Self.ids)))
            ),
            (["decision": Variant("limit"), "selection": Variant([String]())], .answered(AccessAnswer(.limit([])))),
            (
                ["decision": Variant("allow"), "rights": Variant(["location"]), "expires": Variant(moment.rawValue)],
                .answered(AccessAnswer(.allow, rights: .location, validity: .until(moment)))
            ),
            (
                ["decision": Variant("allow"), "rights": Variant([String]()), "once": Variant(true)],
                .answered(AccessAnswer(.allow, rights: [], validity: .once))
            ),
        ]
        for (options, reply) in cases {
            #expect(try AccessReply(representation: options) == reply)
            #expect(try AccessReply(representation: reply.representation) == reply)
        }
    }

    @Test("is invalid if a key is missing, unknown or of a wrong type, or if two cannot be combined")
    func unusable() {
        let unusable: [Options] = [
            [:], ["decision": Variant("perhaps")], ["decision": Variant(["allow"])],
            ["decision": Variant("allow"), "selection": Variant(Self.texts)], ["decision": Variant("limit")],
            ["decision": Variant("limit"), "selection": Variant("all")],
            ["decision": Variant("limit"), "selection": Variant(["../x"])],
            ["decision": Variant("allow"), "expire": Variant(Int64(1))],
            ["decision": Variant("allow"), "expires": Variant(UInt64(1))],
            ["decision": Variant("allow"), "expires": Variant(Int64.max)],
            ["decision": Variant("allow"), "expires": Variant(Int64(1)), "once": Variant(true)],
            ["decision": Variant("allow"), "rights": Variant(["everything"])],
            ["decision": Variant("done"), "selection": Variant(Self.texts)],
            ["decision": Variant("dismiss"), "selection": Variant(Self.texts)],
        ]
        for options in unusable {
            #expect(throws: (any Error).self, "\(options)") { try AccessReply(representation: options) }
        }
        #expect(throws: (any Error).self) { try SelectionReply(representation: ["decision": Variant("done")]) }
        #expect(throws: (any Error).self) { try SelectionReply(representation: ["decision": Variant("limit")]) }
        #expect(throws: (any Error).self) { try ConfirmReply(representation: ["decision": Variant("dismiss")]) }
        #expect(throws: (any Error).self) {
            try ConfirmReply(representation: ["decision": Variant("allow"), "once": Variant(true)])
        }
    }

    @Test("to an edit of a selection, and to a confirmation, is decoded and encoded again")
    func others() throws {
        for reply in [SelectionReply.cancelled, .done([]), .done(Self.ids)] {
            #expect(try SelectionReply(representation: reply.representation) == reply)
        }
        for reply in ConfirmReply.allCases { #expect(try ConfirmReply(representation: reply.representation) == reply) }
    }

    @Test("may name the rule that gave it, in a few words")
    func rule() throws {
        let ruled = AgentReply(AccessReply.answered(AccessAnswer(.allow)), rule: "kiosk.conf [flatpak:*]")
        #expect(try AgentReply<AccessReply>(representation: ruled.representation) == ruled)
        let plain = AgentReply(ConfirmReply.deny)
        #expect(try AgentReply<ConfirmReply>(representation: plain.representation) == plain)
        for rule in [Variant(String(repeating: "x", count: 257)), Variant(true)] {
            #expect(throws: (any Error).self) {
                try AgentReply<AccessReply>(representation: ["decision": Variant("allow"), "rule": rule])
            }
        }
    }

    @Test("may have its selection in a file with one identifier per line and nothing else")
    func content() throws {
        func reply(_ text: String) throws -> SelectionReply {
            let file = try OwnedDescriptor.sealedMemory(named: "test", holding: text.utf8)
            return try SelectionReply(
                representation: ["decision": Variant("done"), "selection-content": Variant(file)])
        }
        #expect(try reply(Self.texts.joined(separator: "\n")) == .done(Self.ids))
        #expect(try reply(Self.texts.map { $0 + "\n" }.joined()) == .done(Self.ids))
        #expect(try reply("") == .done([]))
        for text in ["x", Self.texts[0] + "x", Self.texts[0] + " ", "\0", String(repeating: "a", count: 1 << 20)] {
            #expect(throws: WireError.self) { try reply(text) }
        }
        let (reading, writing) = try Self.pipe()
        #expect(throws: WireError.self, "nobody waits for a pipe") {
            try SelectionReply(representation: ["decision": Variant("done"), "selection-content": Variant(reading)])
        }
        _ = writing
        let file = try OwnedDescriptor.sealedMemory(named: "test", holding: Self.texts[0].utf8)
        #expect(throws: WireError.self) {
            try SelectionReply(
                representation: [
                    "decision": Variant("done"), "selection": Variant(Self.texts), "selection-content": Variant(file),
                ])
        }
    }

    private static func pipe() throws -> (OwnedDescriptor, OwnedDescriptor) {
        var ends: [Int32] = [0, 0]
        #expect(Glibc.pipe(&ends) == 0)
        return (OwnedDescriptor(owning: ends[0]), OwnedDescriptor(owning: ends[1]))
    }

    @Test("with random values is accepted or refused, and does nothing else", arguments: 0..<50 as Range<UInt64>)
    func anything(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            let options = Self.randomOptions(using: &random)
            if let reply = try? AccessReply(representation: options) {
                #expect(["allow", "limit", "deny", "dismiss"].contains(options["decision"]?.value(as: String.self)))
                #expect((try? AccessReply(representation: reply.representation)) == reply)
            }
            if let reply = try? SelectionReply(representation: options) {
                #expect((try? SelectionReply(representation: reply.representation)) == reply)
            }
            if let reply = try? ConfirmReply(representation: options) { #expect(options.count == 1, "\(reply)") }
            for kind in PromptKind.allCases { _ = try? PromptDetails(kind, options) }
        }
    }

    private static func randomOptions(using random: inout SeededRandom) -> Options {
        let keys = [
            "decision", "decision", "selection", "selection-content", "rights", "expires", "once", "access", "changes",
            "client", "other",
        ]
        let words = ["allow", "limit", "deny", "dismiss", "done", "cancel", "read-write", "", "\u{202e}", texts[0]]
        var options: Options = [:]
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let word = words.randomElement(using: &random)!
            let values: [Variant] = [
                Variant(word), Variant(word), Variant([word]), Variant(texts), Variant([String]()),
                Variant(Int64.random(in: .min ... .max, using: &random)), Variant(UInt32(7)), Variant(Bool.random()),
                Variant([UInt8](word.utf8)), Variant(["decision": Variant(word)] as Options),
                Variant(Structure(word, texts)), Variant([Structure(word, texts)]), Variant(Variant(word)),
                Variant(Double.nan), Variant(["location", word]),
            ]
            options[keys.randomElement(using: &random)!] = values.randomElement(using: &random)!
        }
        return options
    }
}
