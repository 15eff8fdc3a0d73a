import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Importing from other libraries", .inProcess)
struct LibraryImportTests {
    private static func rows(_ world: World) async throws -> [String: [String: Any]] {
        let rows = try await world.ctl("assets", "list", "--json").objects()
        return Dictionary(rows.compactMap { row in (row["filename"] as? String).map { ($0, row) } }) { first, _ in first
        }
    }

    /// Photos with the same time, which an edit and a motion photo share.
    private static func photo(_ mark: String) throws -> [UInt8] {
        try TestPhoto.tagged(["-DateTimeOriginal=2019:05:01 12:00:00", "-Comment=\(mark)"]).bytes
    }

    private static func json(
        _ title: String, favorite: Bool = false, trashed: Bool = false, place: (Double, Double) = (0, 0),
        description: String = ""
    ) -> String {
        """
        {"title": "\(title)", "description": "\(description)", "imageViews": "3",
         "photoTakenTime": {"timestamp": "1556712000", "formatted": "May 1, 2019"},
         "geoData": {"latitude": \(place.0), "longitude": \(place.1), "altitude": 0.0},
         "favorited": \(favorite), "trashed": \(trashed)}
        """
    }

    @Test("a Takeout comes with albums, favorites, captions, places and the trash; edits and motion photos join theirs")
    func takeout() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("Takeout", in: world)
            let year = "Google Photos/Photos from 2019"
            let long = "a photo with a name that is longer than Google writes it.jpg"
            for name in ["IMG_1.jpg", "IMG_1(1).jpg", "IMG_1-edited.jpg", "IMG_2.jpg", "IMG_3.jpg", long, "lonely.jpg"]
            {
                try folder.write(Self.photo(name), to: "\(year)/\(name)")
            }
            try folder.write(Video.small("motion").bytes, to: "\(year)/IMG_2.MP4")
            try folder.write(
                Self.json("IMG_1.jpg", favorite: true, place: (48.8584, 2.2945), description: "At noon"),
                to: "\(year)/IMG_1.jpg.json")
            try folder.write(Self.json("IMG_1.jpg", description: "The copy"), to: "\(year)/IMG_1.jpg(1).json")
            try folder.write(Self.json("IMG_2.jpg"), to: "\(year)/IMG_2.jpg.supplemental-metadata.json")
            try folder.write(Self.json("IMG_3.jpg", trashed: true), to: "\(year)/IMG_3.jpg.json")
            try folder.write(Self.json(long, description: "Long"), to: "\(year)/\(long.prefix(46)).json")
            try folder.write(Self.json("gone.jpg"), to: "\(year)/gone.jpg.json")
            try folder.write("{ no JSON", to: "\(year)/broken.jpg.json")
            // An album repeats the photo.
            try folder.write(Self.photo("IMG_1.jpg"), to: "Google Photos/Paris/IMG_1.jpg")
            try folder.write(#"{"title": "Paris", "description": ""}"#, to: "Google Photos/Paris/metadata.json")

            let preview = try await world.ctl("import", "--from", "takeout", "--dry-run", "--json", folder.path)
                .object()
            let known = preview["known"] as? [String: Int] ?? [:]
            // The photo in the album is the same.
            #expect(known["favorites"] == 1 && known["trash"] == 1 && known["captions"] == 3, "\(preview)")
            #expect(preview["albums"] as? [String: Int] == ["Paris": 1])
            // Five tell of photos, and one of the album.
            #expect(preview["companions"] as? Int == 6, "\(preview)")
            let files = ImportCountTests.sum(preview, ["new", "present", "duplicates", "companions"])
            // The JSON of a photo that is not there is listed, and that which is damaged.
            let left = preview["left"] as? [[String: String]] ?? []
            let names = left.compactMap { $0["path"]?.split(separator: "/").last }
            #expect(files == 15 && names == ["broken.jpg.json", "gone.jpg.json"], "\(preview)")
            #expect(try await world.owner.assets().isEmpty)

            let run = try await world.ctl("import", "-q", "--from", "takeout", folder.path)
            #expect(run.code == 0, "\(run)")
            let rows = try await Self.rows(world)
            #expect(Set(rows.keys) == ["IMG_1.jpg", "IMG_1(1).jpg", "IMG_2.jpg", long, "lonely.jpg"], "\(run)")
            let first = try #require(rows["IMG_1.jpg"])
            #expect(first["favorite"] as? Bool == true && first["caption"] as? String == "At noon")
            #expect(first["has-adjustments"] as? Bool == true)
            #expect((first["location"] as? [String: Double])?["latitude"] == 48.8584)
            #expect(rows["IMG_1(1).jpg"]?["caption"] as? String == "The copy")
            #expect(rows["IMG_2.jpg"]?["subtypes"] as? [String] == ["live"])
            #expect(rows[long]?["caption"] as? String == "Long")
            #expect(try await world.ctl("trash", "list", "--json").objects().count == 1)
            let album = try await world.ctl("assets", "list", "--json", "--album", "Paris").objects()
            #expect(album.count == 1)
            #expect(run.errors.contains("gone.jpg.json"), "\(run)")

            let again = try await world.ctl("import", "-q", "--json", "--from", "takeout", folder.path).object()
            #expect(again["imported"] as? Int == 0 && ImportCountTests.sum(again) == 15, "\(again)")
            #expect(try await Self.rows(world).count == 5)
            #expect(try await world.ctl("trash", "list", "--json").objects().count == 1)
            #expect(try await world.ctl("verify").code == 0)
        }
    }

    @Test("an export of Apple comes with sidecars, adjustments, live photos, and iCloud's lists")
    func apple() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("Photos", in: world)
            for name in ["IMG_1.JPG", "IMG_E1.JPG", "IMG_2.JPG", "IMG_3.JPG"] {
                try folder.write(Self.photo(name), to: "Photos/\(name)")
            }
            try folder.write("<plist/>", to: "Photos/IMG_1.AAE")
            try folder.write(
                #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Two</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>"#,
                to: "Photos/IMG_2.xmp")
            try folder.write(
                "imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate\nIMG_1.JPG,x,yes,no,no,\nIMG_3.JPG,x,no,no,yes,\n",
                to: "Photos/Photo Details.csv")
            try folder.write("Images\nIMG_1.JPG\nIMG_2.JPG\n", to: "Albums/Summer, 2019.csv")
            #expect(try await world.ctl("import", "-q", "--from", "apple", folder.path).code == 0)
            let rows = try await Self.rows(world)
            #expect(Set(rows.keys) == ["IMG_1.JPG", "IMG_2.JPG"])
            #expect(rows["IMG_1.JPG"]?["favorite"] as? Bool == true)
            #expect(rows["IMG_1.JPG"]?["has-adjustments"] as? Bool == true)
            #expect(rows["IMG_2.JPG"]?["title"] as? String == "Two")
            #expect(try await world.ctl("trash", "list", "--json").objects().count == 1)
            let album = try await world.ctl("assets", "list", "--json", "--album", "Summer, 2019").objects()
            #expect(album.count == 2)
        }
    }

    /// The databases were recorded from the programs themselves, run on the photos of `photos(_:)`; what was set by
    /// hand is said there.
    @Test(
        "digiKam's and Shotwell's libraries come with every rating, title, tag, album and place",
        arguments: ["digikam", "shotwell"])
    func database(_ program: String) async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("Pictures", in: world)
            for name in ["Travel/Paris/tower.jpg", "Travel/bridge.jpg", "Family/anna.jpg", "plain.jpg"] {
                try folder.write(TestPhoto.small(name).bytes, to: name)
            }
            let database = "\(world.folder)/\(program == "digikam" ? "digikam4.db" : "photo.db")"
            let made = try await world.run(
                "/usr/bin/env", "sqlite3", "-init", Recorded.path(program), database, ".quit")
            #expect(made.code == 0, "\(made)")
            let before = try Data(contentsOf: URL(filePath: database))
            let run = try await world.ctl("import", "-q", "--from", program, database, folder.path)
            #expect(run.code == 0, "\(run)")
            let rows = try await Self.rows(world)
            #expect(rows.count == (program == "shotwell" ? 3 : 4), "\(run)")
            #expect(rows["tower.jpg"]?["rating"] as? Int == 4)
            #expect(rows["tower.jpg"]?["title"] as? String == "Eiffel tower")
            #expect(rows["tower.jpg"]?["keywords"] as? [String] == ["Places/Paris"])
            #expect(rows["bridge.jpg"]?["rating"] as? Int == 2)
            #expect(rows["bridge.jpg"]?["keywords"] as? [String] == ["bridge"])
            #expect(rows["anna.jpg"]?["rating"] as? Int == 5)
            #expect(rows["anna.jpg"]?["keywords"] as? [String] == ["People/Anna"])
            let album = program == "digikam" ? "Travel/Paris" : "Paris in May"
            let members = try await world.ctl("assets", "list", "--json", "--album", album).objects()
            #expect(members.compactMap { $0["filename"] as? String } == ["tower.jpg"], "\(run)")
            if program == "shotwell" {
                #expect(rows["anna.jpg"]?["favorite"] as? Bool == true)
                #expect(try await world.ctl("trash", "list", "--json").objects().count == 1)
            } else {
                #expect(rows["tower.jpg"]?["caption"] as? String == "At noon")
                let place = rows["tower.jpg"]?["location"] as? [String: Double]
                #expect(abs((place?["latitude"] ?? 0) - 48.8584) < 1e-4)
            }
            #expect(try Data(contentsOf: URL(filePath: database)) == before)
            let again = try await world.ctl("import", "-q", "--json", "--from", program, database, folder.path).object()
            #expect(again["imported"] as? Int == 0, "\(again)")
        }
    }

    @Test("a date that was set in digiKam and a turn that was made in Shotwell come along, and what does not is said")
    func corrections() async throws {
        let digikam = """
            UPDATE ImageInformation SET creationDate = '1999-12-24T12:00:00.000' WHERE imageid = 3;
            INSERT INTO ImageTags (imageid, tagid) VALUES (3, 8);
            """
        let shotwell = """
            UPDATE PhotoTable SET orientation = 6 WHERE filename LIKE '%/bridge.jpg';
            INSERT INTO SavedSearchDBTable VALUES (1, 'new', 'any');
            """
        for (program, script, dropped) in [
            ("digikam", digikam, "1 color label"), ("shotwell", shotwell, "1 saved search"),
        ] {
            try await withWorld { world in
                let folder = try PhotoFolder("Pictures", in: world)
                let tagged = try TestPhoto.tagged(["-DateTimeOriginal=2019:05:01 12:00:00"])
                try folder.write(tagged.bytes, to: "Travel/Paris/tower.jpg")
                try folder.write(TestPhoto.tagged(["-Comment=other"]).bytes, to: "Travel/bridge.jpg")
                let database = "\(world.folder)/\(program == "digikam" ? "digikam4.db" : "photo.db")"
                for command in [["-init", Recorded.path(program), database, ".quit"], [database, script]] {
                    let made = try ChildProcess.run(["sqlite3"] + command)
                    #expect(made.code == 0, "\(made)")
                }
                let run = try await world.ctl("import", "-q", "--from", program, database, folder.path)
                let line = "Known there, and not kept, because Filmgate has nothing like it: \(dropped)."
                #expect(run.code == 0 && run.lines.contains(line), "\(run)")
                let rows = try await Self.rows(world)
                #expect((rows["tower.jpg"]?["creation-date"] as? String)?.hasPrefix("2019-05-01T") == true, "\(rows)")
                #expect(rows["tower.jpg"]?["orientation"] as? Int == 1)
                if program == "digikam" {
                    #expect((rows["bridge.jpg"]?["creation-date"] as? String)?.hasPrefix("1999-12-24T") == true)
                } else {
                    #expect(rows["bridge.jpg"]?["orientation"] as? Int == 6, "\(rows)")
                }
                let again = try await world.ctl("import", "-q", "--json", "--from", program, database, folder.path)
                #expect(try again.object()["imported"] as? Int == 0, "\(again)")
            }
        }
    }

    @Test("a database with triggers, views and paths that lead out of the folder does no harm")
    func hostile() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("Pictures", in: world)
            try folder.write(TestPhoto.small("in").bytes, to: "in.jpg")
            let outside = try PhotoFolder("outside", in: world)
            try outside.write(TestPhoto.small("out").bytes, to: "out.jpg")
            let database = "\(world.folder)/photo.db"
            let script = """
                CREATE VIEW PhotoTable AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c)
                SELECT x AS id, '\(outside.path)/out.jpg' AS filename, 0 AS filesize, 0 AS exposure_time, 0 AS event_id,
                0 AS flags, 0 AS rating, '' AS title, '' AS comment, '' AS transformations FROM c;
                CREATE TABLE EventTable (id, name); CREATE TABLE TagTable (name, photo_id_list);
                """
            #expect(try await world.run("/usr/bin/env", "sqlite3", database, script).code == 0)
            let run = try await world.ctl("import", "-q", "--from", "shotwell", database, folder.path)
            #expect(run.code == 66 && run.errors.contains("shotwell"), "\(run)")
            #expect(try await world.owner.assets().isEmpty)

            let table = """
                DROP VIEW PhotoTable; CREATE TABLE PhotoTable (id, filename, filesize, exposure_time, event_id, flags, rating,
                title, comment, transformations); CREATE TABLE VideoTable (id, filename, filesize, exposure_time, event_id,
                flags, rating, title, comment);
                INSERT INTO PhotoTable VALUES (1, '/x/../outside/out.jpg', 1, 1, 1, 0, 9, 'x', 'y', ''),
                (2, '../outside/out.jpg', NULL, 'text', x'00', -1, 'many', NULL, 7, NULL);
                INSERT INTO TagTable VALUES ('/', 'thumb,thumbzz,,video-,thumb00000000000000000001');
                """
            #expect(try await world.run("/usr/bin/env", "sqlite3", database, table).code == 0)
            let second = try await world.ctl("import", "-q", "--from", "shotwell", database, folder.path)
            #expect(second.code == 0, "\(second)")
            #expect(try await world.owner.assets().count == 1)
        }
    }
}

/// Databases that other programs wrote, as SQL.
private enum Recorded {
    static func path(_ program: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded/\(program).sql").path
    }
}
