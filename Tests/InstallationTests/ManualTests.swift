import FilmgateTestKit
import FilmgateText
import Foundation
import Testing

@testable import FilmgateTool

@Suite("Manual pages")
struct ManualTests {
    @Test(
        "pass mandoc without warnings",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/mandoc")))
    func lint() async throws {
        let root = try await installed()
        let pages = try await run("/usr/bin/find", "\(root.path)/usr/share/man", "-type", "f")
        #expect(pages.lines.count == 11)
        for page in pages.lines {
            let lint = try await run("/usr/bin/mandoc", "-T", "lint", "-W", "warning", page)
            #expect(lint.output.isEmpty, "\(lint.output)")
        }
    }

    @Test("contain every command, option and operand of the tool, with their texts")
    func tool() async throws {
        let folder = try InstallationFolder()
        let help = try await run(BuiltProgram.path("filmgatectl"), "--help", "--json")
        try folder.write(help.output, to: "help.json")
        let made = try await run("/bin/sh", "-c", "'\(source)/scripts/make-manual' tool <'\(folder.path)/help.json'")
        let page = try await rendered(made.output)
        for command in Command.all {
            #expect(page.contains(words("filmgatectl \(command.name)")), "\(command.name)")
            for text in ([command.summary] + command.details).map(\.english) + command.allOptions.map(\.help)
                + command.operands.map(\.help)
            {
                #expect(page.contains(words(text)), "\(command.name): \(text)")
            }
            for option in command.allOptions { #expect(page.contains("--\(option.name)"), "\(option.name)") }
            for example in command.examples { #expect(page.contains(words(example.line)), "\(example.line)") }
        }
    }

    @Test("contain every key of the broker's configuration, and no other")
    func configuration() async throws {
        let page = try await rendered(try await run("\(source)/scripts/make-manual", "conf").output)
        let groups = try await known("[no-such-group]\nkey=1\n")
        #expect(groups.count >= 8, "\(groups)")
        for group in groups {
            #expect(page.contains("THEGROUP[\(group)]"), "\(group)")
            for key in try await known("[\(group)]\nno-such-key=1\n") {
                #expect(page.contains(key), "[\(group)] \(key)")
            }
        }
        let template = try String(contentsOfFile: "\(source)/data/filmgated.conf", encoding: .utf8)
        // Without the comment signs before its keys, the broker accepts the file, and goes on to the bus.
        let folder = try InstallationFolder()
        let active = template.replacing(/(?m)^#(?=[a-z-]+=)/, with: "")
        try folder.write(active, to: "all.conf")
        let result = try await run(
            BuiltProgram.path("filmgated"), "--bus", "unix:path=\(folder.path)/none", "--state", "\(folder.path)/state",
            "--config", "\(folder.path)/all.conf")
        #expect(result.code == 69, "\(result)")
    }

    @Test("contain every member of every interface")
    func interfaces() async throws {
        let page = try await rendered(try await run("\(source)/scripts/make-manual", "interfaces").output)
        var members = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(source)/dbus") where name.hasSuffix(".xml") {
            let text = try String(contentsOfFile: "\(source)/dbus/\(name)", encoding: .utf8)
            for match in text.matches(of: /<(?:interface|method|signal|property) name="([A-Za-z0-9.]+)"/) {
                #expect(page.contains(String(match.1)), "\(match.1)")
                members += 1
            }
        }
        #expect(members > 50)
    }

    /// The groups or keys that the broker names when it meets an unknown one.
    private func known(_ configuration: String) async throws -> [String] {
        let folder = try InstallationFolder()
        try folder.write(configuration, to: "test.conf")
        let result = try await run(
            BuiltProgram.path("filmgated"), "--bus", "unix:path=/nonexistent", "--config", "\(folder.path)/test.conf")
        let list = try #require(result.errors.firstMatch(of: /The (?:keys|groups) are: ([a-z, -]+)\./), "\(result)")
        return list.1.components(separatedBy: ", ")
    }

    /// A page as it is read, on one line.
    private func rendered(_ page: String) async throws -> String {
        let folder = try InstallationFolder()
        try folder.write(page, to: "page")
        let result = try await run("/usr/bin/mandoc", "-T", "utf8", "-O", "width=500", "\(folder.path)/page")
        // What is printed over itself is bold or underlined.
        return words(result.output.replacing(/.\u{08}/, with: "").replacingOccurrences(of: "−", with: "-"))
    }

    /// Without blanks, for lines are broken at hyphens too.
    private func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
