import Foundation
public import Testing

/// Waits for something that another program brings about, a minute at most: other work can take the processor time.
public func eventually(
    _ condition: () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    for _ in 0..<600 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(100))
    }
    Issue.record("it did not come about", sourceLocation: sourceLocation)
}
