import Filmgate
import FilmgateModel
import FilmgatePrompts
import FilmgateText
import Foundation
import Testing

@testable import filmgate_agent

@Suite("Rules that answer without a person")
struct RuleTests {
    private let frame = ClientID("flatpak:org.example.Frame")!

    private func rules(_ arguments: String...) throws -> AnswerRules {
        var rules = AnswerRules()
        for argument in arguments { try rules.add(argument) }
        return rules
    }

    private func file(_ text: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "agent-rules-\(UUID().uuidString).conf").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("come from a file, and later ones override earlier ones key by key")
    func reading() throws {
        let path = try file(
            """
            # A kiosk.
            [*]
            add-only=allow
            read-write=deny
            for=1d

            [flatpak:org.example.*]
            read-write=limit
            select=newest:10
            rights=originals;captions
            max-pixels=1920
            location-precision=town
            media-types=image
            """)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let rules = try rules(path)
        let name = path.split(separator: "/").last!
        let limits = ContentLimits(maxPixels: 1920, locationPrecision: .town, mediaTypes: [.image])
        #expect(
            rules.reply(to: .access(.readWrite, highest: nil), of: frame)
                == AnswerRules.Reply(
                    answer: PromptAnswer(
                        .limit([]), validity: .seconds(86_400), rights: [.originals, .captions], limits: limits,
                        rule: "\(name) [flatpak:org.example.*]"),
                    select: .newest(10)))
        #expect(
            rules.reply(to: .access(.addOnly, highest: nil), of: frame)
                == AnswerRules.Reply(
                    answer: PromptAnswer(
                        .allow, validity: .seconds(86_400), rights: [.originals, .captions], limits: limits,
                        rule: "\(name) [*]"),
                    select: .newest(10)))
        let other = ClientID("exe:/usr/bin/other")!
        #expect(rules.reply(to: .access(.readWrite, highest: nil), of: other)?.answer.decision == .deny)
        #expect(rules.reply(to: .selection([]), of: frame)?.answer.decision == .done([]))
        #expect(rules.reply(to: .selection([]), of: other) == nil)
        #expect(rules.reply(to: .confirm([]), of: frame) == nil, "what is deleted, no rule has seen")
    }

    @Test("pick only what they select, and cancel")
    func picks() throws {
        let rules = try rules(
            "flatpak:org.example.* pick=done select=newest:3", "flatpak:org.example.Other pick=cancel")
        let reply = rules.reply(to: .pick(PickerConfiguration()), of: frame)
        #expect(reply?.answer.decision == .picked(PickAnswer([])) && reply?.select == .newest(3))
        #expect(rules.reply(to: .access(.readWrite, highest: nil), of: frame) == nil)
        let other = ClientID("flatpak:org.example.Other")!
        #expect(rules.reply(to: .pick(PickerConfiguration()), of: other)?.answer.decision == .dismiss)
        let bare = try self.rules("flatpak:org.example.Frame pick=done")
        #expect(bare.reply(to: .pick(PickerConfiguration()), of: frame) == nil, "nothing is selected")
        #expect(throws: AgentError.self) { try self.rules("flatpak:org.example.Frame pick=allow") }
    }

    @Test("come from an argument, and do not apply to other apps")
    func words() throws {
        let id = Samples.id(7)
        let rules = try rules("flatpak:org.example.Frame read-write=limit select=\(id) for=once")
        let reply = rules.reply(to: .access(.readWrite, highest: nil), of: frame)
        #expect(reply?.select == .identifiers([id]) && reply?.answer.validity == .once)
        #expect(rules.reply(to: .access(.addOnly, highest: nil), of: frame) == nil)
        #expect(
            rules.reply(to: .access(.readWrite, highest: nil), of: ClientID("flatpak:org.example.Framed")!) == nil)
    }

    @Test(
        "are refused with the place of the mistake",
        arguments: [
            ("[frame]\nadd-only=allow\n", "[frame]"), ("[*]\nadd-only=limit\n", "[*] add-only: 'limit'"),
            ("[*]\nread-write=yes\n", "[*] read-write"), ("[*]\nselect=newest:0\n", "[*] select"),
            ("[*]\nselect=oldest:3\n", "[*] select"), ("[*]\nfor=ever\n", "[*] for"),
            ("[*]\nrights=places\n", "[*] rights: 'places'"),
            ("[*]\nrights=manage\n", "[*] rights: the right 'manage'"),
            ("[*]\nmax-pixels=0\n", "[*] max-pixels: '0'"),
            ("[*]\nlocation-precision=street\n", "[*] location-precision: 'street'"),
            ("[*]\nreadwrite=allow\n", "[*] readwrite: there is no such key"),
            ("add-only=allow\n", "group"), ("[*\n", "[*"),
        ])
    func faults(_ text: String, _ place: String) throws {
        let path = try file(text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let complaint = #expect(throws: AgentError.self) { try rules(path) }
        #expect(complaint?.text.hasPrefix(path) == true)
        #expect(complaint?.text.contains(place) == true, "\(complaint?.text ?? "")")
        #expect(complaint?.code == EX_CONFIG)
    }

    @Test("a missing file and a wrong rule are errors")
    func missing() {
        #expect(throws: AgentError.self) { try rules("/nonexistent/rules.conf") }
        let complaint = #expect(throws: AgentError.self) { try rules("flatpak:org.example.Frame read-write=perhaps") }
        #expect(complaint?.text.contains("read-write: 'perhaps'") == true)
    }

    @Test("the command line takes one way to ask, and refuses unknown options")
    func invocation() throws {
        guard
            case .run(let invocation) = try AgentCommandLine.parse(
                ["--plain", "--bus=unix:path=/x", "--answer", "flatpak:org.example.Frame add-only=allow"].map {
                    Argument($0)
                })
        else { throw AgentError("not run", code: 1) }
        #expect(
            invocation.frontEnd == .lines && invocation.bus == "unix:path=/x" && invocation.rules.sections.count == 1)
        for arguments in [[], ["--tty", "--plain"], ["--window"], ["--windows"], ["tty"], ["--bus", "x"]] {
            let complaint = #expect(throws: AgentError.self) {
                _ = try AgentCommandLine.parse(arguments.map { Argument($0) })
            }
            #expect(complaint?.code == EX_USAGE, "\(arguments)")
        }
    }

    @Test("only filmgate-window also shows the settings, unless the command line names a program")
    func settings() throws {
        let expected: [([String], String?)] = [
            (["--window", "/usr/libexec/filmgate-window"], "/usr/libexec/filmgate-window"),
            (["--window", "filmgate-window"], "filmgate-window"), (["--window", "/opt/own-window"], nil),
            (["--window", "/opt/own-window", "--settings", "/opt/own-settings"], "/opt/own-settings"),
            (["--tty"], nil), (["--tty", "--settings", "/x"], "/x"), (["--plain"], nil),
        ]
        for (words, settings) in expected {
            guard case .run(let invocation) = try AgentCommandLine.parse(words.map { Argument($0) }) else {
                throw AgentError("not run", code: 1)
            }
            #expect(invocation.settings == settings, "\(words)")
        }
    }

    @Test("a word of the command line that is not UTF-8 is refused, not repaired")
    func bytes() {
        let answer = Array("--answer=flatpak:org.example.Frame add-only=allow".utf8)
        for words in [
            [answer, Array("--bus=".utf8) + [0xFF]], [answer, Array("--window".utf8), [0x61, 0xFF]],
            [Array("--answer".utf8), [0x61, 0xE9, 0x62]], [answer, [0xFF]],
        ] {
            let complaint = #expect(throws: AgentError.self) {
                _ = try AgentCommandLine.parse(words.map { Argument(bytes: $0) })
            }
            #expect(complaint?.code == EX_USAGE)
            #expect(complaint?.text.contains("is not UTF-8.") == true, "\(complaint?.text ?? "")")
        }
    }
}
