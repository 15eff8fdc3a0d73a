import Foundation
import Testing

enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}

/// A module of `Sources`, as the manifest lists it.
struct Module: Sendable, CustomTestStringConvertible {
    let name: String
    /// The layer's name in the manifest, which is its folder's in lower case.
    let layer: String
    let dependencies: Set<String>

    var folder: String { "\(layer.capitalized)/\(name)" }
    var testDescription: String { name }
}

/// What `Package.swift` says of the Swift modules in `Sources`.
struct Manifest: Sendable {
    let modules: [Module]

    init(modules: [Module]) { self.modules = modules }

    init() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        let entry = /\.(module|program)\(\s*"([^"]+)"(?:, in: \.(\w+))?[^\[\]]*\[([^\]]*)\](?:,\s*(\w+):)?/
        modules = text.matches(of: entry).compactMap { match in
            let layer = match.3.map(String.init) ?? (match.1 == "program" ? "programs" : nil)
            // What has a path of its own is not in `Sources`.
            guard let layer, match.5 != "path" else { return nil }
            let dependencies = match.4.matches(of: /"([^"]+)"/).map { String($0.1) }
            return Module(name: String(match.2), layer: layer, dependencies: Set(dependencies))
        }
    }
}
