import FilmgateModel
import FilmgatePolicy
import Testing

@testable import FilmgatePolicyFiles

@Suite("The text of a policy file")
struct ParsedPolicyFileTests {
    static func read(_ text: String) -> ParsedPolicy { ParsedPolicy(text: Array(text.utf8), of: "p.conf") }

    static func rules(_ text: String, of client: String = "flatpak:org.example.App") throws -> ClientRules {
        let reading = read(text)
        #expect(reading.faults.isEmpty, "\(reading.faults)")
        return reading.ruleSet.rules(for: try #require(ClientID(client)))
    }

    @Test("every key is read, with its line")
    func keys() throws {
        let rules = try Self.rules(
            """
            # A policy.

            [flatpak:*]
            highest=limited
              preset = add-only\u{20}\u{20}
            prompts=false
            # Places are private.
            locations=false
            rights=captions;write
            quarantine=true
            max-pixels=2048
            media-types=image;
            added-bytes-per-day=10M
            added-items-per-day=5
            lapse-after-days=90
            tripwire-originals=500/1m
            tripwire-images=2000/2h
            pick-password=always

            """)
        #expect(rules.ceiling == .limited && rules.presetLevel == .addOnly && !rules.allowsPrompts)
        #expect(!rules.allowsLocations && rules.bytesPerDay == 10 << 20 && rules.itemsPerDay == 5)
        #expect(rules.daysToLapse == 90 && rules.mostRights == [.captions, .write] && rules.limits.maxPixels == 2048)
        #expect(rules.limits.mediaTypes == [.image] && rules.quarantinesAdditions)
        #expect(rules.passwordForPicks == .always)
        let lines = PolicyKey.allCases.map { rules.places[$0]?.description }
        #expect(rules.tripwire(.originals)?.seconds == 60 && rules.tripwire(.images)?.count == 2000)
        #expect(lines == [4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18].map { "p.conf:\($0)" })
    }

    @Test("later sections override earlier ones; each key has its own place")
    func order() throws {
        let text = "[*]\nhighest=none\nprompts=false\n[flatpak:org.example.*]\nhighest=full\n"
        let rules = try Self.rules(text)
        #expect(rules.ceiling == .full && rules.highest?.place.line == 5 && rules.prompts?.place.line == 3)
        #expect(try Self.rules(text, of: "snap:firefox").ceiling == .none)
    }

    @Test("an empty file, and one of comments, set nothing", arguments: ["", "\n\n", "# nothing\n", "\r\n#\r\n"])
    func empty(_ text: String) throws { #expect(try Self.rules(text) == ClientRules()) }

    @Test("lines may end with CR LF")
    func carriageReturns() throws {
        #expect(try Self.rules("[*]\r\nhighest=limited\r\nprompts=false\r\n").highest?.place.line == 2)
    }

    @Test(
        "errors have their line",
        arguments: [
            ("[*]\nhighst=none\n", 2, "There is no key 'highst'. The keys are highest, preset"),
            (
                "[*]\n\nhighest=everything\n", 3,
                "'highest' must be one of 'none', 'add-only', 'limited', 'full', not 'everything'."
            ),
            (
                "[*]\nmedia-types=image;picture\n", 2,
                "'media-types' must be 'image', 'video' or 'image;video', not 'image;picture'."
            ),
            ("[*]\nprompts=false # quiet\n", 2, "'prompts' must be 'true' or 'false', not 'false # quiet'."),
            ("[*]\nhighest[de]=none\n", 2, "There is no key 'highest[de]'"),
            ("[flatpack:*]\nhighest=none\n", 1, "A pattern is '*' or begins with a kind of client"),
            ("[exe:cp]\n", 1, "No program can have this name"),
            ("# one\nhighest=none\n", 2, "'highest' is before the first section."),
            ("[*]\nhighest\n", 2, "This is not a comment, a [section] or KEY=VALUE."),
            ("[*\nhighest=none\n", 1, "This is not a comment"),
            ("[]\n", 1, "This is not a comment"),
            ("[*]\n=none\n", 2, "This is not a comment"),
            (
                "[*]\nhighest=none\n\n[snap:*]\npreset=none\n[*]\nprompts=true\n", 6,
                "The section [*] exists already at line 1."
            ),
            ("[*]\nhighest=none\nhighest=full\n", 3, "'highest' is set already at line 2."),
            ("[*]\nhighest=none\0\n", 2, "This is not text"),
        ])
    func faults(_ text: String, _ line: Int, _ beginning: String) throws {
        let reading = Self.read(text)
        let fault = try #require(reading.faults.first)
        #expect(fault.place == PolicyFileLocation(file: "p.conf", line: line))
        #expect(fault.sentence.hasPrefix(beginning), "\(fault.sentence)")
        // Whatever else the file says, no client may do anything.
        #expect(reading.ruleSet == .closed(by: fault.place))
    }

    @Test("bytes that are not UTF-8 are reported with their line")
    func encoding() {
        let reading = ParsedPolicy(text: Array("[*]\n# caf".utf8) + [0xE9, 0x0A], of: "p.conf")
        #expect(reading.faults.map(\.place.line) == [2])
    }

    @Test("keys without effect are warnings, and the policy comes into force")
    func warnings() throws {
        let reading = Self.read(
            "[flatpak:org.example.App]\nhighest=full\n[snap:*]\n[*]\nhighest=limited\npreset=full\n")
        #expect(reading.faults.isEmpty)
        #expect(reading.findings.map(\.place.line) == [2, 3, 6])
        #expect(reading.ruleSet.rules.count == 3)
    }

    @Test("all errors are reported, in order")
    func several() {
        let reading = Self.read("nonsense\n[*]\na=1\nhighest=b\n[x]\nc=2\nhighest=none\n")
        #expect(reading.faults.map(\.place.line) == [1, 3, 4, 5, 6])
    }
}
