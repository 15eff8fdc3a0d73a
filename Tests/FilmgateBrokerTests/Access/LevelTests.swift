import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// The table of access for sandboxed clients on the bus: each level, each row with an operation.
@Suite("A sandboxed client", .inBothWorlds)
struct LevelTests {
    static let app = "org.example.App"
    static let client = "flatpak:org.example.App"

    @Test("that nobody has decided about hears NotDetermined from everything but the status")
    func undetermined() async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: Self.app)
            #expect(try await app.identity() == (Self.client, "flatpak", true))
            #expect(try await app.status("add-only") == "not-determined")
            #expect(try await app.status("read-write") == "not-determined")
            for (operation, answer) in try await AccessTable.answers(to: app, about: asset) {
                let isAdministrative = ["administer", "maintain"].contains(operation)
                #expect(answer == (isAdministrative ? "NotAuthorized" : "NotDetermined"), "\(operation)")
            }
            #expect(try await world.owner.assets() == [asset])
        }
    }

    @Test("with the level 'none' gets AccessDenied from everything but the status")
    func none() async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant(Self.client, "none")
            let app = try await world.client(flatpak: Self.app)
            #expect(try await app.status("add-only") == "denied")
            #expect(try await app.status("read-write") == "denied")
            for (operation, answer) in try await AccessTable.answers(to: app, about: asset) {
                let isAdministrative = ["administer", "maintain"].contains(operation)
                #expect(answer == (isAdministrative ? "NotAuthorized" : "AccessDenied"), "\(operation)")
            }
            #expect(try await world.owner.assets() == [asset])
        }
    }

    @Test("with the level 'add-only' adds, and reads nothing, not even its own additions")
    func addOnly() async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant(
                Self.client, "add-only", rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: Self.app)
            #expect(try await app.status("add-only") == "authorized")
            #expect(try await app.status("read-write") == "denied")
            let own = try await app.add(TestPhoto.small())
            #expect(try await world.owner.assets().contains(own))
            for id in [asset, own] {
                for (operation, answer) in try await AccessTable.answers(to: app, about: id) {
                    switch operation {
                    case "create": #expect(answer == nil)
                    case "administer", "maintain": #expect(answer == "NotAuthorized", "\(operation)")
                    default: #expect(answer == "AccessDenied", "\(operation)")
                    }
                }
            }
        }
    }

    @Test("with the level 'limited' sees the selection and its own additions, and changes these")
    func limited() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let chosen = try await owner.add(TestPhoto.small())
            let other = try await owner.add(TestPhoto.small())
            try await owner.grant(
                Self.client, "limited", selection: [chosen],
                rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: Self.app)
            #expect(try await app.status("add-only") == "authorized")
            #expect(try await app.status("read-write") == "limited")
            let own = try await app.add(TestPhoto.small())
            #expect(Set(try await app.assets()) == [chosen, own])
            for id in [chosen, own] {
                let answers = try await AccessTable.answers(to: app, about: id)
                for operation in ["fetch", "list resources", "open a resource", "set properties", "observe"] {
                    #expect(answers[operation] == .some(nil), "\(operation)")
                }
                #expect(answers["observe from a token"] == "TokenExpired")
                #expect(answers["delete"] == "InteractiveAuthorizationRequired")
                #expect(answers["delete, allowing to ask"] == "NoAgent")
            }
            let answers = try await AccessTable.answers(to: app, about: other)
            for operation in [
                "list resources", "open a resource", "set properties", "delete", "delete, allowing to ask",
            ] {
                #expect(answers[operation] == "NotFound", "\(operation)")
            }
            #expect(try await owner.properties(of: other, "favorite")["favorite"] == .flag(false))
        }
    }

    @Test("with the level 'full' sees and changes everything, and administers nothing")
    func full() async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant(
                Self.client, "full", rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: Self.app)
            #expect(try await app.status("add-only") == "authorized")
            #expect(try await app.status("read-write") == "authorized")
            let own = try await app.add(TestPhoto.small())
            #expect(Set(try await app.assets()) == [asset, own])
            let answers = try await AccessTable.answers(to: app, about: asset)
            for operation in ["fetch", "list resources", "open a resource", "set properties", "observe"] {
                #expect(answers[operation] == .some(nil), "\(operation)")
            }
            #expect(answers["observe from a token"] == "TokenExpired")
            #expect(answers["delete"] == "InteractiveAuthorizationRequired")
            #expect(answers["delete, allowing to ask"] == "NoAgent")
            #expect(answers["administer"] == "NotAuthorized")
            #expect(answers["maintain"] == "NotAuthorized")
        }
    }

    @Test("sees a hidden asset if it was selected and is fetched by its identifier, and a trashed one never")
    func hiddenAndTrashed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let hidden = try await owner.add(TestPhoto.small(), properties: ["hidden": true])
            let trashed = try await owner.add(TestPhoto.small())
            try await owner.grant(
                Self.client, "limited", selection: [hidden, trashed], rights: ["location", "originals"])
            try await owner.delete(trashed)
            let limited = try await world.client(flatpak: Self.app)
            #expect(try await limited.assets(["include-hidden": true, "include-trashed": true]) == [])
            #expect(
                try await limited.assets([
                    "identifiers": .texts([hidden, trashed]), "include-hidden": true, "include-trashed": true,
                ]) == [hidden])
            #expect(try await refusal { try await limited.open(trashed) }.kind == "NotFound")

            try await owner.grant("flatpak:org.example.Full", "full")
            let full = try await world.client(flatpak: "org.example.Full")
            #expect(try await full.assets() == [])
            #expect(try await full.assets(["include-hidden": true]) == [hidden])
            #expect(try await full.assets(["include-trashed": true]) == [trashed])
        }
    }
}
