internal import Foundation
public import Testing

/// Waits for something that another program brings about, ten seconds at most.
public func eventually(
    _ condition: () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    for _ in 0..<100 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(100))
    }
    Issue.record("it did not come about", sourceLocation: sourceLocation)
}
