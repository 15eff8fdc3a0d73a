import FilmgateTestKit
import Testing

@Suite(
    "A delegate on the system bus",
    .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct SystemDelegateTests {
    @Test("acts for apps of its own user, and for nobody else's, nor for a tool with the tool's access")
    func acting() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let tool = try await system.client(.anna, "tool")
            let photo = try await tool.add(TestPhoto.small())
            try await tool.grant("flatpak:org.example.Viewer", "full")
            let viewer = try await system.client(.anna, flatpak: "org.example.Viewer")
            let delegate = try await system.client(.anna, "delegate")
            let process = try await tool.process(of: viewer)
            #expect(try await delegate.act(as: process) == "flatpak:org.example.Viewer")
            #expect(try await delegate.identity().id == "flatpak:org.example.Viewer")
            #expect(try await delegate.status() == "authorized")
            for (operation, answer) in try await AccessTable.answers(to: delegate, about: photo) {
                #expect(answer == (operation == "create" ? nil : "NotAuthorized"), "\(operation)")
            }

            let own = try await delegate.anotherConnection()
            #expect(try await own.act(as: tool.process(of: tool)).hasPrefix("exe:"))
            #expect(try await AccessTable.kind { try await own.fetch() } == "NotAuthorized")
            #expect(try await AccessTable.kind { try await own.audit() } == "NotAuthorized")

            let stranger = try await system.client(.ben, "delegate")
            #expect(try await AccessTable.kind { try await stranger.act(as: process) } == "AccessDenied")
            #expect(try await AccessTable.kind { try await stranger.status() } == "AccessDenied")
        }
    }
}

extension TestClient {
    /// Acts for the app of a process, on a connection of a delegate.
    ///
    /// - Returns: the app.
    func act(as process: Int32) async throws -> String {
        try await call("Delegation1", "ActAs", "ha{sv}", .descriptor(.process(process)), [:])[0]?.text ?? ""
    }

    /// The process of a client, which in a sandbox is not the one that was started; asked by an administrator.
    func process(of client: TestClient) async throws -> Int32 {
        // The broker knows who calls it.
        _ = try await client.identity()
        let clients = try await call("Admin1", "ListClients")[0]?.list ?? []
        let row = clients.compactMap(\.table).first { $0["name"]?.text == client.name }
        return Int32(try #require(row?["pid"]?.integer))
    }
}
