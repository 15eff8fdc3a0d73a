/// What an asset shows, and all of its files: equal values mean that nothing was changed.
public struct ContentState: Equatable, Sendable {
    /// What the properties that follow the content say.
    public let properties: [String: Value]
    /// The hashes of the files, by their resource types.
    public let files: [String: String]
}

extension TestClient {
    /// Reads what an asset shows, and hashes all of its files.
    public func contentState(of id: String) async throws -> ContentState {
        var files: [String: String] = [:]
        for type in try await resources(of: id).compactMap({ $0["type"]?.text }) {
            let file = try await open(id, type)
            files[type] = file.sha256
            try await forget(file)
        }
        let properties = try await properties(
            of: id, "has-adjustments", "adjustment-format", "pixel-width", "pixel-height", "orientation", "duration",
            "content-hash", "modification-date")
        return ContentState(properties: properties, files: files)
    }
}
