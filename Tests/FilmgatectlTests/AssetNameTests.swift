import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Names of assets, albums and apps", .inProcess)
struct AssetNameTests {
    private static let app = "org.example.Chat"

    @Test("the beginning of an identifier or a file name can name an asset, if only one matches")
    func assets() async throws {
        try await withWorld { world in
            let sea = try await world.owner.add(.memory(TestPhoto.small().bytes), filename: "sea, at dusk.jpg")
            for _ in 0..<2 { _ = try await world.owner.add(.memory(TestPhoto.small().bytes), filename: "twin.jpg") }
            for name in [String(sea.prefix(8)), sea.uppercased(), "sea, at dusk.jpg"] {
                let shown = try await world.ctl("assets", "show", name, "--json")
                #expect(try shown.objects().map { $0["id"] as? String } == [sea], "\(name): \(shown)")
            }
            let duplicates = try await world.ctl("assets", "delete", "twin.jpg")
            #expect(
                duplicates.code == 64 && duplicates.errors.contains("'twin.jpg' matches 2 objects: "), "\(duplicates)")
            for name in ["nothing.jpg", String(sea.prefix(7)), "\(sea)0", "%"] {
                let none = try await world.ctl("assets", "show", name)
                #expect(none.code == 66 && none.errors.contains("or file name '\(name)'"), "\(none)")
            }
            let short = try await world.ctl("assets", "show", String(sea.prefix(7)))
            #expect(short.errors.contains("needs at least 8 characters"), "\(short)")
            #expect(try await world.ctl("rm", "sea, at dusk.jpg").output == "Moved 1 asset to the trash.\n")
            let new = try await world.owner.add(.memory(TestPhoto.small().bytes), filename: "sea, at dusk.jpg")
            #expect(
                try await world.ctl("assets", "show", "sea, at dusk.jpg", "--json").objects()[0]["id"] as? String == new
            )
            #expect(try await world.ctl("trash", "restore", "sea, at dusk.jpg").output == "Restored 1 asset.\n")
        }
    }

    @Test("a file name that looks like the beginning of an identifier does not replace that asset")
    func imposter() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let beginning = String(photo.prefix(8))
            _ = try await world.owner.add(.memory(TestPhoto.small().bytes), filename: beginning)
            let run = try await world.ctl("assets", "delete", beginning)
            #expect(run.code == 64 && run.errors.contains("matches 2 objects"), "\(run)")
            let other = try await world.ctl("explain", "flatpak:\(Self.app)", beginning, "--user", "root")
            #expect(other.code == 64 && other.errors.contains("With '--user', only identifiers can name"), "\(other)")
        }
    }

    @Test("a selection takes albums by title, with their folders if needed")
    func albums() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            for folder in ["Travel", "Work"] {
                _ = try await world.ctl("folders", "create", folder)
                _ = try await world.ctl("albums", "create", "Summer", photo, "--folder", folder)
            }
            let both = try await world.ctl("grants", "set", Self.app, "limited", "--select", "Summer")
            #expect(both.code == 64 && both.errors.contains("'Summer' matches 2 objects: "), "\(both)")
            let one = try await world.ctl("grants", "set", Self.app, "limited", "--select", "Travel/Summer")
            #expect(one.output.hasSuffix("'limited'; selected: 1 photo, with those in 1 album.\n"), "\(one)")
            #expect(try await world.client(flatpak: Self.app).assets() == [photo])
        }
    }

    @Test("a name without a kind is a Flatpak's, unless an app of a different kind has the same name")
    func clients() async throws {
        try await withWorld { world in
            let set = try await world.ctl("grants", "set", Self.app, "add-only")
            #expect(set.output == "flatpak:\(Self.app) now has the level 'add-only'.\n", "\(set)")
            #expect(try await world.ctl("explain", Self.app, "--json").object()["level"] as? String == "add-only")
            _ = try await world.ctl("grants", "set", "app:\(Self.app)", "none")
            let unclear = try await world.ctl("grants", "set", Self.app, "full")
            #expect(
                unclear.code == 64
                    && unclear.errors.contains("'\(Self.app)' can be 'flatpak:\(Self.app)' or 'app:\(Self.app)'."),
                "\(unclear)")
            #expect(try await world.ctl("revoke", "app:\(Self.app)").code == 0)
            #expect(try await world.ctl("grants", "revoke", Self.app).output.contains("flatpak:\(Self.app)"))
            #expect(try await world.ctl("grants", "set", "chat", "full").code == 64)
        }
    }

    @Test("a second album with the same title is created with a warning")
    func second() async throws {
        try await withWorld { world in
            let first = try await world.ctl("albums", "create", "Best")
            #expect(first.errors.isEmpty)
            let second = try await world.ctl("albums", "create", "Best")
            let identifier = first.lines.first ?? "?"
            #expect(second.code == 0 && second.errors.contains(identifier), "\(second)")
        }
    }

    @Test("assets that match a condition are deleted without a question only with '--yes'")
    func consent() async throws {
        try await withWorld { world in
            try await world.owner.add(TestPhoto.small())
            let unasked = try await world.ctl("assets", "delete", "--where", "rating = 0")
            #expect(
                unasked.code == 64
                    && unasked.errors.contains(
                        "The condition or album selects 1 asset. Without a terminal to ask, give '--yes'."),
                "\(unasked)")
            #expect(try await world.ctl("assets", "list", "--count").output == "1\n")
            #expect(try await world.ctl("assets", "delete", "--where", "rating = 0", "--yes").code == 0)
        }
    }
}

