import FilmgateTestKit
import Foundation
import Testing

/// The commands in the documents, in the shell that the demo offers, in their order.
@Suite("The commands of the documents", .serialized)
struct DocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let documents: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "docs").path)) ?? []
        return ["README.md", "CONTRIBUTING.md"] + names.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }.sorted()
    }()

    private static func found() throws -> [DocumentedCommand] {
        try documents.flatMap { try DocumentedCommands($0, in: root).commands }
    }

    @Test("are all known, with what they do or why they cannot run here, and so are the figures")
    func known() throws {
        let found = try Self.found()
        var inside = false
        var block = ""
        for command in found {
            // A line of a block that runs as a whole.
            let begins = !inside || command.document != block
            let expectation = CommandExpectations.all[command.text]
            if begins { #expect(expectation != nil, "not known: \(command)") }
            switch expectation {
            case .takesRest, .onOwnBus: (inside, block) = (true, command.document)
            default: break
            }
        }
        let texts = Set(found.map(\.text))
        for text in CommandExpectations.all.keys {
            #expect(texts.contains(text), "in no document any more: \(text)")
        }
        for document in Self.documents {
            let figures = try DocumentedCommands(document, in: Self.root).figures
            #expect(figures.count == CommandExpectations.figures[document] ?? 0, "\(document): \(figures)")
        }
        #expect(CommandExpectations.preparations.keys.allSatisfy(Self.documents.contains))
    }

    @Test("do what the document says", .timeLimit(.minutes(10)), arguments: documents)
    func run(_ document: String) async throws {
        let steps = try Self.steps(of: try DocumentedCommands(document, in: Self.root).commands)
        guard !steps.isEmpty else { return }
        var session: [DocumentSession.Command] = []
        if let preparation = CommandExpectations.preparations[document] {
            session.append(DocumentSession.Command(text: preparation))
        }
        let results = try await DocumentSession.run(session + steps.map(\.command))
        #expect(results.first?.code == 0, "\(String(describing: results.first))")
        for (step, result) in zip(steps, results.dropFirst(session.count)) {
            #expect(result.code == 0, "\(result.text)\n\(result.output)")
            guard let pattern = step.pattern else { continue }
            let matches = try result.output.firstMatch(of: Regex(pattern).anchorsMatchLineEndings()) != nil
            #expect(matches, "\(result.text)\n\(result.output)")
        }
    }

    private struct Step {
        let command: DocumentSession.Command
        let pattern: String?
    }

    /// The commands that run, blocks as one.
    private static func steps(of commands: [DocumentedCommand]) throws -> [Step] {
        var steps: [Step] = []
        var rest = commands[...]
        while let command = rest.first {
            rest.removeFirst()
            let text = here(command.text)
            switch try #require(CommandExpectations.all[command.text], "\(command)") {
            case .elsewhere: continue
            case .prints(let pattern):
                steps.append(Step(command: DocumentSession.Command(text: text), pattern: pattern))
            case .works(let test):
                steps.append(Step(command: DocumentSession.Command(text: text, until: test), pattern: nil))
            case .takesRest(let pattern):
                let lines = rest.prefix { $0.document == command.document }.map { here($0.text) }
                rest = rest.dropFirst(lines.count)
                steps.append(Step(command: own(text, lines, showing: true), pattern: pattern))
            case .onOwnBus(let pattern):
                let lines = rest.prefix { CommandExpectations.all[$0.text] == nil }.map { here($0.text) }
                rest = rest.dropFirst(lines.count)
                let bus = "dbus-run-session --config-file=dbus/private-bus.conf -- bash -e"
                // A command alone finds a broker that runs already.
                let broker = [
                    "export FILMGATE_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS",
                    "filmgated --bus session --state \"$TMPDIR/new\" &", "filmgatectl status --wait >/dev/null",
                ]
                steps.append(
                    Step(
                        command: own(bus, (lines.isEmpty ? broker : []) + [text] + lines, showing: false),
                        pattern: pattern))
            }
        }
        return steps
    }

    /// A shell with a bus of its own, and what is typed there.
    ///
    /// - Parameter isShown: whether it starts the window.
    private static func own(_ shell: String, _ lines: [String], showing isShown: Bool) -> DocumentSession.Command {
        let window = """
            for _ in $(seq 600); do xdotool search --onlyvisible --name '^Filmgate$' && shown=yes && break; sleep 0.1; done
            for _ in $(seq 600); do filmgatectl doctor | grep -q '^ok agent' && asks=yes && break; sleep 0.1; done
            [ "$shown$asks" = yesyes ]
            """
        let typed = (lines + (isShown ? [window] : [])).joined(separator: "\n")
        return DocumentSession.Command(text: "\(shell) <<'TYPED'\n\(typed)\nTYPED")
    }

    private static func here(_ text: String) -> String {
        CommandExpectations.substitutions.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
