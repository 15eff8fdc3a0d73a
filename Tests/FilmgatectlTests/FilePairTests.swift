import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Files that belong together", .inProcess)
struct FilePairTests {
    private static let date = "2024:05:01 12:00:00"

    /// A JPEG that was taken at a time, and differs from others.
    private static func photo(_ mark: String, at date: String = date, _ more: String...) throws -> [UInt8] {
        try TestPhoto.tagged(["-DateTimeOriginal=\(date)", "-Comment=\(mark)"] + more).bytes
    }

    /// A video that was recorded at a time.
    private static func video(_ mark: String, at date: String = date, _ more: String...) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "filmgate-pair-\(UUID().uuidString).mp4")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(try Video.small(mark).bytes).write(to: file)
        let run = try ChildProcess.run(
            ["exiftool", "-quiet", "-overwrite_original", "-api", "QuickTimeUTC=1", "-CreateDate=\(date)Z"] + more
                + [file.path])
        try #require(run.code == 0, "\(run)")
        return try Array(Data(contentsOf: file))
    }

    private static func resources(_ world: World) async throws -> [[String: String]] {
        var found: [[String: String]] = []
        for asset in try await world.ctl("assets", "list", "--json", "--sort", "filename").objects() {
            let id = try #require(asset["id"] as? String)
            let shown = try await world.ctl("assets", "show", "--json", id).objects()
            let resources = shown.first?["resources"] as? [[String: Any]] ?? []
            found.append(
                Dictionary(
                    resources.compactMap { resource in
                        (resource["type"] as? String).map { ($0, resource["filename"] as? String ?? "") }
                    }
                ) { first, _ in first })
        }
        return found
    }

    @Test("the photos of a burst are listed as one, in one import and in several, and are exported all")
    func burst() async throws {
        try await withWorld { world in
            let (first, second) = (try PhotoFolder("first", in: world), try PhotoFolder("second", in: world))
            for (number, folder) in [first, first, second, second].enumerated() {
                let photo = try TestPhoto.ofBurst("0123456789ab", isPicked: number == 2, "\(number)")
                try folder.write(photo.bytes, to: "IMG_\(number).jpg")
            }
            func listed(_ options: String...) async throws -> [String] {
                try await world.ctl(["assets", "list", "--json", "--sort", "filename"] + options).objects()
                    .compactMap { $0["filename"] as? String }
            }
            #expect(try await world.ctl("import", "-q", first.path).code == 0)
            #expect(try await listed().count == 1)
            #expect(try await world.ctl("import", "-q", "--no-pairing", second.path).code == 0)
            #expect(try await listed() == ["IMG_2.jpg"])
            #expect(try await listed("--include-burst-members").count == 4)
            let edit = ["assets", "edit", "--rating", "3", "--where", "subtypes contains 'burst'"]
            for (options, count) in [([], 1), (["--include-burst-members"], 4)] {
                #expect(try await world.ctl(edit + options).code == 0)
                let found = try await listed("--include-burst-members", "--where", "rating = 3")
                #expect(found.count == count)
            }
            let id = try #require(await world.ctl("assets", "list", "--ids").lines.first)
            let shown = try await world.ctl("assets", "show", id)
            #expect(shown.output.contains("burst-id "), "\(shown)")
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", out).code == 0)
            try await withSecondWorld { other in
                #expect(try await other.ctl("import", "-q", out).code == 0)
                let listed = try await other.ctl("assets", "list", "--json").objects()
                #expect(listed.compactMap { $0["filename"] as? String } == ["IMG_2.jpg"])
                let all = try await other.ctl("assets", "list", "--json", "--include-burst-members").objects()
                #expect(all.count == 4 && Set(all.compactMap { $0["burst-id"] as? String }).count == 1)
            }
        }
    }

    @Test("photos whose names alone name the burst are listed as one, by their cover, each camera's apart")
    func namedBurst() async throws {
        try await withWorld { world in
            let (first, second) = (try PhotoFolder("first", in: world), try PhotoFolder("second", in: world))
            let files: [(PhotoFolder, String)] = [
                (first, "00000IMG_00000_BURST20190101120000123.jpg"),
                (first, "00001IMG_00001_BURST20190101120000123_COVER.jpg"),
                (first, "00002IMG_00002_BURST20190101120000123.jpg"),
                (first, "IMG_20190101_120000_BURST001.jpg"), (first, "IMG_20190101_120000_BURST002_COVER.jpg"),
                (second, "20190101_120000_001.jpg"), (second, "20190101_120000_002.jpg"),
            ]
            for (folder, name) in files { try folder.write(TestPhoto.small(name).bytes, to: name) }
            let other = "IMG_20190101_120000_BURST003.jpg"
            let model = String(TestPhoto.camera.reversed())
            try first.write(TestPhoto.small(other, model: model).bytes, to: other)
            // What is imported later hides nothing, whatever its name says.
            let later = "00000IMG_00000_BURST20190101120000123_COVER.jpg"
            try second.write(TestPhoto.small(later).bytes, to: later)
            func listed(_ options: String...) async throws -> [String] {
                try await world.ctl(["assets", "list", "--json", "--sort", "filename"] + options).objects()
                    .compactMap { $0["filename"] as? String }
            }
            for folder in [first, second] { #expect(try await world.ctl("import", "-q", folder.path).code == 0) }
            let names = files.map { $0.1 }
            #expect(try await listed() == [later, names[1], names[5], names[6], names[4], other])
            #expect(try await listed("--include-burst-members").count == 9)
            let bursts = try await listed("--include-burst-members", "--where", "burst-id is not null")
            #expect(bursts == names[..<5].sorted())
        }
    }

    @Test("RAW and JPEG become one asset, the JPEG its photo; with --no-pairing they stay two")
    func raw() async throws {
        let file = try await SampleMedia.formats.appending(path: "told.dng")
        let raw = try Array(Data(contentsOf: file))
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            let info = try await world.run("/usr/bin/env", "exiftool", "-s3", "-DateTimeOriginal", file.path)
            let date = info.lines.first ?? Self.date
            try folder.write(raw, to: "DSC_0001.DNG")
            try folder.write(Self.photo("raw", at: date), to: "DSC_0001.JPG")
            let apart = try await world.ctl("import", "-q", "--json", "--no-pairing", folder.path).object()
            #expect(apart["imported"] as? Int == 2 && apart["assets"] as? Int == 2, "\(apart)")
            _ = try await world.ctl("assets", "delete", "--yes", "--where", "rating >= 0")
            let together = try await world.ctl("import", "-q", "--json", folder.path).object()
            #expect(together["imported"] as? Int == 2 && together["assets"] as? Int == 1, "\(together)")
            #expect(
                try await Self.resources(world) == [["photo": "DSC_0001.JPG", "alternate-photo": "DSC_0001.DNG"]])
            // It is a RAW, too.
            #expect(try await world.ctl("assets", "list", "--album", "RAW", "--count").lines == ["1"])
            let again = try await world.ctl("import", "-q", "--json", folder.path).object()
            #expect(again["imported"] as? Int == 0 && again["present"] as? Int == 2, "\(again)")
        }
    }

    @Test("a photo is a RAW whichever of its files came first, and an app's photo with a RAW beside it")
    func rawAlbum() async throws {
        let file = try await SampleMedia.formats.appending(path: "told.dng")
        let raw = try Array(Data(contentsOf: file))
        for order in [["JPG", "DNG"], ["DNG", "JPG"]] {
            try await withWorld { world in
                let info = try await world.run("/usr/bin/env", "exiftool", "-s3", "-DateTimeOriginal", file.path)
                let jpeg = try Self.photo("raw", at: info.lines.first ?? Self.date)
                for (number, ending) in order.enumerated() {
                    let folder = try PhotoFolder("card\(number)", in: world)
                    try folder.write(ending == "JPG" ? jpeg : raw, to: "DSC_0001.\(ending)")
                    #expect(try await world.ctl("import", "-q", folder.path).code == 0)
                }
                let rows = try await world.ctl("assets", "list", "--json", "--album", "RAW").objects()
                #expect(rows.count == 1 && (rows[0]["subtypes"] as? [String])?.contains("raw") == true, "\(rows)")
                let owner = try await world.owner
                for other in [raw, try TestPhoto.small("b").bytes] {
                    let files = [("photo", jpeg), ("alternate-photo", other)]
                    try await owner.perform([
                        (
                            "create-asset",
                            [
                                "resources": .variant(
                                    "a(sha{sv})",
                                    .list(files.map { [.text($0), .descriptor(.memory($1)), .table([:])] }))
                            ]
                        )
                    ])
                }
                #expect(try await world.ctl("assets", "list", "--album", "RAW", "--count").lines == ["2"])
                #expect(try await world.ctl("verify", "--quiet").code == 0)
            }
        }
    }

    @Test("a live photo's halves find each other by name and time, in one import and in two, whichever comes first")
    func live() async throws {
        for order in [["all"], ["photo", "video"], ["video", "photo"]] {
            try await withWorld { world in
                let parts = [
                    "photo": ("IMG_0001.JPG", try Self.photo("live")),
                    "video": ("IMG_0001.MOV", try Self.video("live")),
                ]
                for (number, part) in order.enumerated() {
                    let folder = try PhotoFolder("card\(number)", in: world)
                    for (name, bytes) in part == "all" ? Array(parts.values) : [try #require(parts[part])] {
                        try folder.write(bytes, to: name)
                    }
                    let run = try await world.ctl("import", "-q", folder.path)
                    #expect(run.code == 0, "\(run)")
                }
                #expect(
                    try await Self.resources(world) == [["photo": "IMG_0001.JPG", "paired-video": "IMG_0001.MOV"]],
                    "\(order)")
                let live = try await world.ctl("assets", "list", "--json", "--where", "subtypes contains 'live'")
                #expect(try live.objects().count == 1)
                #expect(try await world.ctl("verify").code == 0)
            }
        }
    }

    @Test("a video with the same name from a different day stays a video")
    func strangers() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.write(Self.photo("one"), to: "IMG_0001.JPG")
            try folder.write(Self.video("other", at: "2024:06:01 18:20:40"), to: "IMG_0001.MOV")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            #expect(try await Self.resources(world).count == 2)
        }
    }

    @Test("an edit becomes a render, the original stays, and reverting shows it; in one import and in two")
    func edits() async throws {
        for (original, edit) in [("IMG_0007.JPG", "IMG_E0007.JPG"), ("beach.jpg", "beach-edited.jpg")] {
            for order in [[original, edit], [edit, original], ["all"]] {
                try await withWorld { world in
                    for (number, part) in order.enumerated() {
                        let folder = try PhotoFolder("card\(number)", in: world)
                        for name in part == "all" ? [original, edit] : [part] {
                            try folder.write(Self.photo(name), to: name)
                        }
                        #expect(try await world.ctl("import", "-q", folder.path).code == 0)
                    }
                    #expect(
                        try await Self.resources(world) == [["photo": original, "full-size-photo": edit]], "\(order)")
                    let rows = try await world.ctl("assets", "list", "--json").objects()
                    #expect(rows.first?["has-adjustments"] as? Bool == true)
                    let id = try #require(rows.first?["id"] as? String)
                    #expect(try await world.ctl("verify").code == 0)
                    let reverted = try await world.ctl("assets", "revert", "--yes", id)
                    #expect(reverted.code == 0, "\(reverted)")
                    #expect(try await Self.resources(world) == [["photo": original]])
                    #expect(try await world.ctl("verify").code == 0)
                }
            }
        }
    }

    @Test("both halves of an edited live photo come back from an export")
    func editedLive() async throws {
        try await withWorld { other in
            let folder = try PhotoFolder("card", in: other)
            try folder.write(Self.photo("live"), to: "IMG_0001.JPG")
            try folder.write(Self.video("live"), to: "IMG_0001.MOV")
            try folder.write(Self.photo("edit"), to: "IMG_E0001.JPG")
            try folder.write(Self.video("edit"), to: "IMG_E0001.MOV")
            #expect(try await other.ctl("import", "-q", folder.path).code == 0)
            #expect(
                try await Self.resources(other) == [
                    [
                        "photo": "IMG_0001.JPG", "paired-video": "IMG_0001.MOV", "full-size-photo": "IMG_E0001.JPG",
                        "full-size-paired-video": "IMG_E0001.MOV",
                    ]
                ])
            let out = "\(other.folder)/out"
            #expect(try await other.ctl("export", "-q", out).code == 0)
            try await withSecondWorld { world in
                let run = try await world.ctl("import", "-q", out)
                #expect(run.code == 0, "\(run)")
                #expect(try await LibraryFacts.read(world) == LibraryFacts.read(other))
            }
        }
    }

    @Test("Apple's adjustments stay with the photo, and with its edit if there is one")
    func adjustments() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.write(Self.photo("one"), to: "IMG_0001.JPG")
            try folder.write("<plist/>", to: "IMG_0001.AAE")
            try folder.write(Self.photo("edit"), to: "IMG_E0001.JPG")
            try folder.write(Self.photo("two"), to: "IMG_0002.JPG")
            try folder.write("<plist/>", to: "IMG_0002.AAE")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            #expect(
                try await Self.resources(world) == [
                    [
                        "photo": "IMG_0001.JPG", "full-size-photo": "IMG_E0001.JPG",
                        "adjustment-data": "IMG_0001.AAE",
                    ],
                    ["photo": "IMG_0002.JPG", "adjustment-data": "IMG_0002.AAE"],
                ])
        }
    }
}
