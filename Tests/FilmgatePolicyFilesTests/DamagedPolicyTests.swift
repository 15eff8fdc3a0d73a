import FilmgateModel
import FilmgatePolicy
import FilmgateTestKit
import Testing

@testable import FilmgatePolicyFiles

/// Random bytes, and good files with damage: reading never crashes, and never finds rules that are not in the file.
@Suite("A damaged policy file")
struct DamagedPolicyTests {
    static let clients = [
        "flatpak:org.example.App", "snap:firefox", "exe:/usr/bin/cp", "app:org.gnome.Maps", "system:0",
    ]
    .compactMap { ClientID($0) }

    static let good = """
        # The shared machines.
        [*]
        highest=limited
        prompts=false

        [flatpak:org.example.*]
        preset=add-only
        locations=false
        added-bytes-per-day=500M

        [exe:/usr/bin/*]
        highest=none
        lapse-after-days=30

        """

    @Test("of random bytes gives a policy that restricts every client, or none at all", arguments: 0..<20)
    func noise(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let alphabet =
            Array("[]*=:#\n\n\r \tabhighest preset none full flatpak:exe/\\;\"\u{e9}".utf8) + [0, 0xFF, 0x80]
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0..<120, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? alphabet.randomElement(using: &random) ?? 0 : UInt8.random(in: .min ... .max, using: &random)
            }
            check(ParsedPolicy(text: bytes, of: "noise"), of: bytes)
        }
    }

    @Test("is refused as a whole, or sets exactly what its lines say", arguments: 0..<20)
    func mutations(_ seed: UInt64) {
        var random = SeededRandom(seed: 1000 + seed)
        for _ in 0..<100 {
            var bytes = Array(Self.good.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(Array("[]=*\n#x".utf8).randomElement(using: &random) ?? 0, at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 30))
                }
                if bytes.isEmpty { break }
            }
            check(ParsedPolicy(text: bytes, of: "mutated"), of: bytes)
        }
    }

    @Test("reports the line of the damage", arguments: 0..<13)
    func line(_ index: Int) {
        var lines = Self.good.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines.insert("this is no key file", at: index)
        let reading = ParsedPolicy(text: Array(lines.joined(separator: "\n").utf8), of: "damaged")
        #expect(reading.faults.map(\.place.line) == [index + 1])
    }

    /// Checks that a reading with a fault allows nothing, and that one without has the rules of a simple parser.
    private func check(_ reading: ParsedPolicy, of bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
        for finding in reading.findings { #expect((1...lines).contains(finding.place.line ?? 1), "\(finding)") }
        let everything = Grant(addOnly: .authorized, readWrite: .authorized, rights: .all, grantor: .admin)
        guard reading.faults.isEmpty else {
            for client in Self.clients {
                for stored in [nil, everything] {
                    let grant = effective(stored, under: reading.ruleSet.rules(for: client), for: client.kind)
                    #expect(grant.addOnly == .restricted && grant.readWrite == .restricted, "\(bytes)")
                }
            }
            return
        }
        let plain = Self.plainly(bytes)
        #expect(reading.ruleSet.rules.map(\.pattern.description) == plain.map(\.pattern), "\(bytes)")
        for (rule, section) in zip(reading.ruleSet.rules, plain) {
            #expect(Set(rule.rules.places.keys.map(\.rawValue)) == Set(section.entries.keys), "\(bytes)")
            for (key, text) in section.entries {
                guard let key = PolicyKey(rawValue: key) else { continue }
                var expected = rule.rules
                try? expected.set(key, to: text, at: rule.rules.places[key] ?? rule.place)
                #expect(expected == rule.rules, "\(key) in \(bytes)")
            }
        }
    }

    private struct Section {
        var pattern: String
        var entries: [String: String] = [:]
    }

    /// A simple parser for correct files.
    private static func plainly(_ bytes: [UInt8]) -> [Section] {
        var sections: [Section] = []
        let blanks: Set<Unicode.Scalar> = [" ", "\t", "\r", "\u{b}", "\u{c}"]
        func bare(_ text: Substring.UnicodeScalarView) -> String {
            var text = text
            while let first = text.first, blanks.contains(first) { text.removeFirst() }
            while let last = text.last, blanks.contains(last) { text.removeLast() }
            return String(text)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        for scalars in text.unicodeScalars.split(separator: "\n") {
            let line = bare(scalars)
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("[") {
                sections.append(Section(pattern: String(line.dropFirst().prefix { $0 != "]" })))
            } else if let sign = line.unicodeScalars.firstIndex(of: "="), !sections.isEmpty {
                let value = line.unicodeScalars[line.unicodeScalars.index(after: sign)...]
                sections[sections.count - 1].entries[bare(line.unicodeScalars[..<sign])] = bare(value)
            }
        }
        return sections
    }
}
