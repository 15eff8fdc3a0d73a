import FilmgateTestKit
import Testing

@Suite("Looking photos up", .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct LookUpTests {
    @Test("by name takes the authorization that seeing them takes, also from the owner's tool that explains access")
    func byName() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            try await system.found(.anna)
            try system.answer(["org.filmgate.read-own-grants": "yes", "*": "no"])
            let tool = try await system.client(.anna, "tool")
            func explain(_ options: [String: BusArgument]) async throws -> BusError? {
                do {
                    try await tool.call(
                        "Admin1", "ExplainAccess", "ssa{sv}", "flatpak:org.example.Viewer", "", .table(options))
                    return nil
                } catch let error as BusError {
                    return error
                }
            }
            #expect(try await explain([:]) == nil)
            try system.forgetAsked()
            #expect(try await explain(["name": "IMG_1.jpg"])?.kind == "NotAuthorized")
            #expect(try system.asked.map { $0[0] } == ["org.filmgate.use-own-library"])
            try system.answer(["*": "yes"])
            #expect(try await explain(["name": "IMG_1.jpg"]) == nil)
            try system.forgetAsked()
            let program = try await system.client(.anna, "program")
            let error = try await program.error(
                "Admin1", "ExplainAccess", "ssa{sv}", "flatpak:org.example.Viewer", "", .table(["name": "IMG_1.jpg"]))
            #expect(error.kind == "InvalidArgument", "\(error)")
            #expect(try system.asked.map { $0[0] } == ["org.filmgate.read-own-grants"])
        }
    }
}
