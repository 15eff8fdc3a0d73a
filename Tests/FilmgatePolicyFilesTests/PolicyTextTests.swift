import FilmgateModel
import FilmgatePolicy
import Testing

@testable import FilmgatePolicyFiles

@Suite("The text of a policy file")
struct PolicyTextTests {
    static func read(_ text: String) -> PolicyReading { PolicyReading(text: Array(text.utf8), of: "p.conf") }

    static func rules(_ text: String, of client: String = "flatpak:org.example.App") throws -> ClientRules {
        let reading = read(text)
        #expect(reading.faults.isEmpty, "\(reading.faults)")
        return reading.book.rules(for: try #require(ClientID(client)))
    }

    @Test("every key is read, with the line that says it")
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
            added-bytes-per-day=10M
            added-items-per-day=5
            lapse-after-days=90

            """)
        #expect(rules.ceiling == .limited && rules.presetLevel == .addOnly && !rules.allowsPrompts)
        #expect(!rules.allowsLocations && rules.bytesPerDay == 10 << 20 && rules.itemsPerDay == 5)
        #expect(rules.daysToLapse == 90)
        let lines = RuleKey.allCases.map { rules.places[$0]?.description }
        #expect(lines == [4, 5, 6, 8, 9, 10, 11].map { "p.conf:\($0)" })
    }

    @Test("of two sections that match, the later is heard; the place of a key is its own")
    func order() throws {
        let text = "[*]\nhighest=none\nprompts=false\n[flatpak:org.example.*]\nhighest=full\n"
        let rules = try Self.rules(text)
        #expect(rules.ceiling == .full && rules.highest?.place.line == 5 && rules.prompts?.place.line == 3)
        #expect(try Self.rules(text, of: "snap:firefox").ceiling == .none)
    }

    @Test("an empty file, and one of comments, rule nothing", arguments: ["", "\n\n", "# nothing\n", "\r\n#\r\n"])
    func empty(_ text: String) throws { #expect(try Self.rules(text) == ClientRules()) }

    @Test("lines may end as on other systems")
    func carriageReturns() throws {
        #expect(try Self.rules("[*]\r\nhighest=limited\r\nprompts=false\r\n").highest?.place.line == 2)
    }

    @Test(
        "what is wrong is told with its line",
        arguments: [
            ("[*]\nhighst=none\n", 2, "There is no key 'highst'; there are highest, preset"),
            (
                "[*]\n\nhighest=everything\n", 3,
                "'highest' must be one of 'none', 'add-only', 'limited', 'full', not 'everything'."
            ),
            ("[*]\nprompts=false # quiet\n", 2, "'prompts' must be 'true' or 'false', not 'false # quiet'."),
            ("[*]\nhighest[de]=none\n", 2, "There is no key 'highest[de]'"),
            ("[flatpack:*]\nhighest=none\n", 1, "A pattern is '*' or begins with a kind of client"),
            ("[exe:cp]\n", 1, "No program is named like this"),
            ("# one\nhighest=none\n", 2, "'highest' stands before the first section."),
            ("[*]\nhighest\n", 2, "This is neither a comment, nor a [section], nor KEY=VALUE."),
            ("[*\nhighest=none\n", 1, "This is neither a comment"),
            ("[]\n", 1, "This is neither a comment"),
            ("[*]\n=none\n", 2, "This is neither a comment"),
            (
                "[*]\nhighest=none\n\n[snap:*]\npreset=none\n[*]\nprompts=true\n", 6,
                "There is a section [*] at line 1 already"
            ),
            ("[*]\nhighest=none\nhighest=full\n", 3, "'highest' is said at line 2 already."),
            ("[*]\nhighest=none\0\n", 2, "This is no text"),
        ])
    func faults(_ text: String, _ line: Int, _ beginning: String) throws {
        let reading = Self.read(text)
        let fault = try #require(reading.faults.first)
        #expect(fault.place == RulePlace(file: "p.conf", line: line))
        #expect(fault.sentence.hasPrefix(beginning), "\(fault.sentence)")
        // Whatever it says elsewhere, nobody may do anything.
        #expect(reading.book == .closed(by: fault.place))
    }

    @Test("bytes that are no UTF-8 are found in their line")
    func encoding() {
        let reading = PolicyReading(text: Array("[*]\n# caf".utf8) + [0xE9, 0x0A], of: "p.conf")
        #expect(reading.faults.map(\.place.line) == [2])
    }

    @Test("what is said in vain is told, and does not keep the policy from being followed")
    func warnings() throws {
        let reading = Self.read(
            "[flatpak:org.example.App]\nhighest=full\n[snap:*]\n[*]\nhighest=limited\npreset=full\n")
        #expect(reading.faults.isEmpty)
        #expect(reading.findings.map(\.place.line) == [2, 3, 6])
        #expect(reading.book.rules.count == 3)
    }

    @Test("all that is wrong is told, in order")
    func several() {
        let reading = Self.read("nonsense\n[*]\na=1\nhighest=b\n[x]\nc=2\nhighest=none\n")
        #expect(reading.faults.map(\.place.line) == [1, 3, 4, 5, 6])
    }
}
