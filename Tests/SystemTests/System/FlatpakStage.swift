import FilmgateTestKit

/// A system with Flatpak and a broker, and the programs of the person whose library it is.
struct FlatpakStage {
    let system: SystemWorld
    let flatpak: FlatpakHost
    let owner: TestClient

    func agent() async throws -> ScriptedAgent {
        let agent = ScriptedAgent(try await system.client(.anna, "agent", group: .agents))
        try await agent.register()
        return agent
    }
}

/// - Parameter windows: whether the examples with windows are installed.
func withFlatpak(
    configuration: String = "", windows: Bool = false, _ body: (FlatpakStage) async throws -> Void
) async throws {
    try await withSystem(configuration: configuration) { system in
        try system.answer(["*": "yes"])
        let owner = try await system.client(.anna, "tool")
        let flatpak = try await FlatpakHost(in: system, withWindows: windows)
        try await body(FlatpakStage(system: system, flatpak: flatpak, owner: owner))
    }
}
