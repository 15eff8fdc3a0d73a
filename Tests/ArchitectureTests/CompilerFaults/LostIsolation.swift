// Prints whether a function of the main actor goes on there after a call that ends with an error.
import Dispatch

struct Failure: Error {}

actor Service {
    func answer() -> Int { 1 }
    func fail() throws -> Int { throw Failure() }
}

/// Inherits the caller's isolation, waits for an actor, and ends with an error.
func sum(from service: Service) async throws -> Int {
    let first = await service.answer()
    return first + (try await service.fail())
}

@main
@MainActor
struct Program {
    static func main() async {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        _ = try? await sum(from: Service())
        print(DispatchQueue.getSpecific(key: key) == true)
    }
}
