import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("The audit log in the terminal", .inProcess)
struct AuditCommandTests {
    private static let app = "flatpak:org.example.Chat"

    @Test("shows the newest entries as a table, and every one with its details as JSON")
    func shows() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant(
                Self.app, "full", rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.Chat")
            _ = try await app.open(photo)
            _ = try await refusal { try await app.open("00000000-0000-4000-8000-000000000000") }

            let table = try await world.ctl("audit", "--client", Self.app)
            #expect(table.code == 0 && table.errors.isEmpty)
            #expect(
                table.lines[0].split(separator: " ") == ["TIME", "CLIENT", "OPERATION", "OUTCOME", "COUNT", "ABOUT"])
            // Its owner's reading of the log is no entry.
            #expect(table.lines.count == 4)
            #expect(
                table.lines.contains {
                    $0.contains("set-grant") && $0.contains(Self.app) && $0.contains("full rights=location;originals;")
                })
            #expect(table.lines.contains { $0.contains(Self.app) && $0.contains(photo) })

            #expect(try await world.ctl("assets", "edit", photo, "--title", "Beach").code == 0)
            let named = try await world.ctl("audit", "--client", Self.app, "--operation", "open-resource")
            #expect(named.lines.contains { $0.hasSuffix("\(photo) (Beach)") }, "\(named)")

            let opened = try await world.ctl(
                "audit", "--asset", photo, "--operation", "open-resource", "--since", "1h", "--json"
            ).objects()
            #expect(opened.count == 1 && opened.first?["client"] as? String == Self.app)
            #expect(opened.first?["ids"] as? [String] == [photo] && opened.first?["outcome"] as? String == "allowed")
            #expect((opened.first?["hash"] as? String)?.count == 64)
            #expect(try await world.ctl("audit", "--outcome", "not-found", "--json").objects().count == 1)
            #expect(try await world.ctl("audit", "--until", "1h", "--json").objects().isEmpty)
            #expect(try await world.ctl("audit", "--until", "2020-01-01", "--json").objects().isEmpty)

            let all = try await world.ctl("audit", "--limit", "0", "--json").objects()
            let newest = try await world.ctl("audit", "--limit", "2", "--json").objects()
            #expect(all.count > 4 && newest.count == 2)
            #expect(newest.last?["sequence"] as? Int == all.last?["sequence"] as? Int)
        }
    }

    @Test(
        "wrong arguments are refused",
        arguments: [
            ["audit", "--client", "Chat"], ["audit", "--since", "tomorrow"],
            ["audit", "--limit", "-1"], ["audit", "--verify", "--follow"],
        ])
    func refusals(_ arguments: [String]) async throws {
        let settings = WorldSettings(startsBroker: false)
        try await withWorld(settings) { world in
            let result = try await world.ctl(arguments)
            #expect(result.code == 64 && result.output.isEmpty)
        }
    }

    @Test("says in text and exit code whether the log is intact")
    func verifies() async throws {
        try await withWorld { world in
            for level in ["none", "full", "none"] { try await world.owner.grant(Self.app, level) }
            let well = try await world.ctl("audit", "--verify")
            #expect(well.code == 0 && well.output.contains("the log is intact."))
            #expect(well.output.contains("has the hash"))

            try await world.tamper("UPDATE audit SET outcome = 'access-denied' WHERE sequence = 2")
            let changed = try await world.ctl("audit", "--verify", "--json")
            #expect(changed.code == 70)
            let findings = try changed.object()["findings"] as? [[String: Any]]
            #expect(findings?.compactMap { $0["kind"] as? String } == ["changed"])
            let text = try await world.ctl("audit", "--verify")
            #expect(text.code == 70 && text.output.contains("Entry 2 is not the one that was written after entry 1."))
        }
    }

    @Test("a log with entries of the largest size is read completely, in pages")
    func large() async throws {
        try await withWorld { world in
            try await world.tamper(
                """
                WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 300)
                INSERT INTO audit SELECT n, strftime('%s', 'now') * 1000000, 1000, 1000,
                    'exe:/' || printf('%.*c', 4000, 'x'), '', '', 'read', 'allowed', '', randomblob(16000), zeroblob(32)
                FROM n
                """)
            let rows = try await world.owner.call("Admin1", "ReadAudit", "a{sv}", [:])[0]?.list ?? []
            #expect((50..<100).contains(rows.count))
            for limit in ["0", "299"] {
                let all = try await world.ctl("audit", "--operation", "read", "--limit", limit, "--json").objects()
                #expect(all.count == (limit == "0" ? 300 : 299))
                #expect(all.allSatisfy { ($0["ids"] as? [String])?.count == 1000 })
                #expect(all.map { $0["sequence"] as? Int }.last == 300)
            }
        }
    }

    @Test(
        "follows the log when the broker restarts, and ends cleanly when it is interrupted", .asProcesses,
        arguments: [SIGINT, SIGTERM])
    func follows(_ signal: Int32) async throws {
        try await withWorld { world in
            let lines = Lines()
            let follower = try world.start(
                [BuiltProgram.path("filmgatectl"), "audit", "--follow", "--json", "--operation", "set-grant"],
                onLine: lines.hear)
            try await world.owner.grant(Self.app, "none")
            #expect(await lines.next()?.contains("\"about\":\"\(Self.app)\"") == true)
            try await world.restartBroker()
            try await world.client(.host).grant("flatpak:org.example.Other", "none")
            #expect(await lines.next()?.contains("\"about\":\"flatpak:org.example.Other\"") == true)
            follower.send(signal: signal)
            #expect(await follower.ended() == 0)
        }
    }

    @Test(
        "a command that runs until Ctrl-C also ends when its reader is gone", .asProcesses,
        arguments: [["audit", "--follow"], ["watch"]])
    func reader(_ words: [String]) async throws {
        try await withWorld { world in
            try await world.owner.grant(Self.app, "none")
            let command = ([BuiltProgram.path("filmgatectl")] + words + ["--json"]).joined(separator: " ")
            let run = try await world.run("/bin/bash", "--norc", "-c", "set -o pipefail; \(command) | head -n 1")
            #expect(run.code == 0 && run.lines.count == 1 && run.errors.isEmpty, "\(run)")
        }
    }
}

