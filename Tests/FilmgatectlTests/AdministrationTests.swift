import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Administering", .inBothWorlds)
struct AdministrationTests {
    private static let client = "flatpak:org.example.Chat"

    @Test("a grant is listed, shown and in force until it is reset")
    func grants() async throws {
        try await withWorld { world in
            let shown = try await world.owner.add(TestPhoto.small())
            let hidden = try await world.owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: "org.example.Chat")
            #expect(
                try await world.ctl("grants", "show", Self.client, "--json").object()["level"] as? String
                    == "undetermined")

            let set = try await world.ctl(
                "grants", "set", Self.client, "limited", "--select", shown, "--rights", "originals", "--expires", "2h")
            #expect(set.code == 0 && set.errors.isEmpty)
            #expect(set.output == "\(Self.client) now has the level 'limited'; selected: 1 photo.\n")
            #expect(try await app.assets() == [shown])
            #expect(try await world.ctl("grants", "selection", Self.client).lines == [shown])
            let grant = try #require(try await world.ctl("grants", "list", "--json").objects().first)
            #expect(grant["client"] as? String == Self.client && grant["level"] as? String == "limited")
            #expect(grant["rights"] as? [String] == ["originals"] && grant["selection-count"] as? Int == 1)
            #expect(grant["granted-by"] as? String == "admin" && grant["expires"] is String)

            let change = try await world.ctl(
                "grants", "selection", Self.client, "--add", hidden, "--remove", shown)
            #expect(change.code == 0)
            #expect(change.output == "Now selected for \(Self.client): 1 photo.\n")
            #expect(try await app.assets() == [hidden])
            let table = try await world.ctl("grants", "list")
            #expect(table.lines[0].hasPrefix("CLIENT") && table.lines[1].hasPrefix("\(Self.client)  limited"))

