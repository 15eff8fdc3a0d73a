import Foundation

/// A command in a block of a document.
struct DocumentedCommand: Sendable, CustomStringConvertible {
    let document: String
    let line: Int
    /// Without the prompt and the comment behind it; may have several lines.
    let text: String

    var description: String { "\(document):\(line): \(text)" }
}

/// The commands of a document, and blocks that are neither commands nor in a language that the block names.
struct DocumentedCommands: Sendable {
    private(set) var commands: [DocumentedCommand] = []
    /// The first lines of figures.
    private(set) var figures: [String] = []

    private static let programs: Set<String> = [
        "filmgatectl", "filmgated", "filmgate-agent", "filmgate-window", "scripts/sandbox", "scripts/demo", "gdbus",
        "make",
        "apt", "cd", "mkdir", "echo", "cat", "export", "chgrp", "msgfmt", "systemctl", "systemd-sysusers",
        "systemd-tmpfiles", "flatpak", "flatpak-builder", "dbus-run-session",
    ]

    init(_ document: String, in root: URL) throws {
        let lines = try String(contentsOf: root.appending(path: document), encoding: .utf8).components(
            separatedBy: "\n")
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            if line.hasPrefix("```") {
                let end = lines[index...].firstIndex(of: "```") ?? lines.count
                if line == "```" || line == "```sh" { take(Array(lines[index..<end]), document, at: index + 1) }
                index = end + 1
            } else if line.hasPrefix("    "), Self.isCommand(String(line.dropFirst(4))) {
                commands.append(DocumentedCommand(document: document, line: index, text: Self.plain(line)))
            }
        }
    }

    private mutating func take(_ lines: [String], _ document: String, at first: Int) {
        let hasPrompt = lines.contains { $0.hasPrefix("$ ") }
        guard hasPrompt || lines.first(where: { !$0.isEmpty }).map(Self.isCommand) == true else {
            figures.append(lines.first { !$0.isEmpty }?.trimmingCharacters(in: .whitespaces) ?? "")
            return
        }
        var index = 0
        while index < lines.count {
            defer { index += 1 }
            guard !lines[index].isEmpty, !hasPrompt || lines[index].hasPrefix("$ ") else { continue }
            let start = index
            var text = Self.plain(hasPrompt ? String(lines[index].dropFirst(2)) : lines[index])
            while text.hasSuffix("\\"), index + 1 < lines.count {
                index += 1
                text = text.dropLast().trimmingCharacters(in: .whitespaces) + " " + Self.plain(lines[index])
            }
            if text.hasSuffix("<<END") {
                repeat {
                    index += 1
                    text += "\n" + lines[index]
                } while lines[index] != "END"
            }
            commands.append(DocumentedCommand(document: document, line: first + start, text: text))
        }
    }

    private static func isCommand(_ line: String) -> Bool {
        let words = line.split(separator: " ").drop { $0.contains("=") && $0.first?.isUppercase == true }
        return words.first.map { programs.contains(String($0)) } ?? false
    }

    /// The line without the comment at its end.
    private static func plain(_ line: String) -> String {
        line.replacing(/\ +# .*$/, with: "").trimmingCharacters(in: .whitespaces)
    }
}