@Suite("Who has seen a photo", .inProcess)
struct WhoTests {
    @Test("lists which apps can see it and why, which have read it, and which have taken its file")
    func who() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant("flatpak:org.example.Chat", "limited", selection: [photos[0]])
            try await owner.grant(
                "flatpak:org.example.Viewer", "full",
                rights: ["location", "originals", "captions", "metadata", "write"])
            try await owner.grant("flatpak:org.example.Camera", "add-only")
            let chat = try await world.client(flatpak: "org.example.Chat")
            _ = try await chat.assets()
            let viewer = try await world.client(flatpak: "org.example.Viewer")
            _ = try await viewer.open(photos[0])
            _ = try await refusal { try await world.client(flatpak: "org.example.Camera").open(photos[0]) }

            func reported(_ photo: String) async throws -> [String: [String: Any]] {
                let records = try await world.ctl("who", photo, "--json").objects()
                return Dictionary(records.map { ($0["client"] as? String ?? "", $0) }) { $1 }
            }
            let first = try await reported(photos[0])
            #expect(first["flatpak:org.example.Chat"]?["visible"] as? Bool == true)
            #expect(first["flatpak:org.example.Chat"]?["sight"] as? String == "selected")
            #expect(first["flatpak:org.example.Chat"]?["last-read"] is String)
            #expect(first["flatpak:org.example.Chat"]?["last-taken"] == nil)
            #expect(first["flatpak:org.example.Viewer"]?["last-taken"] is String)
            #expect(first["flatpak:org.example.Camera"]?["visible"] as? Bool == false)
            #expect(first["flatpak:org.example.Camera"]?["last-read"] == nil)

            let second = try await reported(photos[1])
            #expect(second["flatpak:org.example.Chat"]?["visible"] as? Bool == false)
            #expect(second["flatpak:org.example.Viewer"]?["visible"] as? Bool == true)
            #expect(second["flatpak:org.example.Viewer"]?["last-read"] == nil)

            // What somebody had before it was taken away is still told.
            try await owner.grant("flatpak:org.example.Viewer", "none")
            let third = try await reported(photos[0])
            #expect(third["flatpak:org.example.Viewer"]?["visible"] as? Bool == false)
            #expect(third["flatpak:org.example.Viewer"]?["last-taken"] is String)

            let table = try await world.ctl("who", photos[0])
            #expect(table.code == 0 && table.lines[0].hasPrefix("CLIENT"))
            #expect(table.lines.contains { $0.hasPrefix("flatpak:org.example.Chat  ") && $0.contains("  selected  ") })
            #expect(try await world.ctl("who", "00000000-0000-4000-8000-000000000000").code == 66)
        }
    }

    @Test("a verification names the last entry that it checked")
    func verifiedEntry() async throws {
        try await withWorld { world in
            try await world.owner.add(TestPhoto.small())
            for _ in 0..<2 {
                let verified = try await world.ctl("audit", "--verify")
                let counted = try #require(
                    verified.output.firstMatch(of: /^([0-9]+) entr(?:y|ies) checked/), "\(verified)")
                let named = try #require(
                    verified.output.firstMatch(
                        of: /Entry ([0-9]+), the newest one checked, has the hash [0-9a-f]{64}\./),
                    "\(verified)")
                #expect(counted.1 == named.1, "\(verified)")
            }
        }
    }
}