            let sheet = try await world.ctl("grants", "show", Self.client).output
            #expect(
                sheet.contains("redacted, because it lacks the rights 'location', 'captions' and 'metadata'"),
                "\(sheet)")
            #expect(sheet.contains("Changes") && !sheet.contains("Images"), "\(sheet)")
            let reset = try await world.ctl("grants", "reset", Self.client)
            #expect(reset.output == "Removed the decision about \(Self.client).\n", "\(reset)")
            let again = try await world.ctl("grants", "reset", Self.client)
            #expect(again.code == 0 && again.output == "There was no decision about \(Self.client).\n", "\(again)")
            #expect(try await app.status() == "not-determined")
            #expect(try await world.ctl("grants", "list", "--json").objects().isEmpty)
        }
    }

    @Test("an app is paused for a time, which its grant shows, until its access is set again")
    func pauses() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: "org.example.Chat")
            let early = try await world.ctl("grants", "pause", Self.client)
            #expect(early.code != 0 && early.errors.contains("sees no photos"), "\(early)")
            #expect(try await world.ctl("grants", "set", Self.client, "full").code == 0)
            let paused = try await world.ctl("grants", "pause", Self.client, "--for", "2h")
            #expect(paused.code == 0 && paused.output.hasPrefix("\(Self.client) is paused until 20"), "\(paused)")
            #expect(try await refusal { try await app.fetch() }.kind == "NotDetermined")
            let grant = try #require(try await world.ctl("grants", "list", "--json").objects().first)
            #expect(grant["paused-until"] is String && grant["paused-level"] as? String == "full", "\(grant)")
            let sheet = try await world.ctl("grants", "show", Self.client).output
            #expect(sheet.contains(/Paused until +20/), "\(sheet)")
            let explained = try await world.ctl("explain", Self.client, "--json").object()["reason"] as? String
            #expect(explained?.contains("It can read again when the pause ends, or when the person") == true)
            #expect(try await world.ctl("grants", "set", Self.client, "full").code == 0)
            #expect(try await app.assets() == [photo])
            let wrong = try await world.ctl("grants", "pause", Self.client, "--for", "soon")
            #expect(wrong.code != 0 && wrong.errors.contains("a time such as 2h"), "\(wrong)")
        }
    }

    @Test("a grant's rights and its limit of pixels are set, listed, shown and explained")
    func limits() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let set = try await world.ctl(
                "grants", "set", Self.client, "full", "--rights", "location,originals,captions,metadata",
                "--max-pixels",
                "512")
            #expect(set.code == 0 && set.errors.isEmpty, "\(set)")
            let grant = try #require(try await world.ctl("grants", "list", "--json").objects().first)
            #expect(grant["rights"] as? [String] == ["location", "originals", "captions", "metadata"])
            #expect(grant["max-pixels"] as? Int == 512)
            #expect(try await world.ctl("grants", "list").output.contains("≤512px"))
            let sheet = try await world.ctl("grants", "show", Self.client).output
            #expect(sheet.contains("at most 512 pixels") && sheet.contains("closed, because its images have a limit"))
            let reason = try await world.ctl("explain", Self.client, photo).output
            #expect(reason.contains("512 pixels") && reason.contains("'write'"), "\(reason)")
            let rough = try await world.ctl(
                "grants", "set", Self.client, "full", "--rights", "all", "--location-precision", "town")
            #expect(rough.code == 0, "\(rough)")
            let town = try #require(try await world.ctl("grants", "list", "--json").objects().first)
            #expect(town["location-precision"] as? String == "town")
            #expect(try await world.ctl("grants", "list").output.contains("all (town)"))
            #expect(try await world.ctl("grants", "show", Self.client).output.contains("tenth of a degree"))
            #expect(try await world.ctl("explain", Self.client, photo).output.contains("tenth of a degree"))
            #expect(try await world.ctl("grants", "set", Self.client, "full", "--rights", "all").code == 0)
            let whole = try #require(try await world.ctl("grants", "list", "--json").objects().first)
            #expect(whole["rights"] as? [String] == ["location", "originals", "captions", "metadata", "write"])
            #expect(whole["max-pixels"] as? Int == 0, "it replaces the whole grant")
            // As `grants list` writes it.
            #expect(try await world.ctl("grants", "set", Self.client, "full", "--rights", "all, manage").code == 0)
            #expect(try await world.ctl("grants", "list").output.contains("all, manage"))
        }
    }

    @Test("a path through a link is refused, and the error names the path of the program's file")
    func link() async throws {
        try await withWorld { world in
            let (program, link) = ("\(world.folder)/program", "\(world.folder)/link")
            try Data().write(to: URL(filePath: program))
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
            let refused = try await world.ctl("grants", "set", "exe:\(link)", "full")
            #expect(refused.code == 64 && refused.errors.contains("Write 'exe:\(program)'."), "\(refused)")
            #expect(try await world.ctl("grants", "list", "--json").objects().isEmpty)
            #expect(try await world.ctl("grants", "set", "exe:\(program)", "full").errors.isEmpty)
            let missing = try await world.ctl("grants", "set", "exe:\(program)-2", "full")
            #expect(missing.code == 0 && missing.errors.contains("There is no file"), "\(missing)")
        }
    }

    @Test("connected programs are listed as the broker identifies them")
    func clients() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: "org.example.Chat")
            _ = try await app.status()
            let clients = try await world.ctl("clients", "--json").objects()
            let seen = try #require(clients.first { $0["client"] as? String == Self.client })
            #expect(seen["name"] as? String == app.name && seen["verified"] as? Bool == true)
            #expect(seen["requests"] as? Int == 0 && seen["subscribed"] as? Bool == false)
            try await world.owner.grant(Self.client, "full")
            try await app.subscribe()
            let subscribed = try await world.ctl("clients", "--json").objects().filter {
                $0["subscribed"] as? Bool == true
            }
            #expect(subscribed.map { $0["name"] as? String } == [app.name])
            #expect(try await world.ctl("clients").lines.contains { $0.hasPrefix(Self.client) })
        }
    }

    @Test(
        "wrong arguments are refused before the broker is called",
        arguments: [
            ["grants", "set", "chat", "full"], ["grants", "set", "flatpak:org.example.Chat", "everything"],
            ["grants", "set", "flatpak:org.example.Chat", "full", "--select", "00000000-0000-4000-8000-000000000000"],
            ["grants", "set", "flatpak:org.example.Chat", "full", "--rights", "location,places"],
            ["grants", "set", "flatpak:org.example.Chat", "full", "--rights", "manage"],
            ["grants", "set", "flatpak:org.example.Chat", "full", "--max-pixels", "0"],
            ["grants", "set", "flatpak:org.example.Chat", "full", "--location-precision", "street"],
            ["grants", "set", "flatpak:org.example.Chat", "full", "--expires", "soon"],
            ["grants", "set", "exe:relative", "full"], ["grants", "set", "flatpak:x", "full"],
            ["assets", "list", "--limit", "-1"], ["assets", "list", "--sort", ""], ["assets", "list", "--where", " "],
            ["assets", "list", "--columns", "colour"],
            ["assets", "list", "--sort", "-nothing"], ["assets", "export", "/tmp/out"], ["assets", "edit", "x"],
        ])
    func refusals(_ words: [String]) async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let run = try await world.ctl(words)
            #expect(run.code == 64 && run.output.isEmpty)
            #expect(run.errors.contains("'filmgatectl \(words[0]) \(words[1]) --help' explains the command."))
        }
    }

    @Test("status reports with and without a broker", .asProcesses)
    func status() async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            let without = try await world.ctl("status")
            #expect(without.code == 69 && without.output.isEmpty)
            #expect(without.errors.contains("Start the broker with 'filmgated"))
            let json = try await world.ctl("status", "--json")
            #expect(json.code == 69)
            #expect(try json.object()["broker"] as? String == "unavailable")
            #expect(try await world.ctl("status", "--bus", "unix:path=/nonexistent").code == 69)

            try await world.startBroker()
            try await world.owner.add(TestPhoto.small())
            let running = try await world.ctl("status", "--json").object()
            #expect(running["broker"] as? String == "running" && running["assets"] as? Int == 1)
            #expect(running["read-write"] as? String == "authorized")
            #expect(try await world.ctl("status").lines.first?.hasPrefix("Broker                running") == true)
        }
    }

    @Test("in a sandbox, the tool has the access of an app", .asProcesses)
    func sandboxed() async throws {
        try await withWorld { world in
            let tool = BuiltProgram.path("filmgatectl")
            let folder = URL(filePath: tool).deletingLastPathComponent().path
            let place = try ProgramOrigin.flatpak(
                "org.example.Evil", SandboxOptions(readable: [folder] + Self.runtimeFolders(of: tool)))
            let grants = try await world.run(tool, "grants", "set", "flatpak:org.example.Evil", "full", in: place)
            #expect(grants.code == 77, "\(grants.errors)")
            let list = try await world.run(tool, "assets", "list", in: place)
            #expect(list.code == 77, "\(list.errors)")
            #expect(try await world.ctl("grants", "list", "--json").objects().isEmpty)
        }
    }

    /// Where the Swift runtime lies that a program is linked with; none where it is linked in.
    private static func runtimeFolders(of program: String) throws -> [String] {
        let lines = try ChildProcess.run(["ldd", program]).output.split(separator: "\n")
        let paths = lines.filter { $0.contains("libswift") }.compactMap {
            $0.split(separator: " ").first { $0.first == "/" }
        }
        return Array(Set(paths.map { URL(filePath: String($0)).deletingLastPathComponent().path }))
    }
}
