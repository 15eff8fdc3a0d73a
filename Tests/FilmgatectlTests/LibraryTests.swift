import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Showing and changing the library", .inBothWorlds)
struct LibraryTests {
    @Test("imported photos are listed newest first, and with all properties as JSON")
    func list() async throws {
        try await withWorld { world in
            for (day, name) in [("05", "b.jpg"), ("07", "a\u{202E}.jpg"), ("06", "c.jpg")] {
                let moment = try #require(try? Date("2024-05-\(day)T12:00:00Z", strategy: .iso8601))
                try await world.owner.add(
                    .memory(TestPhoto.small(name).bytes), filename: name,
                    properties: ["creation-date": .int64(Int64(moment.timeIntervalSince1970) * 1_000_000)])
            }
            let table = try await world.ctl("assets", "list", "--columns", "filename,pixels,favorite")
            #expect(table.lines[0].split(separator: " ") == ["FILENAME", "PIXELS", "FAVORITE"])
            #expect(table.lines.dropFirst().map { $0.prefix { $0 != " " } } == ["a\u{FFFD}.jpg", "c.jpg", "b.jpg"])
            let rows = try await world.ctl("assets", "list", "--json", "--sort", "creation-date", "-n", "2").objects()
            #expect(rows.map { $0["filename"] as? String } == ["b.jpg", "c.jpg"])
            #expect(rows[0]["creation-date"] as? String == "2024-05-05T12:00:00.000000Z")
            #expect((rows[0]["content-hash"] as? String)?.hasPrefix("sha256:") == true)
            #expect(try await world.ctl("assets", "list", "--count").output == "3\n")
            #expect(
                try await world.ctl("assets", "list", "--json", "-n", "1", "--columns", "title").objects().count == 1)
        }
    }

    @Test("an unknown property is an error with a suggestion, and no line is wider than the terminal", .asProcesses)
    func columns() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(.memory(TestPhoto.small().bytes), filename: "a.jpg")
            for (words, message) in [
                (["--sort", "-raating"], "'--sort': 'raating' is not a property of assets. Did you mean 'rating'?"),
                (
                    ["--columns", "id,filenam"],
                    "'--columns': 'filenam' is not a property of assets. Did you mean 'filename'?"
                ),
                (["--columns", "id,"], "'--columns': '' is not a property of assets."),
                (["--sort", "creator"], "'--sort': assets cannot be sorted by 'creator'."),
            ] {
                let run = try await world.ctl(["assets", "list"] + words)
                #expect(run.code == 64 && run.errors.contains(message), "\(run)")
            }
            let narrow = try await world.run(
                "/usr/bin/script", "-qec",
                "export NO_COLOR=1; stty cols 60; \(BuiltProgram.path("filmgatectl")) assets list --columns id,mime-type,content-hash,filename",
                "/dev/null")
            let lines = narrow.output.split(separator: "\r\n")
            #expect(lines.count == 2 && lines.allSatisfy { $0.count <= 60 }, "\(narrow)")
            #expect(lines.last?.hasPrefix(id.prefix(8)) == true && lines.last?.hasSuffix("…") == true, "\(narrow)")
        }
    }

    @Test("the location of an asset can be removed")
    func location() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(TestPhoto.small())
            let both = try await world.ctl("assets", "edit", id, "--no-location", "--location", "1,2")
            #expect(both.code == 64, "\(both)")
            #expect(try await world.owner.properties(of: id, "location")["location"] != nil)
            #expect(try await world.ctl("assets", "edit", id, "--no-location").output == "Changed 1 asset.\n")
            #expect(try await world.owner.properties(of: id, "location")["location"] == nil)
            #expect(try await world.ctl("assets", "list", "--where", "location is null", "--count").output == "1\n")
        }
    }

    @Test("what a file tells of itself is shown as a table and as JSON, and its camera in lists")
    func metadata() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(.memory(TestPhoto.small().bytes), filename: "a.jpg")
            let table = try await world.ctl("assets", "metadata", "a.jpg")
            #expect(table.code == 0 && table.lines[0].split(separator: " ") == ["NAME", "VALUE"])
            let rows = table.lines.dropFirst().map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
            #expect(rows.map { $0[0] } == rows.map { $0[0] }.sorted())
            let values = Dictionary(
                uniqueKeysWithValues: rows.map { ($0[0], $0[1].trimmingCharacters(in: .whitespaces)) })
            #expect(values["exif:ExposureTime"] == "1/200" && values["dc:subject"] == "bridge, dusk")
            let json = try await world.ctl("assets", "metadata", String(id.prefix(8)), "--json").output
            let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
            #expect(object["tiff:Model"] as? String == TestPhoto.camera)
            #expect(object["dc:subject"] as? [String] == ["bridge", "dusk"])
            #expect(Set(object.keys) == Set(values.keys))
            #expect(try await world.ctl("assets", "metadata", "a.jpg", "a.jpg").code == 64)

            let list = try await world.ctl("assets", "list", "--columns", "camera,lens,time-zone", "--no-header")
            #expect(list.output == "\(TestPhoto.camera)  \(TestPhoto.lens)  7200\n")
            let shown = try #require(try await world.ctl("assets", "show", "a.jpg", "--json").objects().first)
            #expect(shown["camera"] as? String == TestPhoto.camera && shown["time-zone"] as? Int == 7200)
            let found = try await world.ctl("assets", "list", "--count", "--where", "camera contains 'canon'")
            #expect(found.output == "1\n")
        }
    }

    @Test("a large library is listed completely, page by page")
    func pages() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(520)
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let listed = try await world.ctl("assets", "list", "--sort", "filename", "--columns", "filename")
            #expect(listed.lines.count == 521)
            #expect(listed.lines.dropFirst().first == "photo-0001.jpg" && listed.lines.last == "photo-0520.jpg")
            #expect(try await world.ctl("assets", "list", "--json").objects().count == 520)
        }
    }

    @Test("originals are exported unchanged, with their date, and never overwrite a file")
    func export() async throws {
        try await withWorld { world in
            let photo = try TestPhoto.small("original")
            let id = try await world.owner.add(
                .memory(photo.bytes), filename: "IMG_1.jpg",
                properties: ["creation-date": .int64(1_714_564_800_000_000)])
            let folder = "\(world.folder)/out"
            for _ in 1...2 {
                let run = try await world.ctl("assets", "export", id, folder)
                #expect(run.code == 0 && run.lines[0].hasPrefix("Exported 1 asset ("))
            }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["IMG_1-2.jpg", "IMG_1.jpg"])
            for name in ["IMG_1.jpg", "IMG_1-2.jpg"] {
                #expect(try TestPhoto(contentsOf: "\(folder)/\(name)").bytes == photo.bytes)
                let date = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.modificationDate]
                #expect(date as? Date == Date(timeIntervalSince1970: 1_714_564_800))
            }
        }
    }

    @Test("originals are exported without the metadata that is to stay behind")
    func exportWithout() async throws {
        try await withWorld { world in
            let photo = try TestPhoto.small()
            let id = try await world.owner.add(.memory(photo.bytes), filename: "IMG_1.jpg")
            let folder = "\(world.folder)/out"
            let run = try await world.ctl("assets", "export", "--without", "location,metadata", id, folder)
            #expect(run.code == 0, "\(run.errors)")
            let written = try TestPhoto(contentsOf: "\(folder)/IMG_1.jpg")
            #expect(written.bytes != photo.bytes)
            let reported = try await world.run("/usr/bin/exiftool", "-s", "\(folder)/IMG_1.jpg").output
            #expect(
                reported.contains("\nTitle ") && !reported.contains("GPS") && !reported.contains("Model"), "\(reported)"
            )
            let unknown = try await world.ctl("assets", "export", "--without", "places", id, folder)
            #expect(unknown.code == 64 && unknown.errors.contains("location, captions or metadata"), "\(unknown)")
        }
    }

    @Test("assets are edited and moved to the trash")
    func edit() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(TestPhoto.small())
            let edit = try await world.ctl(
                "assets", "edit", id, "--title", "On the beach", "--keywords", "sea, sand", "--favorite", "yes",
                "--location", "47.5,-8.25", "--creation-date", "2020-02-29T10:00Z", "--alt-text", "A boat at a pier")
            #expect(edit.code == 0, "\(edit.errors)")
            let shown = try #require(try await world.ctl("assets", "show", id, "--json").objects().first)
            #expect(shown["title"] as? String == "On the beach")
            #expect(shown["alt-text"] as? String == "A boat at a pier")
            #expect(shown["keywords"] as? [String] == ["sea", "sand"])
            #expect(shown["favorite"] as? Bool == true)
            #expect(shown["location"] as? [String: Double] == ["latitude": 47.5, "longitude": -8.25])
            #expect(shown["creation-date"] as? String == "2020-02-29T10:00:00.000000Z")
            #expect((shown["resources"] as? [[String: Any]])?.first?["type"] as? String == "photo")
            #expect(try await world.ctl("search", "--ids", "pier").output == id + "\n")
            #expect(try await world.ctl("assets", "edit", id, "--alt-text", "").code == 0)
            #expect(try await world.ctl("assets", "show", id).output.contains("alt-text") == false)
            #expect(try await world.ctl("assets", "delete", id).code == 0)
            #expect(try await world.ctl("assets", "list", "--count").output == "0\n")
            #expect(try await world.ctl("assets", "list", "--count", "--include-trashed").output == "1\n")
        }
    }

    @Test("a photo without a time zone is shown and dated by the camera's clock, wherever the person is", .asProcesses)
    func clock() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.tagged(["-DateTimeOriginal=2018:04:13 23:58:55"]))
            let zoned = try await world.owner.add(
                TestPhoto.tagged(["-DateTimeOriginal=2018:04:14 10:00:00", "-OffsetTimeOriginal=+09:00"]))
            func away(_ arguments: String...) async throws -> String {
                let command = [BuiltProgram.path("filmgatectl")] + arguments
                let run = try await world.start(command, environment: ["TZ": "America/New_York"]).result()
                #expect(run.code == 0, "\(run)")
                return run.output
            }
            #expect(try await away("assets", "show", photo).contains("2018-04-13 23:58"))
            #expect(try await away("assets", "show", zoned).contains("2018-04-14 10:00"))
            _ = try await away("assets", "edit", photo, zoned, "--creation-date", "2012-05-01T23:30")
            #expect(try await away("assets", "show", photo).contains("2012-05-01 23:30"))
            #expect(try await away("assets", "show", zoned).contains("2012-05-01 23:30"))
            let days = try await away("assets", "count", "--by", "day")
            #expect(days.contains("2012-05-01") && !days.contains("2012-05-02"), "\(days)")
            let rows = try await world.ctl("assets", "show", "--json", photo, zoned).objects()
            #expect(
                rows.map { $0["creation-date"] as? String } == [
                    "2012-05-01T23:30:00.000000Z", "2012-05-01T14:30:00.000000Z",
                ])
        }
    }

    @Test("every command reports an asset that does not exist")
    func unknown() async throws {
        try await withWorld { world in
            let nobody = "00000000-0000-4000-8000-000000000000"
            for words in [["show", nobody], ["export", nobody, "\(world.folder)/out"], ["delete", nobody]] {
                let run = try await world.ctl(["assets"] + words)
                #expect(run.code == 66, "\(words): \(run.errors)")
                #expect(!run.errors.contains("change 0"))
            }
            let id = try await world.owner.add(TestPhoto.small())
            let edit = try await world.ctl("assets", "edit", id, nobody, "--title", "x")
            #expect(edit.code == 66 && edit.errors.contains("\(nobody): There is no asset"))
            let shown = try await world.ctl("assets", "show", id, "--json").objects()
            #expect(shown.first?["title"] as? String != "x", "all or nothing")
            #expect(!FileManager.default.fileExists(atPath: "\(world.folder)/out"))
        }
    }

    @Test("a damaged original is found, with its exit code")
    func verify() async throws {
        try await withWorld { world in
            try await world.owner.add(TestPhoto.small())
            let whole = try await world.ctl("verify")
            #expect(whole.code == 0 && whole.lines.last?.hasSuffix("no problems found.") == true)
            let originals = FileManager.default.enumerator(atPath: world.state)?.allObjects as? [String] ?? []
            let original = try #require(originals.first { $0.contains("originals/") && $0.count { $0 == "/" } == 3 })
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: "\(world.state)/\(original)")
            try Data("damage".utf8).write(to: URL(filePath: "\(world.state)/\(original)"))
            let damaged = try await world.ctl("verify")
            #expect(damaged.code == 70)
            let report = try await world.ctl("verify", "--json", "--quiet").object()
            #expect((report["findings"] as? [[String: String]])?.isEmpty == false)
        }
    }

    @Test("assets of which no picture can be made are listed by verify, if it makes pictures", .long)
    func missingPictures() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            var film = [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: "plain.mp4")))
            let start = try #require(film.firstRange(of: Array("mdat".utf8))).upperBound
            let end = try #require(film.firstRange(of: Array("moov".utf8))).lowerBound - 4
            for place in start..<end { film[place] = UInt8(truncatingIfNeeded: place * 31) }
            try folder.write(film, to: "noise.mp4")
            for number in 1...8 { try folder.write(TestPhoto.small("\(number)").bytes, to: "\(number).jpg") }
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(run.code == 0, "\(run)")
            #expect(try await world.ctl("verify", "-q").code == 0)
            let verified = try await world.ctl("verify", "-q", "--pictures", "--json")
            #expect(verified.code == 70, "\(verified)")
            let findings = try verified.object()["findings"] as? [[String: String]] ?? []
            #expect(findings.count == 1 && findings.first?["kind"] == "no-picture", "\(findings)")
            #expect(findings.first?["detail"]?.contains("noise.mp4") == true)
            let both = try await world.ctl("verify", "--pictures", "--user", "0")
            #expect(both.code == 64, "\(both)")
        }
    }
}
