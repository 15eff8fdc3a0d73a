import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Counts of an import", .inProcess)
struct ImportCountTests {
    /// What a file in the folder becomes.
    static let counts = ["imported", "present", "duplicates", "companions", "left"]

    private static func sidecar(_ title: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(title)</rdf:li></rdf:Alt></dc:title>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    /// A folder with 17 files of all kinds.
    private static func mixed(in world: World) throws -> PhotoFolder {
        let folder = try PhotoFolder("card", in: world)
        try folder.add(3)
        try folder.write(TestPhoto.small("photo 1").bytes, to: "again/copy.jpg")
        try folder.write(TestPhoto.small("bare").bytes, to: "noending")
        try folder.write(TestPhoto.small("odd").bytes, to: "again/odd.xyz")
        try folder.write(sidecar("One"), to: "photo-0001.xmp")
        try folder.write("no XMP at all", to: "photo-0002.xmp")
        try folder.write("no photo", to: "lie.jpg")
        try folder.write("an adjustment of nothing", to: "lie.aae")
        try folder.write("", to: "empty.png")
        try folder.write("notes", to: "notes.txt")
        try folder.write("lonely", to: "lonely.xmp")
        try folder.write("text", to: "README")
        try folder.write([0, 0, 0, 28] + Array("ftypM4A \0\0\0\0M4A isommp42".utf8), to: "song.m4a")
        try folder.write([0xFF, 0xD8, 0xFF, 0xE0], to: "clip.thm")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/link.jpg", withDestinationPath: "\(folder.path)/photo-0001.jpg")
        return folder
    }

    /// Returns the number of files in all counts together.
    static func sum(_ report: [String: Any], _ counts: [String] = counts) -> Int {
        let skipped = (report["skipped"] as? [String: Int] ?? [:]).values.reduce(0, +)
        let failed = (report["failed"] as? [[String: String]] ?? []).count
        return counts.reduce(skipped + failed) { $0 + (report[$1] as? Int ?? 0) }
    }

    @Test("every file is in exactly one count, in the first import, in the next one and in the preview")
    func law() async throws {
        try await withWorld { world in
            let folder = try Self.mixed(in: world)
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0 != "again" }
            #expect(files.count == 17)
            func isFailed(_ name: String, _ report: [String: Any]) -> Bool {
                (report["failed"] as? [[String: String]] ?? []).contains { $0["path"] == "\(folder.path)/\(name)" }
            }
            let preview = try await world.ctl("import", "--dry-run", "--json", folder.path).object()
            #expect(Self.sum(preview, ["new", "present", "duplicates", "companions"]) == 17, "\(preview)")
            let first = try await world.ctl("import", "-q", "--json", folder.path).object()
            #expect(Self.sum(first) == 17, "\(first)")
            #expect(first["imported"] as? Int == 5 && first["duplicates"] as? Int == 1, "\(first)")
            #expect(first["companions"] as? Int == 1, "\(first)")
            #expect(first["duplicate-files"] as? [String] == ["\(folder.path)/photo-0001.jpg"], "\(first)")
            for name in ["photo-0002.xmp", "lie.jpg", "lie.aae", "empty.png"] { #expect(isFailed(name, first)) }
            #expect(
                first["skipped"] as? [String: Int]
                    == [".txt": 1, ".xmp": 1, ".m4a": 1, ".thm": 1, "no extension": 1, "symbolic link": 1], "\(first)")
            let names = (first["skipped-files"] as? [String] ?? []).map { ($0 as NSString).lastPathComponent }
            #expect(Set(names) == ["notes.txt", "lonely.xmp", "song.m4a", "clip.thm", "README", "link.jpg"])
            // What the preview can tell without the worker, it has told.
            for (key, same) in [("new", "imported"), ("duplicates", "duplicates"), ("present", "present")] {
                #expect(preview[key] as? Int == first[same] as? Int, "\(key): \(preview)")
            }

            let second = try await world.ctl("import", "-q", "--json", folder.path).object()
            #expect(Self.sum(second) == 17, "\(second)")
            // The photo beside a broken sidecar is among them.
            #expect(second["imported"] as? Int == 0 && second["present"] as? Int == 6, "\(second)")
            #expect(second["duplicates"] as? Int == 0 && isFailed("photo-0002.xmp", second), "\(second)")
            let again = try await world.ctl("import", "--dry-run", "--json", folder.path).object()
            #expect(Self.sum(again, ["new", "present", "duplicates", "companions"]) == 17, "\(again)")
            #expect(again["new"] as? Int == 0 && again["present"] as? Int == 6, "\(again)")
        }
    }

