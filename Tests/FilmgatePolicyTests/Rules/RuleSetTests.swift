import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("A rule set")
struct RuleSetTests {
    static func rule(_ pattern: String, _ line: Int, _ entries: KeyValuePairs<PolicyKey, String>) throws -> Rule {
        var rule = Rule(try ClientPattern(pattern), at: PolicyFileLocation(file: "a.conf", line: line))
        for (offset, (key, value)) in entries.enumerated() {
            try rule.rules.set(key, to: value, at: PolicyFileLocation(file: "a.conf", line: line + 1 + offset))
        }
        return rule
    }

    @Test(
        "a pattern matches by kind and name, and each '*' matches any run of characters",
        arguments: [
            ("*", "flatpak:org.example.App", true), ("*", "exe:/usr/bin/cp", true),
            ("flatpak:*", "flatpak:org.example.App", true), ("flatpak:*", "snap:firefox", false),
            ("app:org.gnome.*", "app:org.gnome.Shotwell", true), ("app:org.gnome.*", "app:org.gnomes", false),
            ("app:org.gnome.*", "flatpak:org.gnome.Shotwell", false), ("exe:/usr/bin/*", "exe:/usr/bin/cp", true),
            ("exe:/usr/bin/*", "exe:/usr/bin/x/y", true), ("exe:/usr/bin/*", "exe:/usr/local/bin/cp", false),
            ("exe:*/bin/*o*", "exe:/home/a/bin/foo", true), ("exe:*/bin/*o*", "exe:/home/o/bin/fx", false),
            ("flatpak:org.example.App", "flatpak:org.example.App", true),
            ("flatpak:org.example.App", "flatpak:org.example.Apps", false),
            ("flatpak:org.example.App", "flatpak:org.example.app", false), ("exe:/a*b*c", "exe:/abbcbc", true),
            ("exe:/é*", "exe:/école", true), ("flatpak:**", "flatpak:a.b.c", true),
        ])
    func matching(_ pattern: String, _ client: String, _ matches: Bool) throws {
        #expect(try ClientPattern(pattern).matches(try #require(ClientID(client))) == matches)
    }

    @Test(
        "a text that no client can match is refused",
        arguments: [
            ("", ClientPatternError.empty), ("flatpack:*", .unknownKind("flatpack")),
            ("org.example.*", .unknownKind("org.example.*")),
            ("flatpak*", .unknownKind("flatpak*")), ("*:foo", .unknownKind("*")), ("exe:", .noName),
            ("exe:bin/cp", .unlikeName(.exe)), ("flatpak:/usr/bin/cp", .unlikeName(.flatpak)),
            ("flatpak:Firefox", .unlikeName(.flatpak)), ("snap:a b", .unlikeName(.snap)),
            ("app:/usr/share/x", .unlikeName(.app)), ("exe:/a\u{7}b", .unlikeName(.exe)),
            ("exe:/" + String(repeating: "x", count: 2000), .tooLong),
        ])
    func impossible(_ text: String, _ reason: ClientPatternError) {
        #expect(throws: reason) { try ClientPattern(text) }
        #expect(reason.sentence.hasSuffix("."))
    }

    @Test("a pattern covers another if it matches everything that the other matches")
    func covering() throws {
        let pairs = [
            ("*", "flatpak:*", true), ("flatpak:*", "*", false), ("flatpak:*", "flatpak:org.*", true),
            ("flatpak:org.*", "flatpak:*", false), ("exe:/usr/*", "exe:/usr/bin/*", true),
            ("exe:/usr/*/x", "exe:/usr/*", false), ("flatpak:a.b.c", "flatpak:a.b.c", true),
            ("snap:a*", "snap:*a", false),
        ]
        for (broad, narrow, covers) in pairs {
            #expect(try ClientPattern(broad).covers(ClientPattern(narrow)) == covers, "\(broad) over \(narrow)")
        }
    }

