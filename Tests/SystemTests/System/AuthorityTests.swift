import FilmgateTestKit
import Foundation
import Testing

@Suite("Questions to polkit", .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct AuthorityTests {
    @Test(
        "every member asks about its own action, with the client and the change, on the own library and on a different user's"
    )
    func actions() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            try await system.found(.ben)
            let program = try await system.client(.anna)
            for user in [nil, SystemWorld.User.ben.id] {
                for item in Self.cases {
                    try system.forgetAsked()
                    let anna = try await program.anotherConnection()
                    #expect(try await item.error(to: anna, user: user) == item.result, "\(item.member)")
                    let asked = try system.asked
                    #expect(asked.count == 1)
                    let name = user == nil ? "anna" : "ben"
                    #expect(asked.first?[0] == "org.filmgate." + (user == nil ? item.own : item.others))
                    #expect(asked.first?[1] == "anna")
                    #expect(asked.first?[5].contains(name) == true, "\(asked)")
                    if case .text(let client)? = item.arguments([:]).first, client.hasPrefix("flatpak:") {
                        #expect(asked.first?[3] == "flatpak:org.example.Viewer")
                    }
                }
            }
            try system.forgetAsked()
            let anna = try await program.anotherConnection()
            #expect(try await Self.listClients.error(to: anna) == "none")
            #expect(try system.asked.map { $0[0] } == ["org.filmgate.read-own-grants"])
        }
    }

    @Test("all administrative members are tested here")
    func coverage() throws {
        let tried = Set((Self.cases + [Self.listClients]).map { "org.filmgate.\($0.interface).\($0.member)" })
        let served = try ReachTests.methods().filter {
            ["org.filmgate.Admin1", "org.filmgate.Maintenance1", "org.filmgate.Backup1"].contains($0.interface)
        }.map { "\($0.interface).\($0.name)" }
        #expect(tried == Set(served))
    }

    @Test("every answer but yes is a refusal that changes no row: no, a challenge, silence, absence")
    func refusals() async throws {
        try await withSystem(configuration: "[polkit]\nanswer-milliseconds=900\nperson-milliseconds=900") { system in
            let program = try await system.client(.anna)
            try await system.found(.anna)
            try await system.found(.ben)
            let before = [try system.rows(of: .anna), try system.rows(of: .ben)]
            #expect(before.allSatisfy { $0.count > 50 })
            for user in [nil, SystemWorld.User.ben.id] {
                let anna = try await program.anotherConnection()
                let cases = Self.cases + (user == nil ? [Self.listClients] : [])
                try system.answer(["*": "no"])
                for item in cases {
                    #expect(try await item.error(to: anna, user: user) == "NotAuthorized", "\(item.member): no")
                }
                try system.answer(["*": user == nil ? "auth_self" : "auth_admin"])
                for item in cases {
                    let error = try await item.error(to: anna, user: user)
                    #expect(error == "InteractiveAuthorizationRequired", "\(item.member): challenge")
                    // No agent can ask for a password.
                    let asked = try await item.error(to: anna, user: user, interactive: true)
                    #expect(asked == "NotAuthorized", "\(item.member): nobody there")
                }
                try system.answer(["*": "yes"])
                try await system.send("stop-polkit")
                for item in cases {
                    #expect(try await item.error(to: anna, user: user) == "NotAuthorized", "\(item.member): silence")
                }
                let asked = try await cases[0].error(to: anna, user: user, interactive: true)
                #expect(asked == "NotAuthorized", "silence, and a person might be asked")
                try await system.send("go-on-polkit")
                try await system.send("end-polkit")
                for item in cases {
                    #expect(try await item.error(to: anna, user: user) == "NotAuthorized", "\(item.member): absence")
                }
                #expect([try system.rows(of: .anna), try system.rows(of: .ben)] == before)
                try await system.send("start-polkit")
                // A busy machine may not answer in time at once.
                for _ in 0..<50 where try await Self.cases[0].error(to: anna) != "none" {}
                #expect(try await anna.grants().isEmpty, "\(system.log)")
                let others = try await anna.call("Admin1", "ListGrants", "a{sv}", .table(["user": .uint32(61791)]))
                #expect(others[0]?.list?.isEmpty == true)
            }
        }
    }

    @Test("reads are asked about once for each connection, decisions each time")
    func lasting() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            try await system.found(.ben)
            let anna = try await system.client(.anna)
            let ben = SystemWorld.User.ben.id
            for _ in 0..<2 {
                for item in Self.cases where item.member != "ChangeSelection" {
                    #expect(try await item.error(to: anna, user: ben) == item.result, "\(item.member)")
                }
            }
            // Overseeing, verifying, looking at the inbox, backing up and restoring once each, reading the log once,
            // and every decision.
            let asked = Dictionary(grouping: try system.asked) { $0[0] }.mapValues(\.count)
            #expect(
                asked == [
                    "org.filmgate.manage-grants": 3 + 2 * 7, "org.filmgate.read-audit": 1,
                    "org.filmgate.manage-backups": 2, "org.filmgate.manage-inbox": 2 * 2,
                ])
        }
    }

    @Test("by default, an active session sees and revokes, and gives nothing without a password")
    func defaults() async throws {
        try await withSystem { system in
            try await system.logIn(.anna)
            let anna = try await system.client(.anna, isInSession: true)
            for item in Self.cases {
                let free = ["read-own-grants", "revoke-own-grants"].contains(item.own)
                let error = try await item.error(to: anna)
                #expect(
                    error == (free ? "none" : "InteractiveAuthorizationRequired")
                        // There is no selection to change, and no access to pause.
                        || free && ["ChangeSelection", "PauseClient"].contains(item.member)
                            && error == "InvalidArgument",
                    "\(item.member)")
                #expect(
                    try await item.error(to: anna, user: SystemWorld.User.ben.id) == "InteractiveAuthorizationRequired")
            }
            let outside = try await system.client(.anna)
            #expect(try await Self.cases[0].error(to: outside) == "InteractiveAuthorizationRequired")
        }
    }

    @Test("the owner's tools ask once for each connection and kind of use; other programs gain nothing from it")
    func tools() async throws {
        try await withSystem { system in
            try system.answer(["org.filmgate.add-to-own-library": "yes", "org.filmgate.use-own-library": "no"])
            let tool = try await system.client(.anna, "tool")
            for _ in 0..<3 { _ = try await tool.add(TestPhoto.small()) }
            #expect(try await tool.status() == "authorized")
            #expect(try system.asked.map { $0[0] } == ["org.filmgate.add-to-own-library"])
            #expect(try await tool.error("Library1", "Fetch", "sa{sv}", .text("asset"), [:]).kind == "NotAuthorized")
            try system.answer(["*": "yes"])
            try system.forgetAsked()
            for _ in 0..<3 { #expect(try await tool.fetch().count == 3) }
            #expect(try system.asked.map { $0[0] } == ["org.filmgate.use-own-library"])
            let second = try await tool.anotherConnection()
            #expect(try await second.fetch().count == 3)
            #expect(try system.asked.count == 2)

            let other = try await system.client(.anna, "other")
            #expect(try await other.error("Library1", "Fetch", "sa{sv}", .text("asset"), [:]).kind == "NotDetermined")
            #expect(try system.asked.count == 2)
        }
    }

    @Test(
        "a program's name in polkit's sentence is quoted and keeps its file's name; its path is complete"
    )
    func sentence() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let anna = try await system.client(.anna)
            func set(_ client: String) async throws -> String {
                do {
                    try await anna.call("Admin1", "SetGrant", "ssa{sv}", .text(client), .text("full"), [:])
                    return "none"
                } catch let error as BusError {
                    return error.kind
                }
            }
            for path in ["usr/bin/a", "/usr/bin/../a", "/usr//bin/a", "/usr/bin/a/", "/usr/./a"] {
                #expect(try await set("exe:\(path)") == "InvalidArgument", "\(path)")
            }
            #expect(try system.asked.isEmpty)
            let begin = "set the access 'full' to the photos of anna for \""
            let forged = "exe:/tmp/x\" or see the photos of anna for \"flatpak:org.example.App"
            #expect(try await set(forged) == "none")
            let sentence = try #require(try system.asked.last?[5])
            #expect(sentence.hasPrefix(begin + "exe:/tmp/x"))
            #expect(sentence.filter { $0 == "\"" }.count == 2 && sentence.last == "\"")
            let long = "exe:/home/anna/" + String(repeating: "folder/", count: 300) + "program"
            #expect(try await set(long) == "none")
            let last = try #require(try system.asked.last)
            #expect(last[5].hasPrefix(begin) && last[5].hasSuffix("/program\"") && last[5].count < 250)
            #expect(last[3] == long, "rules are told all of it")
        }
    }

    @Test("a tool that may only add learns only of its own additions whether a photo is there")
    func additions() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let photos = try TestPhoto.several(2)
            let app = try await system.client(.anna, flatpak: "org.example.Camera")
            let other = try await system.client(.anna, "other")
            try await other.grant("flatpak:org.example.Camera", "full")
            try await app.add(photos[0])
            try system.answer(["org.filmgate.add-to-own-library": "yes", "org.filmgate.use-own-library": "no"])
            let tool = try await system.client(.anna, "tool")
            func add(_ photo: TestPhoto) async throws -> String {
                let (change, keys) = TestClient.creation(of: .memory(photo.bytes))
                return try await tool.perform((change, keys.merging(["unless-present": true]) { $1 })).first ?? ""
            }
            #expect(try await !add(photos[0]).isEmpty, "what another brought is as good as not there")
            #expect(try await !add(photos[1]).isEmpty)
            #expect(try await add(photos[1]).isEmpty, "its own it knows")
            // A program of the same user can use the tool, and is not to take back what the person added with it.
            let latest = try await tool.perform(TestClient.creation(of: .memory(photos[0].bytes))).first ?? ""
            #expect(!latest.isEmpty)
            let refused = try await refusal {
                try await tool.call("Library1", "WithdrawAdded", "as", .list([.text(latest)]))
            }
            #expect(refused.kind == "NotFound")
            #expect(try system.asked.allSatisfy { $0[0] != "org.filmgate.use-own-library" })
            try system.answer(["*": "yes"])
            #expect(try await tool.fetch().count == 4)
        }
    }

    @Test(
        "the tool lets polkit ask the person at its terminal, and runs the command once they have authenticated"
    )
    func terminal() async throws {
        try await withSystem { system in
            try await system.logIn(.anna)
            let tool = BuiltProgram.path("filmgatectl")
            let words = [tool, "grants", "set", "flatpak:org.example.Viewer", "full"]
            let window = try await system.window(words + ["--json"], as: .anna, isInSession: true)
            try await window.shows(
                "set the access 'full' to the photos of anna for", "Authenticating as: anna",
                "Password:")
            try await window.type("sesame")
            try await window.press("Enter")
            let anna = try await system.client(.anna, isInSession: true)
            while try await anna.grants().isEmpty {}
            #expect(try await anna.grants().first?["level"]?.text == "full")

            let outside = try await system.ctl(
                .anna, isInSession: true, "grants", "set", "flatpak:org.example.Other", "full")
            #expect(outside.code != 0, "there is no terminal")
            #expect(try await anna.grants().count == 1)
            let free = try await system.ctl(.anna, isInSession: true, "grants", "reset", "flatpak:org.example.Viewer")
            #expect(free.code == 0, "\(free.errors)")
            #expect(try await anna.grants().isEmpty)
        }
    }

    @Test("an administrator's tool reaches a different user's library by name")
    func administrator() async throws {
        try await withSystem { system in
            try system.answer(["org.filmgate.manage-grants": "yes", "org.filmgate.read-own-grants": "yes"])
            let set = try await system.ctl(
                .carla, "grants", "set", "flatpak:org.example.Viewer", "full", "--user", "ben")
            #expect(set.code == 0, "\(set.errors)")
            let list = try await system.ctl(.carla, "grants", "list", "--user", "61791", "--json")
            #expect(list.output.contains("org.example.Viewer"))
            #expect(try await system.ctl(.carla, "grants", "list", "--json").output.contains("Viewer") == false)
            let viewer = try await system.client(.ben, flatpak: "org.example.Viewer")
            #expect(try await viewer.status() == "authorized")
            #expect(try await system.ctl(.carla, "grants", "list", "--user", "nobody-at-all").code != 0)
        }
    }

    @Test("a sandboxed program asks polkit nothing")
    func sandboxed() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let app = try await system.client(.anna, flatpak: "org.example.Viewer")
            for item in Self.cases + [Self.listClients] {
                #expect(try await item.error(to: app) == "NotAuthorized", "\(item.member)")
            }
            #expect(try system.asked.isEmpty)
        }
    }
}