    @Test("a photo that is there twice is reported as such, and what is skipped by its name")
    func texts() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(1)
            try folder.write(TestPhoto.small("photo 1").bytes, to: "twin.jpg")
            for name in ["a", "b"] {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(folder.path)/\(name)", withDestinationPath: "/nowhere")
            }
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(run.lines.count == 3, "\(run)")
            #expect(
                run.lines.dropFirst().first
                    == "The same as a different one of these files, and not imported again: 1 (twin.jpg).")
            #expect(run.lines.last == "Skipped: 2 symbolic links (a, b).")
            #expect(try await world.ctl("import", "-q", folder.path).lines.contains("Already in the library: 2."))
        }
    }

    @Test("a sidecar that was changed since the first import is reported, and the library keeps the one that it has")
    func changedSidecar() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(1)
            try folder.write(Self.sidecar("One"), to: "photo-0001.xmp")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            try folder.write(Self.sidecar("Another"), to: "photo-0001.xmp")
            for command in [["import", "--dry-run"], ["import", "-q"]] {
                let run = try await world.ctl(command + ["--json", folder.path])
                let report = try run.object()
                #expect(report["present"] as? Int == 1 && report["companions"] as? Int ?? 0 == 0, "\(report)")
                let failed = report["failed"] as? [[String: String]] ?? []
                #expect(failed.map { $0["path"] } == ["\(folder.path)/photo-0001.xmp"], "\(report)")
                #expect(failed.first?["reason"]?.contains("has a different file of this kind") == true)
            }
        }
    }

    @Test("a sidecar of an edit is reported if the library keeps a different one of the original, in each import")
    func editedSidecar() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("osxphotos", in: world)
            let titles = ["IMG_1": "same", "IMG_1_edited": "same", "IMG_2": "one", "IMG_2_edited": "other"]
            for (name, title) in titles {
                let bytes = try TestPhoto.tagged(["-DateTimeOriginal=2019:05:01 12:00:00", "-Comment=\(name)"]).bytes
                try folder.write(bytes, to: "\(name).jpeg")
                try folder.write(Self.sidecar(title), to: "\(name).jpeg.xmp")
            }
            for command in [["import", "-q"], ["import", "-q"], ["import", "--dry-run"]] {
                let report = try await world.ctl(command + ["--json", folder.path]).object()
                let failed = report["failed"] as? [[String: String]] ?? []
                #expect(failed.map { $0["path"] } == ["\(folder.path)/IMG_2_edited.jpeg.xmp"], "\(report)")
                #expect(report["companions"] as? Int == 3, "\(report)")
            }
            let rows = try await world.ctl("assets", "list", "--json", "--sort", "filename").objects()
            #expect(rows.map { $0["title"] as? String } == ["same", "one"], "\(rows)")
        }
    }

    @Test("a preview with --folders counts the photos of each album as the import fills them")
    func albums() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(1, "top")
            try folder.write(TestPhoto.small("a").bytes, to: "Sea/a.jpg")
            try folder.write(TestPhoto.small("b").bytes, to: "Sea/b.jpg")
            try folder.write("no photo", to: "Sea/c.jpg")
            try folder.write(TestPhoto.small("d").bytes, to: "Lakes/North/d.jpg")
            let preview = try await world.ctl("import", "--dry-run", "--folders", "--json", folder.path).object()
            #expect(preview["albums"] as? [String: Int] == ["Sea": 2, "Lakes/North": 1], "\(preview)")
            #expect(preview["in-no-album"] as? Int == 1)
            let text = try await world.ctl("import", "--dry-run", "--folders", folder.path)
            #expect(text.output.contains("Whether a file is damaged is only found when it is imported."), "\(text)")
            #expect(text.output.contains("c.jpg: It is not a photo or video in a supported format."))
            let report = try await world.ctl("import", "-q", "--folders", "--json", folder.path).object()
            let filled = (report["albums"] as? [[String: Any]] ?? []).map {
                ($0["name"] as? String ?? "", $0["count"] as? Int ?? 0)
            }
            #expect(Dictionary(uniqueKeysWithValues: filled) == ["Sea": 2, "Lakes/North": 1], "\(report)")
            #expect(report["in-no-album"] as? Int == 1)
        }
    }

    @Test("a file without an extension is what its first bytes say, and gets the date of the file")
    func content() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            let formats = try await SampleMedia.formats
            let samples = [
                "photo": "plain.png", "clip.bin": "told.mp4", "animation": "still.gif", "old.raw": "told.dng",
            ]
            for (name, sample) in samples {
                try folder.write(Array(Data(contentsOf: formats.appending(path: sample))), to: name)
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 981_173_106)],
                    ofItemAtPath: "\(folder.path)/\(name)")
            }
            try folder.write("text", to: "text")
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(run.code == 0 && run.lines.last == "Skipped: 1 without an extension (text).", "\(run)")
            let rows = try await world.ctl("assets", "list", "--json", "--sort", "filename").objects()
            #expect(rows.map { $0["filename"] as? String } == samples.keys.sorted())
            #expect(
                rows.map { $0["mime-type"] as? String } == ["image/gif", "video/mp4", "image/x-adobe-dng", "image/png"])
            for row in rows where ["photo", "animation"].contains(row["filename"] as? String) {
                #expect(row["creation-date"] as? String == "2001-02-03T04:05:06.000000Z", "\(row)")
            }
        }
    }
}
