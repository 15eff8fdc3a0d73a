// Prints whether a closure runs where it is called, on the main actor.
import Dispatch

let key = DispatchSpecificKey<Bool>()

struct Handler: Sendable {
    let handle: @Sendable () async throws -> Bool
    init(_ handle: @escaping @Sendable () async throws -> Bool) { self.handle = handle }
}

final class Object: Sendable {
    func isOnMainActor() async -> Bool { DispatchQueue.getSpecific(key: key) == true }

    var handler: Handler {
        #if HAS_CAPTURE_LIST
            Handler { [self] in await isOnMainActor() }
        #else
            Handler { await self.isOnMainActor() }
        #endif
    }
}

@main
@MainActor
struct Program {
    static func main() async throws {
        DispatchQueue.main.setSpecific(key: key, value: true)
        print(try await Object().handler.handle())
    }
}
