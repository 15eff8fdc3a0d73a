import Foundation
public import Testing

/// Waits for something that another program brings about, a minute at most: other work can take the processor time.
public func eventually(
    _ condition: () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let end = ContinuousClock.now + .seconds(60)
    // Most of it is soon there; what is not should not be asked for too often.
    var pause = Duration.milliseconds(5)
    while ContinuousClock.now < end {
        if try await condition() { return }
        try await Task.sleep(for: pause)
        pause = min(pause * 2, .milliseconds(100))
    }
    Issue.record("it did not come about", sourceLocation: sourceLocation)
}
