import FilmgateTestKit
import Foundation
import Testing

/// `filmgatectl backup` and `restore`, with the real broker.
@Suite("Backups")
struct BackupTests {
    static let app = "flatpak:org.example.App"

    @Test("bring back photos, albums, edits' identifiers, grants, selections, tokens and the audit log")
    func roundTrip() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(5))
            let album = try await owner.perform([("create-album", ["title": "Summer"])])[0]
            try await owner.perform([
                ("add-assets", ["album": .text(album), "ids": .texts(Array(photos[0...1]))]),
                (
                    "set-properties",
                    [
                        "id": .text(photos[0]),
                        "properties": .options([
                            "title": .variant("s", .text("Beach")), "rating": .variant("i", .integer(4)),
                        ]),
                    ]
                ),
                ("delete-assets", ["ids": .texts([photos[4]])]),
            ])
            try await owner.grant(Self.app, "limited", selection: [photos[0], photos[2]])
            let app = try await world.client(flatpak: "org.example.App")
            let token = try await app.subscribe()
            let before = try await Self.state(of: owner)

            let folder = "\(world.folder)/backup"
            let backup = try await world.ctl("backup", folder)
            #expect(backup.code == 0, "\(backup)")
            #expect(try Self.mode(of: folder) == 0o700)
            #expect(try Self.mode(of: "\(folder)/filmgate-backup.json") == 0o600)
            #expect(try await owner.summary()["last-backup"]?.integer ?? 0 > 0)

            // Everything is lost.
            try await owner.perform([("delete-albums", ["ids": .texts([album])])])
            try await owner.perform([("delete-assets", ["ids": .texts(Array(photos[0...3]))])])
            try await owner.perform([("purge-assets", ["ids": .texts(photos)])])
            try await owner.resetGrant(Self.app)
            let later = try await owner.add(TestPhoto.small())
            #expect(try await app.status() == "not-determined")

            let refused = try await world.ctl("restore", folder)
            #expect(refused.code == 64 && refused.errors.contains("--replace"), "\(refused)")
            #expect(!refused.errors.contains("BeginRestore"), "\(refused)")
            let restored = try await world.ctl("restore", "--replace", "--yes", folder)
            #expect(restored.code == 0, "\(restored)")

            let summary = try await owner.summary()
            #expect(summary["last-restore"]?.integer ?? 0 >= summary["last-backup"]?.integer ?? .max)
            let doctor = try await world.ctl("doctor")
            #expect(doctor.output.contains("and there was no backup since."), "\(doctor)")
            #expect(try await Self.state(of: owner) == before)
            #expect(try await !owner.assets().contains(later))
            #expect(try await owner.verify().findings.isEmpty)
            #expect(try await owner.verifyAudit().kinds == [])
            // The app is the same as before, on the same connection, and its token holds.
            #expect(try await app.status() == "limited")
            #expect(try await Set(app.assets()) == [photos[0], photos[2]])
            let changes = try await app.call("Observation1", "ChangesSince", "sa{sv}", .text(token), [:])
            #expect(changes[0]?.text == token)
            // Also after a restart.
            try await world.restartBroker()
            #expect(try await Self.state(of: owner) == before)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("hold what waits in the inbox and what was rejected, and the receipts with their times")
    func inbox() async throws {
        try await withWorld(WorldSettings(policy: "[\(Self.app)]\nquarantine=yes\n")) { world in
            let owner = try await world.owner
            try await owner.grant(Self.app, "add-only")
            let app = try await world.client(flatpak: "org.example.App")
            let added = try await app.add(TestPhoto.several(5))
            func decide(_ member: String, _ ids: some Collection<String>, purge: Bool = false) async throws {
                try await owner.call(
                    "Admin1", member, "asa{sv}", .list(ids.map(BusArgument.text)), .table(purge ? ["purge": true] : [:])
                )
            }
            func state() async throws -> [String] {
                var lines: [String] = []
                for isRejected in [false, true] {
                    let filter: [String: BusArgument] = ["rejected": isRejected ? true : false]
                    let rows = try await owner.call("Admin1", "ListInbox", "a{sv}", .table(filter))[0]?.list ?? []
                    lines += rows.map { row in
                        "\((row.table ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })"
                    }
                }
                let receipts = try await app.call("Library1", "GetReceipts", "as", .list(added.map(BusArgument.text)))
                lines += (receipts[0]?.table ?? [:]).map { "\($0.key) \($0.value)" }.sorted()
                return lines
            }
            try await decide("AcceptAdded", added[..<1])
            try await decide("RejectAdded", added[1..<2])
            let before = try await state()
            #expect(before.count == 4 + 5)
            let folder = "\(world.folder)/backup"
            #expect(try await Self.report(world.ctl("backup", "--json", folder))["copied"] == 5)

            try await decide("RejectAdded", added[1...], purge: true)
            let watcher = try await owner.anotherConnection()
            try await watcher.call("Admin1", "ListInbox", "a{sv}", [:])
            let restored = try await world.ctl("restore", "--replace", "--yes", folder)
            #expect(restored.code == 0, "\(restored)")
            _ = try await watcher.signal("InboxChanged")
            #expect(try await state() == before)
            let picture = try await owner.requestImage(of: added[2], ["width": .uint32(20)])
            #expect(try await owner.response(to: picture).outcome == "success")
            // Within the hour after it was added.
            try await app.call("Library1", "WithdrawAdded", "as", .list([.text(added[2])]))
            try await decide("AcceptAdded", [added[1], added[3]])
            #expect(try await Set(owner.assets()) == [added[0], added[1], added[3]])
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("hold what undo needs, the files of replaced edits among it")
    func undo() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.edit(photos[0], as: TestPhoto.large())
            try await owner.set(["title": "Beach"], of: photos[1])
            try await owner.grant(Self.app, "full", rights: ["originals", "captions", "metadata", "write", "manage"])
            let app = try await world.client(flatpak: "org.example.App")
            try await app.revert(photos[0])
            try await app.set(["title": "spoilt"], of: photos[1])

            let folder = "\(world.folder)/backup"
            #expect(try await Self.report(world.ctl("backup", "--json", folder))["copied"] == 4)
            try await owner.delete(photos[0])
            try await owner.perform([("purge-assets", ["ids": .texts([photos[0]])])])
            let restored = try await world.ctl("restore", "--replace", "--yes", folder)
            #expect(restored.code == 0, "\(restored)")

            let undone = try await world.ctl("undo", "--client", Self.app)
            #expect(undone.code == 0 && undone.errors.contains("2 things were taken back"), "\(undone)")
            let edited = try await owner.properties(of: photos[0], "has-adjustments", "pixel-width")
            #expect(edited["has-adjustments"] == .flag(true) && edited["pixel-width"]?.integer == 1600)
            #expect(try await owner.properties(of: photos[1], "title")["title"]?.text == "Beach")
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("copy only what is new, drop what was purged, and never replace what is newer or different")
    func incremental() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(4))
            let folder = "\(world.folder)/backup"
            #expect(try await Self.report(world.ctl("backup", "--json", folder))["copied"] == 4)
            let early = "\(world.folder)/early"
            try FileManager.default.copyItem(atPath: folder, toPath: early)
            _ = try await owner.add(TestPhoto.small())
            try await owner.perform([
                ("delete-assets", ["ids": .texts([photos[0]])]), ("purge-assets", ["ids": .texts([photos[0]])]),
            ])
            let second = try await Self.report(world.ctl("backup", "--json", folder))
            #expect(second["copied"] == 1 && second["removed"] == 1 && second["files"] == 4)
            #expect(try await world.ctl("backup", "--verify", folder).code == 0)
            #expect(try Self.files(in: "\(folder)/originals").count == 4)
            // A library that is older than its backup.
            #expect(try await world.ctl("restore", "--replace", "--yes", early).code == 0)
            let older = try await world.ctl("backup", folder)
            #expect(older.code == 73 && older.errors.contains("later state"), "\(older)")
            #expect(try await world.ctl("backup", "--verify", folder).code == 0)
        }
    }

    @Test("into an empty library of another broker work, and a different library does not replace the backup")
    func otherLibrary() async throws {
        let (backup, photos) = try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(3))
            let folder = FileManager.default.temporaryDirectory.path + "/filmgate-backup-\(UUID())"
            #expect(try await world.ctl("backup", folder).code == 0)
            return (folder, photos)
        }
        defer { try? FileManager.default.removeItem(atPath: backup) }
        try await withWorld { world in
            let refused = try await world.ctl("backup", backup)
            #expect(refused.code == 73 && refused.errors.contains("different library"), "\(refused)")
            let restored = try await world.ctl("restore", backup)
            #expect(restored.code == 0, "\(restored)")
            #expect(try await Set(world.owner.assets()) == Set(photos))
            #expect(try await world.ctl("backup", backup).code == 0)
        }
    }

    @Test(
        "that were altered are refused, and the library stays as it is",
        arguments: ["bytes", "link", "missing", "database", "list", "path"])
    func altered(_ kind: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            _ = try await owner.add(TestPhoto.several(3))
            let folder = "\(world.folder)/backup"
            #expect(try await world.ctl("backup", folder).code == 0)
            let added = try await owner.add(TestPhoto.small())
            // Without the library's own files, each file comes from the backup.
            for file in try Self.files(in: "\(world.state)").filter({ $0.contains("/originals/") }) { unlink(file) }
            let before = try await Set(owner.assets())
            try Self.alter(folder, kind)
            let restored = try await world.ctl("restore", "--replace", "--yes", folder)
            #expect(restored.code == 65, "\(kind): \(restored)")
            #expect(try await Set(owner.assets()) == before && before.contains(added))
            #expect(try await world.ctl("backup", "--verify", folder).code == 65)
        }
    }

    @Test("are not for apps, whatever they may do")
    func apps() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            _ = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.app, "full", rights: ["originals", "write", "manage"])
            let client = try await world.client(flatpak: "org.example.App")
            for (member, signature, arguments) in Self.calls {
                let error = try await refusal { try await client.call("Backup1", member, signature, list: arguments) }
                #expect(error.kind == "NotAuthorized", "\(member)")
            }
        }
    }

    static let calls: [(String, String, [BusArgument])] = [
        ("BeginBackup", "a{sv}", [[:]]), ("OpenFiles", "asa{sv}", [.texts([]), [:]]), ("FinishBackup", "a{sv}", [[:]]),
        ("FinishRestore", "a{sv}", [[:]]), ("CancelRestore", "a{sv}", [[:]]),
    ]

    // MARK: Interruptions

    @Test("that are killed at random moments leave the earlier backup, and continue", .seeded)
    func killedBackups() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let folder = "\(world.folder)/backup"
            _ = try await owner.add(TestPhoto.several(8))
            #expect(try await world.ctl("backup", "--quiet", folder).code == 0)
            var random = SeededRandom()
            for round in 0..<8 {
                _ = try await owner.add(TestPhoto.several(8))
                let tool = try world.start([BuiltProgram.path("filmgatectl"), "backup", "--quiet", folder])
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...250, using: &random)))
                if round.isMultiple(of: 2) { tool.kill() } else { try await world.killBroker() }
                _ = await tool.ended()
                if !round.isMultiple(of: 2) { try await world.startBroker() }
                #expect(try await world.ctl("backup", "--verify", folder).code == 0, "round \(round)")
                #expect(try await owner.verify().findings.isEmpty)
            }
            #expect(try await world.ctl("backup", "--quiet", folder).code == 0)
            #expect(try await world.ctl("backup", "--verify", folder).code == 0)
            #expect(try Self.files(in: "\(folder)/originals").count == 72)
        }
    }

    @Test("whose restoration is killed at random moments leave the library before or the backup, whole", .seeded)
    func killedRestores() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let folder = "\(world.folder)/backup"
            let saved = try await Set(owner.add(TestPhoto.several(12)) + owner.add(TestPhoto.several(12)))
            #expect(try await world.ctl("backup", "--quiet", folder).code == 0)
            var random = SeededRandom()
            for round in 0..<10 {
                try await owner.perform([
                    ("delete-assets", ["ids": .texts(Array(saved))]), ("purge-assets", ["ids": .texts(Array(saved))]),
                ])
                let before = try await Set([owner.add(TestPhoto.small())] + owner.assets())
                let tool = try world.start([
                    BuiltProgram.path("filmgatectl"), "restore", "--replace", "--yes", "--quiet", folder,
                ])
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &random)))
                if round.isMultiple(of: 3) { tool.kill() } else { try await world.killBroker() }
                _ = await tool.ended()
                if !round.isMultiple(of: 3) { try await world.startBroker() }
                let after = try await Set(owner.assets())
                #expect(after == before || after == saved, "round \(round)")
                #expect(try await owner.verify().findings.isEmpty, "round \(round)")
                let again = try await world.ctl("restore", "--replace", "--yes", "--quiet", folder)
                #expect(again.code == 0, "round \(round): \(again)")
                #expect(try await Set(owner.assets()) == saved)
            }
            #expect(try await owner.verify().findings.isEmpty)
            let left = try FileManager.default.contentsOfDirectory(atPath: world.libraryFolder)
            #expect(left.filter { $0.hasPrefix("restore") || $0.hasPrefix("replaced") } == [])
        }
    }

    @Test(
        "keep the earlier state when the disk is full, and continue when there is room",
        .enabled(if: TemporaryDisk.isAvailable))
    func fullDisk() async throws {
        let disk = try TemporaryDisk(megabytes: 6)
        defer { disk.remove() }
        try await withWorld { world in
            let owner = try await world.owner
            let folder = "\(disk.path)/backup"
            _ = try await owner.add(TestPhoto.several(4))
            #expect(try await world.ctl("backup", folder).code == 0)
            _ = try await owner.add(TestPhoto.several(8))
            try disk.fill(leaving: 20_000)
            let full = try await world.ctl("backup", folder)
            #expect(full.code == 73 && full.errors.contains("No space"), "\(full)")
            #expect(try await world.ctl("backup", "--verify", folder).code == 0)
            try disk.clear()
            #expect(try await world.ctl("backup", folder).code == 0)
            #expect(try await world.ctl("backup", "--verify", folder).code == 0)
            #expect(try Self.files(in: "\(folder)/originals").count == 12)
        }
    }

    // MARK: What is compared

    /// Everything that a person sees of the library.
    private static func state(of owner: TestClient) async throws -> [String] {
        let names = ["id", "title", "rating", "favorite", "hidden", "creation-date", "content-hash", "trashed-date"]
        var lines: [String] = []
        let everything: [String: BusArgument] = ["include-trashed": true, "include-hidden": true]
        for id in try await owner.assets(everything).sorted() {
            let values = try await owner.properties(of: id, names, options: everything)
            lines.append("\(id) " + names.map { "\(String(describing: values[$0]))" }.joined(separator: " "))
        }
        for album in try await owner.albums() {
            let id = album["id"]?.text ?? ""
            lines.append("\(id) \(album["title"]?.text ?? "") \(try await owner.assets(["album": .text(id)]))")
        }
        let selection = try await owner.selection(of: app).sorted()
        lines.append("\(selection)")
        for grant in try await owner.grants() {
            lines.append("\(grant["client"]?.text ?? "") \(grant["level"]?.text ?? "")")
        }
        return lines
    }

    private static func report(_ result: RunResult) throws -> [String: Int] {
        #expect(result.code == 0, "\(result)")
        return try JSONDecoder().decode([String: Int].self, from: Data(result.output.utf8))
    }

    private static func mode(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private static func files(in folder: String) throws -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.map { "\(folder)/\($0)" }.filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    private static func alter(_ folder: String, _ kind: String) throws {
        let manifest = "\(folder)/filmgate-backup.json"
        let top = try FileManager.default.contentsOfDirectory(atPath: folder)
        let original = try #require(try files(in: "\(folder)/originals").first)
        let part = top.first { $0.hasPrefix(kind == "list" ? "files-" : "database-") } ?? ""
        switch kind {
        case "bytes", "database", "list":
            let path = kind == "bytes" ? original : "\(folder)/\(part)"
            var bytes = try Data(contentsOf: URL(filePath: path))
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: URL(filePath: path))
        case "link":
            try FileManager.default.moveItem(atPath: original, toPath: "\(folder)/elsewhere")
            try FileManager.default.createSymbolicLink(
                atPath: original, withDestinationPath: "\(folder)/elsewhere")
        case "missing": unlink(original)
        default:
            let text = try String(contentsOfFile: manifest, encoding: .utf8)
            try text.replacing(part, with: "database-/../../../../etc/passwd").write(
                toFile: manifest, atomically: true, encoding: .utf8)
        }
    }
}

extension World {
    /// Where the one library is.
    fileprivate var libraryFolder: String { "\(state)/\(getuid())" }
}
