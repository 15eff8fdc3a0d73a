import FilmgateTestKit
import Foundation
import Testing

/// Folders with backups that somebody changed, and what stands in the way of backups, with the real programs.
@Suite("A backup folder of somebody else's making")
struct CraftedRestoreTests {
    private static let app = "flatpak:org.example.App"

    @Test(
        "with numbers that no library has is refused, the broker stays, and a sound backup can be restored",
        arguments: [
            "UPDATE library SET clock = -9223372036854775808", "UPDATE library SET generation = 9223372036854775807",
            "UPDATE asset SET creation_date = -9223372036854775808",
            "UPDATE album_asset SET position = 9223372036854775807",
        ])
    func numbers(_ script: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let album = try await owner.perform([("create-album", ["title": "Summer"])])[0]
            try await owner.perform([("add-assets", ["album": .text(album), "ids": .texts([photos[0]])])])
            let sound = "\(world.folder)/backup"
            #expect(try await world.ctl("backup", sound).code == 0)
            let crafted = try await world.crafted(sound, script)
            let refused = try await world.ctl("restore", "--replace", "--yes", crafted)
            #expect(refused.code == 65, "\(refused)")
            // On the same connection: the broker is the same.
            #expect(try await Set(owner.assets()) == Set(photos))
            #expect(try await world.ctl("restore", "--replace", "--yes", sound).code == 0)
            #expect(try await Set(owner.assets()) == Set(photos))
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("leaves the decisions of administrators and pauses as they are")
    func decisions() async throws {
        let policy = "[\(Self.app)]\ntripwire-originals=1/1h\n"
        try await withWorld(WorldSettings(policy: policy)) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.grant("flatpak:org.example.Denied", "full")
            try await owner.grant(Self.app, "full", rights: ["originals"])
            let folder = "\(world.folder)/backup"
            #expect(try await world.ctl("backup", folder).code == 0)

            try await owner.grant("flatpak:org.example.Denied", "none")
            let app = try await world.client(flatpak: "org.example.App")
            for photo in photos { _ = try? await app.open(photo) }
            #expect(try await app.status() == "not-determined")
            #expect(try await world.ctl("restore", "--replace", "--yes", folder).code == 0)

            let denied = try await world.client(flatpak: "org.example.Denied")
            #expect(try await denied.status() == "denied")
            #expect(try await app.status() == "not-determined")
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("does not get past the library's size limit by what it says of its own size")
    func capacity() async throws {
        let photos = try TestPhoto.several(4)
        let limit = photos.reduce(0) { $0 + $1.bytes.count } - 1
        let folder = FileManager.default.temporaryDirectory.path + "/filmgate-backup-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await withWorld { world in
            _ = try await world.owner.add(photos)
            #expect(try await world.ctl("backup", folder).code == 0)
        }
        try await withWorld(WorldSettings(configuration: "[limits]\nlibrary-bytes=\(limit)\n")) { world in
            let crafted = try await world.crafted(folder, "UPDATE library SET bytes = 1")
            let refused = try await world.ctl("restore", crafted)
            #expect(refused.code != 0 && refused.errors.contains("at most \(limit) bytes"), "\(refused)")
            #expect(try await world.owner.assets().isEmpty)
        }
    }

    @Test(
        "is not needed for a damaged library: a sound backup is restored over it",
        arguments: ["garbage", "clock", "client"])
    func damagedLibrary(_ damage: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.app, "none")
            let folder = "\(world.folder)/backup"
            #expect(try await world.ctl("backup", folder).code == 0)
            try await world.killBroker()
            switch damage {
            case "clock": try await world.tamper("UPDATE library SET clock = -9223372036854775808")
            case "client": try await world.tamper("UPDATE client SET id = 'x' WHERE id LIKE 'flatpak:%'")
            default:
                let path = "\(world.state)/\(getuid())/library.sqlite3"
                for name in [path + "-wal", path + "-shm"] { unlink(name) }
                try Data(repeating: 0x55, count: 40_000).write(to: URL(filePath: path))
            }
            try await world.startBroker()
            // A backup that is refused removes nothing: the next one, which lost its files, has those of the damaged
            // library.
            let refused = try await world.crafted(folder, "UPDATE library SET clock = -9223372036854775808")
            #expect(try await world.ctl("restore", "--replace", "--yes", refused).code == 65)
            try await world.restartBroker()
            let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/originals")
                .filter { $0.count > 2 }
            #expect(files.count == 2)
            for file in files { try FileManager.default.removeItem(atPath: "\(folder)/originals/\(file)") }
            let restored = try await world.ctl("restore", "--replace", "--yes", folder)
            #expect(restored.code == 0, "\(restored)")
            let again = try await owner.anotherConnection()
            #expect(try await Set(again.assets()) == Set(photos))
            #expect(try await again.verify().findings.isEmpty)
            try await world.restartBroker()
            #expect(try await Set(owner.anotherConnection().assets()) == Set(photos))
            let left = try FileManager.default.contentsOfDirectory(atPath: "\(world.state)/\(getuid())")
            #expect(left.filter { ["damaged", "replaced", "restored", "returning"].contains($0) } == [])
        }
    }

    @Test("that is a link is not followed, and the folder behind it keeps its mode")
    func link() async throws {
        try await withWorld { world in
            let target = "\(world.folder)/other"
            try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: target)
            let link = "\(world.folder)/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            for path in [link, link + "/"] {
                let refused = try await world.ctl("backup", path)
                #expect(refused.code == 73, "\(refused)")
            }
            let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
            #expect(mode == 0o755)
            #expect(try FileManager.default.contentsOfDirectory(atPath: target) == [])
        }
    }

    @Test("that a reader locks can be written")
    func locks() async throws {
        try await withWorld { world in
            _ = try await world.owner.add(TestPhoto.small())
            let folder = "\(world.folder)/backup"
            #expect(try await world.ctl("backup", folder).code == 0)
            let lock = try FileManager.default.attributesOfItem(atPath: "\(folder)/filmgate-backup.lock")
            #expect(lock[.posixPermissions] as? Int == 0o200)
            let held = open(folder, O_RDONLY | O_DIRECTORY)
            #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
            let manifest = open("\(folder)/filmgate-backup.json", O_RDONLY)
            #expect(flock(manifest, LOCK_EX | LOCK_NB) == 0)
            #expect(try await world.ctl("backup", folder).code == 0)
            #expect(try await world.ctl("backup", "--verify", folder).code == 0)
            close(held)
            close(manifest)
        }
    }
}

extension World {
    /// Copies a backup, and changes its database with a script of SQL, and its hash.
    fileprivate func crafted(_ backup: String, _ script: String) async throws -> String {
        let copy = "\(folder)/crafted-\(UUID())"
        let program = """
            import glob, hashlib, json, os, shutil, sqlite3, sys
            shutil.copytree(sys.argv[1], sys.argv[2], ignore=shutil.ignore_patterns("*.lock"))
            path = glob.glob(sys.argv[2] + "/database-*")[0]
            database = sqlite3.connect(path)
            database.execute("PRAGMA ignore_check_constraints = ON")
            database.executescript(sys.argv[3])
            database.close()
            name = sys.argv[2] + "/filmgate-backup.json"
            manifest = json.load(open(name))
            manifest["database"]["sha256"] = hashlib.sha256(open(path, "rb").read()).hexdigest()
            manifest["database"]["size"] = os.path.getsize(path)
            json.dump(manifest, open(name, "w"))
            """
        let result = try await run("/usr/bin/python3", "-c", program, backup, copy, script)
        guard result.code == 0 else { throw ClientFailure("crafting failed: \(result.errors)") }
        return copy
    }
}