@Suite("Lists", .inProcess)
struct ListTests {
    @Test("have no headings, or only identifiers, on request")
    func forPipes() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(.memory(TestPhoto.small().bytes), filename: "sea.jpg")
            _ = try await world.ctl("albums", "create", "Summer")
            #expect(try await world.ctl("ls", "--ids").output == "\(id)\n")
            #expect(try await world.ctl("search", "SEA", "--ids").output == "\(id)\n")
            #expect(try await world.ctl("search", "sea", "lake").errors == "Nothing was found.\n")
            #expect(try await world.ctl("search", " ").code == 64, "no words do not mean all photos")
            let list = try await world.ctl("assets", "ls", "--no-header")
            #expect(list.lines.count == 1 && list.lines[0].hasPrefix(id), "\(list)")
            let albums = try await world.ctl("albums", "list", "--type", "album", "--ids")
            #expect(albums.lines.count == 1 && albums.lines[0].count == id.count, "\(albums)")
            for words in [["clients"], ["grants", "list"], ["audit"], ["trash", "list"], ["folders", "list"]] {
                let run = try await world.ctl(words + ["--no-header"])
                #expect(run.code == 0 && !run.output.contains("CLIENT ") && !run.output.contains("ID "), "\(run)")
            }
        }
    }

    @Test(
        "on a narrow terminal identifiers are cut before names, and headings are bold unless NO_COLOR is set",
        .asProcesses)
    func terminal() async throws {
        try await withWorld { world in
            let name = "a photo with a long name.jpg"
            let id = try await world.owner.add(.memory(TestPhoto.small().bytes), filename: name)
            func list(_ setting: String) async throws -> String {
                try await world.run(
                    "/usr/bin/script", "-qec",
                    "export TERM=xterm \(setting); stty cols 60; \(BuiltProgram.path("filmgatectl")) ls", "/dev/null"
                ).output
            }
            let plain = try await list("NO_COLOR=1")
            let line = plain.split(separator: "\r\n").last ?? ""
            #expect(line.hasPrefix(id.prefix(8)) && !line.contains(id) && line.contains(name), "\(plain)")
            #expect(!plain.contains("\u{1B}"))
            #expect(try await list("NO_COLOR=").hasPrefix("\u{1B}[1mID"))
        }
    }
}

@Suite("Waiting for the broker")
struct WaitTests {
    @Test("ends when the broker is ready, and the broker says so")
    func comes() async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            #expect(try await world.ctl("status").code == 69)
            let waiting = try world.start([BuiltProgram.path("filmgatectl"), "status", "--wait"])
            try await world.startBroker()
            let status = await waiting.result()
            #expect(status.code == 0 && status.output.hasPrefix("Broker"), "\(status)")
            let log = try world.broker.log
            #expect(log.contains("Ready. The libraries are in '\(world.state)'."), "\(log)")
        }
    }
}
