@testable import FilmgateLibraryTools
import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Importing what iCloud exports", .inProcess)
struct AppleImportTests {
    private static let columns =
        "imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate\n"

    /// A photo without a date.
    private static func photo(_ mark: String) throws -> [UInt8] { try TestPhoto.tagged(["-Comment=\(mark)"]).bytes }

    private static func row(
        _ name: String, favorite: Bool = false, deleted: Bool = false,
        date: String = "Saturday June 4,2022 12:11 PM GMT"
    ) -> String {
        "\(name),x,\(favorite ? "yes" : "no"),no,\(deleted ? "yes" : "no"),\"\(date)\",10,\"\(date)\"\n"
    }

    private static func trash(_ world: World) async throws -> [String] {
        try await world.ctl("trash", "list", "--json").objects().compactMap { $0["filename"] as? String }.sorted()
    }

    @Test(
        "details count for the photos beside their list alone, and the preview, the report and undo say what goes to the trash"
    )
    func parts() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("export", in: world)
            for part in [1, 2] {
                let photos = "iCloud Photos Part \(part) of 2/Photos"
                try folder.write(Self.photo("part \(part)"), to: "\(photos)/IMG_0001.JPG")
                try folder.write(
                    Self.columns + Self.row("IMG_0001.JPG", favorite: part == 1, deleted: part == 2),
                    to: "\(photos)/Photo Details.csv")
            }
            let path = "\(folder.path)/iCloud Photos Part 2 of 2/Photos/IMG_0001.JPG"
            let preview = try await world.ctl("import", "--from", "apple", "--dry-run", folder.path)
            #expect(
                preview.output.contains("To go to the trash") && preview.output.contains("IMG_0001.JPG"), "\(preview)")
            let reported = try await world.ctl("import", "--from", "apple", "--dry-run", "--json", folder.path).object()
            #expect(reported["trash-files"] as? [String] == [path], "\(reported)")
            let run = try await world.ctl("import", "-q", "--json", "--from", "apple", folder.path)
            let report = try run.object()
            #expect(run.code == 0 && report["moved-to-trash"] as? [String] == [path], "\(run)")
            #expect(report["companions"] as? Int == 2 && report["skipped"] as? [String: Int] == [:], "\(report)")
            let rows = try await world.ctl("assets", "list", "--json").objects()
            #expect(rows.count == 1 && rows[0]["favorite"] as? Bool == true, "\(rows)")
            #expect(try await Self.trash(world) == ["IMG_0001.JPG"])
            // Undoing the last change alone takes it back.
            #expect(try await world.ctl("undo").code == 0)
            #expect(try await Self.trash(world) == [])
            #expect(try await world.owner.assets().count == 2)
            #expect(try await world.ctl("verify").code == 0)
        }
    }

    @Test("a photo that is there twice, or of which two rows tell, stays out of the trash if one of them says so")
    func doubts() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("export", in: world)
            // The copy that was deleted comes first.
            for (part, deleted) in [(1, true), (2, false)] {
                try folder.write(Self.photo("same"), to: "Part \(part)/IMG_1.JPG")
                try folder.write(
                    Self.columns + Self.row("IMG_1.JPG", deleted: deleted), to: "Part \(part)/Photo Details.csv")
            }
            try folder.write(Self.photo("twice"), to: "Part 3/IMG_2.JPG")
            try folder.write(
                Self.columns + Self.row("IMG_2.JPG", deleted: true) + Self.row("IMG_2.JPG") + Self.row("IMG_3.JPG"),
                to: "Part 3/Photo Details.csv")
            let run = try await world.ctl("import", "-q", "--from", "apple", folder.path)
            #expect(run.errors.contains("IMG_2.JPG") && run.errors.contains("IMG_3.JPG"), "\(run)")
            #expect(try await Self.trash(world) == [])
            #expect(try await world.owner.assets().count == 2)
        }
    }

    @Test("what a list says of any copy holds for the photo, and the preview counts it once")
    func shared() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("export", in: world)
            // The first copy was deleted, and the third says nothing.
            for part in 1...3 { try folder.write(Self.photo("same"), to: "Part \(part)/S.JPG") }
            for (part, isFavorite) in [(1, false), (2, true)] {
                try folder.write(
                    Self.columns + Self.row("S.JPG", favorite: isFavorite, deleted: !isFavorite),
                    to: "Part \(part)/Photo Details.csv")
            }
            let preview = try await world.ctl("import", "--from", "apple", "--dry-run", "--json", folder.path).object()
            #expect((preview["known"] as? [String: Int])?["favorites"] == 1, "\(preview)")
            let run = try await world.ctl("import", "-q", "--from", "apple", folder.path)
            let rows = try await world.ctl("assets", "list", "--json").objects()
            #expect(rows.count == 1 && rows.first?["favorite"] as? Bool == true, "\(run)")
            #expect((rows.first?["creation-date"] as? String)?.hasPrefix("2022-06-04T12:11") == true, "\(rows)")
            #expect(try await Self.trash(world) == [])
        }
    }

    @Test("the photo of an album is not its namesake among the deleted ones, in whatever order the lists are read")
    func namesake() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("export", in: world)
            for (place, deleted) in [("Photos", false), ("Recently Deleted", true)] {
                try folder.write(Self.photo(place), to: "\(place)/X.JPG")
                try folder.write(Self.columns + Self.row("X.JPG", deleted: deleted), to: "\(place)/Photo Details.csv")
            }
            try folder.write("Images\nX.JPG\n", to: "Albums/A.csv")
            let run = try await world.ctl("import", "-q", "--json", "--from", "apple", folder.path)
            let report = try run.object()
            #expect(run.code == 0 && (report["not-available"] as? [[String: String]])?.isEmpty != false, "\(run)")
            let rows = try await world.ctl("assets", "list", "--json", "--album", "A").objects()
            #expect(rows.count == 1, "\(run)")
            #expect(try await Self.trash(world) == ["X.JPG"])
        }
    }

    @Test("a photo that was in the library before stays outside the trash, and the report says so")
    func earlier() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("export", in: world)
            try folder.write(TestPhoto.small().bytes, to: "Photos/IMG_0006.JPG")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            try folder.write(
                Self.columns + Self.row("IMG_0006.JPG", deleted: true), to: "Photos/Photo Details.csv")
            let report = try await world.ctl("import", "-q", "--json", "--from", "apple", folder.path).object()
            #expect(report["kept-out-of-trash"] as? [String] == ["\(folder.path)/Photos/IMG_0006.JPG"], "\(report)")
            #expect(report["moved-to-trash"] as? [String] == [], "\(report)")
            let run = try await world.ctl("import", "--from", "apple", folder.path)
            #expect(run.output.contains("so it stays: 1 (IMG_0006.JPG)"), "\(run)")
            #expect(try await Self.trash(world) == [])
        }
    }

    @Test("a file that joins a photo of an earlier import does not take it into the trash")
    func joined() async throws {
        try await withWorld { world in
            func photo(_ mark: String) throws -> [UInt8] {
                try TestPhoto.tagged(["-DateTimeOriginal=2019:05:01 12:00:00", "-Comment=\(mark)"]).bytes
            }
            let (card, export) = (try PhotoFolder("card", in: world), try PhotoFolder("export", in: world))
            try card.write(photo("original"), to: "IMG_0007.JPG")
            #expect(try await world.ctl("import", "-q", card.path).code == 0)
            try export.write(photo("edit"), to: "Photos/IMG_E0007.JPG")
            try export.write(
                Self.columns + Self.row("IMG_E0007.JPG", deleted: true), to: "Photos/Photo Details.csv")
            #expect(try await world.ctl("import", "-q", "--from", "apple", export.path).code == 0)
            #expect(try await Self.trash(world) == [])
            let rows = try await world.ctl("assets", "list", "--json").objects()
            #expect(rows.count == 1 && rows[0]["has-adjustments"] as? Bool == true, "\(rows)")
        }
    }

    @Test("only the original takes its asset into the trash, as the preview says")
    func half() async throws {
        try await withWorld { world in
            func photo(_ mark: String) throws -> [UInt8] {
                try TestPhoto.tagged(["-DateTimeOriginal=2019:05:01 12:00:00", "-Comment=\(mark)"]).bytes
            }
            let folder = try PhotoFolder("export", in: world)
            for name in ["IMG_0008.JPG", "IMG_E0008.JPG", "IMG_0009.JPG", "IMG_E0009.JPG"] {
                try folder.write(photo(name), to: "Photos/\(name)")
            }
            try folder.write(
                Self.columns + Self.row("IMG_E0008.JPG", deleted: true) + Self.row("IMG_0009.JPG", deleted: true),
                to: "Photos/Photo Details.csv")
            let original = "\(folder.path)/Photos/IMG_0009.JPG"
            let reported = try await world.ctl("import", "--from", "apple", "--dry-run", "--json", folder.path).object()
            #expect(reported["trash-files"] as? [String] == [original], "\(reported)")
            let report = try await world.ctl("import", "-q", "--json", "--from", "apple", folder.path).object()
            #expect(report["moved-to-trash"] as? [String] == [original], "\(report)")
            #expect(try await Self.trash(world) == ["IMG_0009.JPG"])
            #expect(try await world.owner.assets().count == 1)
        }
    }

    @Test("dates come from the list, and albums from every form of list, whose names mean the nearest photos")
    func albums() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("export", in: world)
            for part in ["Part 1", "Part 2"] {
                try folder.write(Self.photo(part), to: "\(part)/Photos/IMG_2.JPG")
                try folder.write(Self.columns + Self.row("IMG_2.JPG"), to: "\(part)/Photos/Photo Details.csv")
                try folder.write("\u{FEFF}imageName\r\nIMG_2.JPG\r\n", to: "\(part)/Albums/\(part) album.csv")
            }
            try folder.write(Self.photo("three"), to: "Part 2/Photos/IMG_3.PNG")
            try folder.write("Images\nIMG_3.PNG\nIMG_2.JPG\n", to: "Albums/Alpha.csv")
            try folder.write("imgName\nIMG_3.PNG\n", to: "Part 1/Albums/Beta.csv")
            try folder.write("IMG_3.PNG\n", to: "Part 1/Albums/Gamma.csv")
            try folder.write("imgName\nIMG_3.PNG\n", to: "Part 1/Memories/Day.csv")
            try folder.write("a,b\n1,2\n", to: "Part 1/other.csv")
            let run = try await world.ctl("import", "-q", "--json", "--from", "apple", folder.path)
            let report = try run.object()
            #expect(report["companions"] as? Int == 7 && report["skipped"] as? [String: Int] == [".csv": 2], "\(run)")
            let filled = (report["albums"] as? [[String: Any]] ?? []).map {
                ($0["name"] as? String ?? "", $0["count"] as? Int ?? 0)
            }
            #expect(
                Dictionary(uniqueKeysWithValues: filled)
                    == ["Alpha": 1, "Beta": 1, "Gamma": 1, "Part 1 album": 1, "Part 2 album": 1], "\(run)")
            // Two photos have the name that a list beside neither has, and memories are not kept.
            let left = (report["not-available"] as? [[String: String]] ?? []).compactMap { $0["path"] }
            #expect(left.contains { $0.hasSuffix("Alpha.csv/IMG_2.JPG") }, "\(left)")
            #expect(left.contains { $0.hasSuffix("Memories/Day.csv") }, "\(left)")
            let rows = try await world.ctl("assets", "list", "--json").objects()
            let dates = Dictionary(grouping: rows) { $0["filename"] as? String ?? "" }.mapValues {
                $0.map { $0["creation-date"] as? String ?? "" }
            }
            let noon = "2022-06-04T12:11:00.000000Z"
            #expect(dates["IMG_2.JPG"] == [noon, noon], "\(dates)")
            #expect(dates["IMG_3.PNG"] != [noon], "no list tells of it")
        }
    }

    @Test("dates are read in the forms that iCloud writes, and in no others")
    func dates() {
        let noon: Int64 = 1_654_344_660
        for text in [
            "Saturday June 4,2022 12:11 PM GMT", "Saturday June 4, 2022 12:11\u{202F}PM GMT", "June 4,2022 12:11 UTC",
            "4 June 2022 14:11:00 GMT+2", "Saturday June 4,2022 8:41 AM GMT-03:30",
        ] { #expect(ICloudDateParser.seconds(text) == noon, "\(text)") }
        #expect(ICloudDateParser.seconds("Saturday June 4,2022 12:11 AM GMT") == noon - 12 * 3600)
        for text in [
            "", "June 4,2022", "Saturday June 4,2022 12:11 PM", "Saturday June 31,2022 12:11 PM GMT",
            "Saturday June 4,2022 13:11 PM GMT", "Saturday June 4,2022 12:61 PM GMT", "Juin 4,2022 12 GMT", "4,4,4",
        ] { #expect(ICloudDateParser.seconds(text) == nil, "\(text)") }
    }
}
