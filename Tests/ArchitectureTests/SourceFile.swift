import Foundation

/// A Swift file of the repository, with the types that it declares.
struct SourceFile: Sendable {
    struct DeclaredType: Sendable {
        let name: String
        let isNested: Bool
        let isPrivate: Bool
    }

    /// The path in the repository.
    let path: String
    /// Without the folder and `.swift`.
    let name: String
    let types: [DeclaredType]
    /// The types that the file extends, if it declares nothing else that other files see.
    let extended: Set<String>

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let modifiers: Set = [
        "public", "package", "internal", "private", "fileprivate", "final", "indirect", "nonisolated", "open", "unsafe",
    ]
    private static let typeKinds: Set = ["struct", "class", "actor", "enum", "protocol", "typealias"]
    private static let kinds = typeKinds.union(["extension", "func", "let", "var"])

    /// Returns all files but the programs that show faults of the compiler.
    static func all() throws -> [SourceFile] {
        try ["Sources", "Tests", "Benchmarks"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
                .filter { $0.hasSuffix(".swift") && !$0.contains("/CompilerFaults/") }
                .map { try SourceFile("\(folder)/\($0)") }
        }
    }

    private init(_ path: String) throws {
        let url = SourceFile.root.appending(path: path)
        let declarations = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
            .compactMap(Declaration.init)
        self.path = path
        name = url.deletingPathExtension().lastPathComponent
        types = declarations.filter { SourceFile.typeKinds.contains($0.kind) && $0.name.first?.isUppercase == true }
            .map { DeclaredType(name: $0.name, isNested: $0.depth > 0, isPrivate: $0.isPrivate) }
        let outer = declarations.filter { $0.depth == 0 }
        let declaresMore = outer.contains { $0.kind != "extension" && !$0.isPrivate }
        extended = declaresMore ? [] : Set(outer.filter { $0.kind == "extension" }.map(\.name))
    }

    /// A line that declares something.
    private struct Declaration {
        let kind: String
        /// Of an extension the outermost type.
        let name: String
        let depth: Int
        var isPrivate = false

        init?(_ line: Substring) {
            depth = line.prefix { $0 == " " }.count
            var words = line.split(separator: " ")[...]
            while let word = words.first, word.hasPrefix("@") || SourceFile.modifiers.contains(String(word)) {
                if word.hasSuffix("private") { isPrivate = true }
                words.removeFirst()
            }
            guard let kind = words.popFirst(), SourceFile.kinds.contains(String(kind)), let name = words.first else {
                return nil
            }
            self.kind = String(kind)
            self.name = String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "[" })
        }
    }
}
