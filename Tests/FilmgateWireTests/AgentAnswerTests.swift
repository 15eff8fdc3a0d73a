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
    static let assets = ids.map { AssetID(uuid: $0.uuid) }
    static let texts = ids.map(\.description)

    /// The answer after encoding and decoding.
    private func resent(_ answer: PromptAnswer, to kind: AgentPrompt.Kind) throws -> PromptAnswer {
        try PromptAnswer(answer.options(for: kind, at: Timestamp(rawValue: 0)), to: kind)
    }

    @Test("to a question of access is decoded and encoded again")
    func access() throws {
        let moment = Timestamp(rawValue: 1_800_000_000_000_000)
        var bounded = PromptAnswer(.allow)
        bounded.limits = ContentLimits(maxPixels: 512, locationPrecision: .town)
        let cases: [(Options, PromptAnswer)] = [
            (["decision": Variant("dismiss")], PromptAnswer(.dismiss)),
            (["decision": Variant("allow")], PromptAnswer(.allow)),
            (["decision": Variant("deny"), "once": Variant(false)], PromptAnswer(.deny)),
            (["decision": Variant("limit"), "selection": Variant(Self.texts)], PromptAnswer(.limit(Self.ids))),
            (["decision": Variant("limit"), "selection": Variant([String]())], PromptAnswer(.limit([]))),
            (
                ["decision": Variant("allow"), "rights": Variant(["location"]), "expires": Variant(moment.rawValue)],
                PromptAnswer(.allow, validity: .until(moment), rights: .location)
            ),
            (
                ["decision": Variant("allow"), "rights": Variant([String]()), "once": Variant(true)],
                PromptAnswer(.allow, validity: .once, rights: [])
            ),
            (
                [
                    "decision": Variant("allow"), "max-pixels": Variant(UInt32(512)),
                    "location-precision": Variant("town"),
                ], bounded
            ),
        ]
        for (options, answer) in cases {
            #expect(try PromptAnswer(options, to: .access) == answer)
            #expect(try resent(answer, to: .access) == answer)
        }
    }

    @Test("to a question of access decides about access, unless it decides nothing")
    func decision() {
        for decision in [PromptAnswer.Decision.limit(Self.ids), .allow, .deny] {
            #expect(PromptAnswer(decision, validity: .once, rights: .location).decidesAccess)
        }
        for decision in [PromptAnswer.Decision.dismiss, .done([])] {
            #expect(!PromptAnswer(decision).decidesAccess)
        }
    }

    @Test("for a time ends so long after it was given")
    func period() throws {
        let now = Timestamp(rawValue: 1_800_000_000_000_000)
        let options = try PromptAnswer(.allow, validity: .seconds(90)).options(for: .access, at: now)
        let expected = PromptAnswer(.allow, validity: .until(Timestamp(rawValue: now.rawValue + 90_000_000)))
        #expect(try PromptAnswer(options, to: .access) == expected)
    }

    @Test("that does not fit the question decides nothing")
    func unfit() throws {
        #expect(try resent(PromptAnswer(.done([])), to: .access) == PromptAnswer(.dismiss))
        for decision in [PromptAnswer.Decision.allow, .deny, .limit(Self.ids), .dismiss] {
            #expect(try resent(PromptAnswer(decision), to: .selection) == PromptAnswer(.dismiss))
        }
        for decision in [PromptAnswer.Decision.dismiss, .done([]), .limit(Self.ids)] {
            #expect(try resent(PromptAnswer(decision, rights: .all), to: .confirm) == PromptAnswer(.deny))
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
            ["decision": Variant("allow"), "rights": Variant(["manage"])],
            ["decision": Variant("allow"), "max-pixels": Variant(Int32(512))],
            ["decision": Variant("allow"), "location-precision": Variant("street")],
            ["decision": Variant("done"), "selection": Variant(Self.texts)],
            ["decision": Variant("dismiss"), "selection": Variant(Self.texts)],
        ]
        for options in unusable {
            #expect(throws: (any Error).self, "\(options)") { try PromptAnswer(options, to: .access) }
        }
        #expect(throws: (any Error).self) { try PromptAnswer(["decision": Variant("done")], to: .selection) }
        #expect(throws: (any Error).self) { try PromptAnswer(["decision": Variant("limit")], to: .selection) }
        #expect(throws: (any Error).self) { try PromptAnswer(["decision": Variant("dismiss")], to: .confirm) }
        #expect(throws: (any Error).self) {
            try PromptAnswer(["decision": Variant("allow"), "once": Variant(true)], to: .confirm)
        }
    }

    @Test("to an edit of a selection, and to a confirmation, is decoded and encoded again")
    func others() throws {
        for decision in [PromptAnswer.Decision.dismiss, .done([]), .done(Self.assets)] {
            #expect(try resent(PromptAnswer(decision), to: .selection) == PromptAnswer(decision))
        }
        for decision in [PromptAnswer.Decision.allow, .deny] {
            #expect(try resent(PromptAnswer(decision), to: .confirm) == PromptAnswer(decision))
        }
    }

    @Test("to the settings is that the window opens, or that it cannot")
    func settings() throws {
        #expect(try resent(PromptAnswer(.done([])), to: .settings) == PromptAnswer(.done([])))
        for decision in [PromptAnswer.Decision.allow, .deny, .dismiss, .limit(Self.ids)] {
            #expect(try resent(PromptAnswer(decision), to: .settings) == PromptAnswer(.dismiss))
        }
        let invalid: [Options] = [
            ["decision": Variant("allow")], ["decision": Variant("done"), "selection": Variant(Self.texts)],
        ]
        for options in invalid {
            #expect(throws: (any Error).self) { try PromptAnswer(options, to: .settings) }
        }
    }

    @Test("to a picker is decoded and encoded again, and decides nothing if it does not fit")
    func picks() throws {
        let part = UnitRectangle(x: 0, y: 0.25, width: 0.5, height: 0.75)!
        var whole = PickAnswer(Self.assets.reversed(), removed: [], keeps: true, lasts: true)
        (whole.crops, whole.trims) = ([Self.assets[0]: part], [Self.assets[1]: 0.5..<2])
        let many = PickAnswer((0..<1_500).map { _ in AssetID.random() }, removed: [.location, .metadata])
        for answer in [PickAnswer([]), PickAnswer(Self.assets), whole, many] {
            #expect(try resent(PromptAnswer(.picked(answer)), to: .pick) == PromptAnswer(.picked(answer)))
        }
        #expect(try resent(PromptAnswer(.otherFiles), to: .pick) == PromptAnswer(.otherFiles))
        #expect(try resent(PromptAnswer(.otherFiles), to: .access) == PromptAnswer(.dismiss))
        for decision in [PromptAnswer.Decision.allow, .deny, .dismiss, .limit(Self.ids), .done(Self.assets)] {
            #expect(try resent(PromptAnswer(decision), to: .pick) == PromptAnswer(.dismiss))
        }
        for kind in [AgentPrompt.Kind.access, .selection] {
            #expect(try resent(PromptAnswer(.picked(whole)), to: kind) == PromptAnswer(.dismiss))
        }
        #expect(try resent(PromptAnswer(.picked(whole)), to: .confirm) == PromptAnswer(.deny))
    }

    @Test("to a picker is invalid if a part, a kind of metadata or a key is wrong")
    func unusablePicks() {
        let id = Self.texts[0]
        let wrong: [Options] = [
            ["remove": Variant(["places"])], ["remove": Variant("location")], ["keep": Variant("yes")],
            ["lasting": Variant("yes")],
            ["crops": Variant([id: Structure(0.0, 0.0, 1.5, 1.0)])], ["crops": Variant([id: Structure(0.0, 0.0)])],
            ["crops": Variant([id: Structure(Double.nan, 0.0, 1.0, 1.0)])],
            ["crops": Variant(["../x": Structure(0.0, 0.0, 1.0, 1.0)])],
            ["trims": Variant([id: Structure(2.0, 2.0)])], ["trims": Variant([id: Structure(-1.0, 2.0)])],
            ["trims": Variant([id: Structure(0.0, Double.infinity)])],
            ["trims": Variant([id: Structure(Double.nan, 1.0)])], ["selection": Variant(Self.texts)],
            ["rights": Variant(["location"])], ["items": Variant(["x"])], ["decision": Variant("limit")],
        ]
        let right: Options = ["decision": Variant("done"), "items": Variant(Self.texts)]
        #expect(throws: Never.self) { try PromptAnswer(right, to: .pick) }
        for options in wrong {
            #expect(throws: (any Error).self, "\(options)") {
                try PromptAnswer(right.merging(options) { $1 }, to: .pick)
            }
        }
        #expect(throws: (any Error).self) { try PromptAnswer(["decision": Variant("done")], to: .pick) }
        let both: Options = ["decision": Variant("other-files"), "items": Variant(Self.texts)]
        #expect(throws: (any Error).self) { try PromptAnswer(both, to: .pick) }
    }

    @Test("may name the rule that gave it, in a few words")
    func rule() throws {
        for kind in [AgentPrompt.Kind.access, .confirm] {
            let ruled = PromptAnswer(.allow, rule: "kiosk.conf [flatpak:*]")
            #expect(try resent(ruled, to: kind) == ruled)
            #expect(try resent(PromptAnswer(.deny), to: kind) == PromptAnswer(.deny))
        }
        let ruled = PromptAnswer(.done(Self.assets), rule: "kiosk.conf [flatpak:*]")
        #expect(try resent(ruled, to: .selection) == ruled)
        let picked = PromptAnswer(.picked(PickAnswer(Self.assets)), rule: "kiosk.conf [flatpak:*]")
        #expect(try resent(picked, to: .pick) == picked)
        for rule in [Variant(String(repeating: "x", count: 257)), Variant(true)] {
            #expect(throws: (any Error).self) {
                try PromptAnswer(["decision": Variant("allow"), "rule": rule], to: .access)
            }
        }
    }

    @Test("may have its selection in a file with one identifier per line and nothing else")
    func content() throws {
        func reply(_ text: String) throws -> PromptAnswer.Decision {
            let file = try OwnedDescriptor.sealedMemory(named: "test", holding: text.utf8)
            return try PromptAnswer(
                ["decision": Variant("done"), "selection-content": Variant(file)], to: .selection
            ).decision
        }
        #expect(try reply(Self.texts.joined(separator: "\n")) == .done(Self.assets))
        #expect(try reply(Self.texts.map { $0 + "\n" }.joined()) == .done(Self.assets))
        #expect(try reply("") == .done([]))
        for text in ["x", Self.texts[0] + "x", Self.texts[0] + " ", "\0", String(repeating: "a", count: 1 << 20)] {
            #expect(throws: WireError.self) { try reply(text) }
        }
        let (reading, writing) = try Self.pipe()
        #expect(throws: WireError.self, "nobody waits for a pipe") {
            try PromptAnswer(["decision": Variant("done"), "selection-content": Variant(reading)], to: .selection)
        }
        _ = writing
        let file = try OwnedDescriptor.sealedMemory(named: "test", holding: Self.texts[0].utf8)
        #expect(throws: WireError.self) {
            try PromptAnswer(
                [
                    "decision": Variant("done"), "selection": Variant(Self.texts), "selection-content": Variant(file),
                ], to: .selection)
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
            if let answer = try? PromptAnswer(options, to: .access) {
                #expect(["allow", "limit", "deny", "dismiss"].contains(options["decision"]?.value(as: String.self)))
                #expect((try? resent(answer, to: .access)) == answer)
            }
            if let answer = try? PromptAnswer(options, to: .selection) {
                #expect((try? resent(answer, to: .selection)) == answer)
            }
            if let answer = try? PromptAnswer(options, to: .pick) {
                #expect((try? resent(answer, to: .pick)) == answer)
            }
            if let answer = try? PromptAnswer(options, to: .confirm) { #expect(options.count == 1, "\(answer)") }
            for kind in AgentPrompt.Kind.allCases { _ = try? AgentPrompt(MessageArguments("1", kind, options)) }
        }
    }

    private static func randomOptions(using random: inout SeededRandom) -> Options {
        let keys = [
            "decision", "decision", "selection", "selection-content", "rights", "expires", "once", "access", "changes",
            "client", "other", "items", "remove", "keep", "lasting", "crops", "trims", "limit", "filter",
            "max-duration", "representation",
        ]
        let words = ["allow", "limit", "deny", "dismiss", "done", "cancel", "other-files", "", "\u{202e}", texts[0]]
        var options: Options = [:]
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let word = words.randomElement(using: &random)!
            let values: [Variant] = [
                Variant(word), Variant(word), Variant([word]), Variant(texts), Variant([String]()),
                Variant(Int64.random(in: .min ... .max, using: &random)), Variant(UInt32(7)),
                Variant(Bool.random(using: &random)),
                Variant([UInt8](word.utf8)), Variant(["decision": Variant(word)] as Options),
                Variant(Structure(word, texts)), Variant([Structure(word, texts)]), Variant(Variant(word)),
                Variant(Double.nan), Variant(["location", word]), Variant([texts[0]: Structure(0.0, 0.5, 0.5, 0.5)]),
                Variant([texts[0]: Structure(Double.random(in: -1...3, using: &random), 2.0)]),
            ]
            options[keys.randomElement(using: &random)!] = values.randomElement(using: &random)!
        }
        return options
    }
}
