// Members with which a client asks, and those with which an agent answers.

extension MemberCall {
    static let authorization = [
        MemberCall("Authorization1.GetStatus") { _ = try await $0.caller.status() },
        MemberCall("Authorization1.GetClient") { try await $0.caller.call("Authorization1", "GetClient") },
        MemberCall("Authorization1.RequestAccess") { scene in
            try await scene.end(of: scene.caller.requestAccess())
        },
        MemberCall("Authorization1.RequestAccess of add-only") { scene in
            try await scene.end(of: scene.caller.requestAccess("add-only"))
        },
        MemberCall("Authorization1.EditSelection") { scene in
            try await scene.end(of: scene.caller.editSelection())
        },
        MemberCall("Authorization1.OpenSettings") { try await $0.caller.openSettings() },
    ]

    static let picker = [
        MemberCall("Picker1.Pick") { scene in try await scene.end(of: scene.caller.pick()) },
        MemberCall("Picker1.OpenItem", with: { await $0.handle() }) { scene, handle in
            _ = try await scene.caller.openItem(handle)
        },
        MemberCall("Picker1.RequestItem", with: { await $0.handle() }) { scene, handle in
            try await scene.end(of: scene.caller.requestItem(handle))
        },
        MemberCall("Picker1.GetItemMetadata", with: { await $0.handle() }) { scene, handle in
            _ = try await scene.caller.itemMetadata(handle)
        },
        MemberCall("Picker1.KeptItems") { _ = try await $0.caller.keptItems() },
        MemberCall("Picker1.ForgetItems") { try await $0.caller.forgetItems([]) },
    ]

    static let requests = [
        MemberCall(
            "Request1.Close",
            with: { scene in
                let before = await scene.person.count(of: scene.id)
                await scene.person.prepare("pick", nil)
                guard let request = try? await scene.caller.pick() else {
                    await scene.person.prepare("pick", ["decision": "cancel"])
                    return "\(TestClient.root)/request/none/none"
                }
                // Without an agent that can be asked, the request ends by itself.
                while await scene.person.count(of: scene.id) == before,
                    try await scene.caller.signals("Response", at: request.path, within: 0.02).isEmpty
                {}
                return request.path
            }
        ) { scene, path in try await scene.caller.call("Request1", "Close", at: path) },
        MemberCall(
            "Request1.Close of another client's",
            with: { scene in
                let before = await scene.person.count(of: MemberScene.neighborID)
                await scene.person.prepare("pick", nil)
                let request = try await scene.neighbor.pick()
                await scene.person.wasAsked(before + 1, by: MemberScene.neighborID)
                return request.path
            }
        ) { scene, path in
            do {
                try await scene.caller.call("Request1", "Close", at: path)
            } catch {
                try await scene.neighbor.call("Request1", "Close", at: path)
                throw error
            }
        },
        MemberCall(signal: "Request1.Response") { scene in
            _ = try await scene.caller.requestImage(of: scene.library.photo, ["width": .uint32(20)])
        },
        MemberCall(signal: "Request1.Delivery") { scene in
            try await scene.end(of: scene.caller.requestImage(of: scene.library.photo, ["width": .uint32(20)]))
        },
        MemberCall(signal: "Request1.Progress") { scene in
            // One alone may be made before the first report is due; of several, as many as its limits allow, some wait.
            let asset = try await scene.large()
            func request(_ width: UInt32) async throws -> OpenRequest {
                try await scene.caller.requestImage(of: asset, ["format": "image/png", "width": .uint32(width)])
            }
            var requests = [try await request(5000)]
            while requests.count < 6, let next = try? await request(5000 + UInt32(requests.count)) {
                requests.append(next)
            }
            _ = try await scene.caller.signals("Progress", most: 0)
            for request in requests { try? await scene.caller.close(request) }
        },
    ]

    static let agents = [
        MemberCall("AgentManager1.RegisterAgent") { scene in
            try await ScriptedAgent.register(scene.caller)
        },
        MemberCall("AgentManager1.Active") { scene in
            try await scene.caller.call("AgentManager1", "Active", "s", "1")
        },
        MemberCall("AgentManager1.UnregisterAgent") { scene in
            try await scene.caller.call("AgentManager1", "UnregisterAgent")
            try await ScriptedAgent.register(scene.caller)
        },
    ]

    static let delegates = [
        MemberCall("Delegation1.ActAs") { scene in
            try await scene.caller.call(
                "Delegation1", "ActAs", "ha{sv}", .descriptor(.memory(TestPhoto.small().bytes)), [:])
        }
    ]

    /// Members that other programs serve: the broker answers them to nobody.
    static let elsewhere = [
        MemberCall("Agent1.Prompt") { scene in
            try await scene.caller.call("Agent1", "Prompt", "ssa{sv}", "1", "access", [:])
        },
        MemberCall("Agent1.Dismiss") { scene in try await scene.caller.call("Agent1", "Dismiss", "s", "1") },
        MemberCall("Editor1.Edit") { scene in try await scene.caller.call("Editor1", "Edit", "sa{sv}", "ticket", [:]) },
        MemberCall("Identify1.Identify") { scene in
            try await scene.caller.call("Identify1", "Identify", "sut", .text(scene.caller.name), 0, 0)
        },
        MemberCall("Identify1.IdentifyProcess") { scene in
            try await scene.caller.call(
                "Identify1", "IdentifyProcess", "hut", .descriptor(.memory(TestPhoto.small().bytes)), 0, 0)
        },
    ]

    static let versions = [
        "Admin1", "AgentManager1", "Authorization1", "Backup1", "Delegation1", "Editing1", "Images1", "Library1",
        "Maintenance1",
        "Observation1", "Picker1", "Resources1",
    ].map { interface in
        MemberCall("\(interface).Version") { scene in
            _ = try await scene.caller.property("Version", of: interface)
        }
    }
}

extension ScriptedAgent {
    fileprivate static func register(_ client: TestClient) async throws {
        try await client.call("AgentManager1", "RegisterAgent", "oa{sv}", .text(path), ["settings": true])
    }
}