    @Test("later sections override earlier ones key by key, and each key has its place")
    func order() throws {
        let ruleSet = RuleSet([
            try Self.rule("*", 1, [.highest: "limited", .prompts: "false", .addedItemsPerDay: "10"]),
            try Self.rule("flatpak:org.example.*", 10, [.highest: "full", .addedItemsPerDay: "unlimited"]),
            try Self.rule("flatpak:org.example.App", 20, [.preset: "add-only", .lapseAfterDays: "30"]),
        ])
        let app = ruleSet.rules(for: try #require(ClientID("flatpak:org.example.App")))
        #expect(app.ceiling == .full && app.highest?.place.description == "a.conf:11")
        #expect(!app.allowsPrompts && app.prompts?.place.line == 3)
        #expect(app.presetLevel == .addOnly && app.daysToLapse == 30)
        #expect(app.itemsPerDay == nil && app.addedItemsPerDay?.place.line == 12)
        let other = ruleSet.rules(for: try #require(ClientID("snap:firefox")))
        #expect(other.ceiling == .limited && other.itemsPerDay == 10 && other.preset == nil && other.daysToLapse == nil)
    }

    @Test(
        "values are read, and written back the same; impossible values are refused",
        arguments: [
            (
                PolicyKey.addedBytesPerDay, ["0", "500", "5K", "3T", "unlimited"],
                ["", "-1", "5k", "1.5G", "M", "99999999999T", "+1"]
            ),
            (.addedItemsPerDay, ["0", "7", "unlimited"], ["", "many", "-1", "18446744073709551616", "٣"]),
            (.lapseAfterDays, ["1", "365", "never"], ["0", "36501", "unlimited"]),
            (.highest, ["none", "add-only", "limited", "full"], ["undetermined", "restricted", "Full", ""]),
            (.preset, ["none", "add-only", "limited", "full", "undetermined"], ["restricted", "all"]),
            (.prompts, ["true", "false", "yes", "no"], ["1", "TRUE", "maybe", ""]),
            (.quarantine, ["true", "false", "yes", "no"], ["1", "on", ""]),
            (.locations, ["true", "false", "town"], ["0", "on", "exact"]),
            (
                .rights, ["none", "originals", "captions;write", "write;manage"],
                ["", "all", "manage", "captions,write", "captions;;write", ";"]
            ),
            (.pickPassword, ["never", "x11", "always"], ["", "wayland", "true", "X11"]),
            (.maxPixels, ["1", "4096", "unlimited"], ["0", "", "-1", "4294967296", "4K"]),
        ])
    func values(_ key: PolicyKey, _ good: [String], _ bad: [String]) throws {
        let place = EffectiveGrantTests.here
        for text in good {
            var rules = ClientRules()
            try rules.set(key, to: text, at: place)
            #expect(rules.places == [key: place])
            let spelling = ["yes": "true", "no": "false", "5K": "5120", "3T": "3298534883328"][text] ?? text
            #expect(PolicyKey.allCases.compactMap(rules.text) == [spelling] && rules.text(of: key) == spelling)
        }
        for text in bad {
            var rules = ClientRules()
            #expect(throws: InvalidRuleValue.self, "\(key.rawValue)=\(text)") {
                try rules.set(key, to: text, at: place)
            }
            #expect(rules == ClientRules())
        }
        var rules = ClientRules()
        try rules.set(.addedBytesPerDay, to: "5K", at: place)
        #expect(rules.bytesPerDay == 5120)
        #expect(AdditionQuota(rules) == AdditionQuota(bytes: 5120))
    }

    @Test(
        "the error says what a value must be",
        arguments: [
            (PolicyKey.highest, "'none', 'add-only', 'limited', 'full'"),
            (.preset, "'none', 'add-only', 'limited', 'full', 'undetermined'"), (.prompts, "'true' or 'false'"),
            (.addedBytesPerDay, "a number of bytes, such as 500000000 or 500M (MiB), or 'unlimited'"),
            (.addedItemsPerDay, "a whole number of at least 0, or 'unlimited'"),
            (.lapseAfterDays, "a whole number from 1 to 36500, or 'never'"),
            (.pickPassword, "one of 'never', 'x11', 'always'"),
        ])
    func expectations(_ key: PolicyKey, _ expected: String) {
        var rules = ClientRules()
        do throws(InvalidRuleValue) {
            try rules.set(key, to: "?", at: EffectiveGrantTests.here)
            Issue.record("no error")
        } catch {
            #expect(error.expected.hasSuffix(expected))
        }
    }

    @Test("places are ordered by file and line, the file as a whole first")
    func places() {
        let whole = PolicyFileLocation(file: "a.conf", line: nil)
        let others = [("a.conf", 1), ("a.conf", 10), ("b.conf", nil)].map { PolicyFileLocation(file: $0.0, line: $0.1) }
        #expect((others + [whole]).sorted() == [whole] + others)
        #expect(whole.description == "a.conf" && others[1].description == "a.conf:10")
    }

    @Test("presets above the ceiling, and keys that a later section always overrides, are found")
    func findings() throws {
        let ruleSet = RuleSet([
            try Self.rule("flatpak:org.example.App", 1, [.highest: "full", .preset: "full"]),
            try Self.rule("flatpak:*", 10, [.highest: "limited"]),
            try Self.rule("snap:*", 20, [.highest: "add-only", .preset: "add-only"]),
        ])
        #expect(ruleSet.findings.map(\.place.line) == [3, 2])
        #expect(ruleSet.findings.allSatisfy { $0.severity == .warning })
        #expect(
            ruleSet.findings[0].description.hasPrefix(
                "a.conf:3: The preset 'full' is above the highest level 'limited'"))
        #expect(
            ruleSet.findings[1].sentence.hasPrefix(
                "'highest' never applies: the later section [flatpak:*] at a.conf:10"))
        let good = RuleSet([
            try Self.rule("*", 1, [.highest: "limited"]),
            try Self.rule("flatpak:org.example.App", 5, [.highest: "full", .preset: "full"]),
        ])
        #expect(good.findings.isEmpty)
    }

    @Test("a ceiling for some of the kinds of programs without a sandbox, but not for all, is found")
    func evadedCeilings() throws {
        func lines(_ sections: [(String, String)]) throws -> [Int?] {
            let rules = try sections.enumerated().map { try Self.rule($1.0, 10 * $0 + 1, [.highest: $1.1]) }
            return RuleSet(rules).findings.sorted().map(\.place.line)
        }
        let ruleSet = RuleSet([try Self.rule("exe:*", 1, [.highest: "limited"])])
        #expect(
            ruleSet.findings.map(\.sentence) == [
                "The highest level 'limited' of 'exe:*' does not prevent 'full': a program outside a sandbox can be started as each of "
                    + "the kinds 'exe', 'app' and 'system'. Set it for 'app:*' and 'system:*', too."
            ])
        for kind in ["exe", "app", "system"] { #expect(try lines([("\(kind):*", "none")]) == [2]) }
        #expect(try lines([("exe:*", "limited"), ("app:*", "limited")]) == [2, 12])
        #expect(try lines([("exe:*", "limited"), ("app:*", "limited"), ("system:*", "limited")]).isEmpty)
        #expect(try lines([("*", "limited"), ("exe:*", "add-only")]) == [12])
        #expect(try lines([("*", "limited"), ("flatpak:*", "full")]).isEmpty)
        #expect(try lines([("exe:*", "full"), ("snap:*", "none"), ("flatpak:*", "none")]).isEmpty)
        let overridden = [("exe:*", "limited"), ("app:*", "none"), ("system:*", "none"), ("*", "limited")]
        #expect(try lines(overridden) == [2, 12, 22])
    }
}
