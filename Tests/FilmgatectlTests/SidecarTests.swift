import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Metadata beside and in files", .inProcess)
struct SidecarTests {
    private static func sidecar(_ rating: Int, _ title: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:lr="http://ns.adobe.com/lightroom/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
          xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
          xmp:Rating="\(rating)" exif:GPSLatitude="48,51.504N" exif:GPSLongitude="2,17.67E" tiff:Orientation="6">
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(title)</rdf:li></rdf:Alt></dc:title>
        <dc:subject><rdf:Bag><rdf:li>Places</rdf:li><rdf:li>Paris</rdf:li><rdf:li>night</rdf:li></rdf:Bag></dc:subject>
        <lr:hierarchicalSubject><rdf:Bag><rdf:li>Places|Paris</rdf:li></rdf:Bag></lr:hierarchicalSubject>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    private static func rows(_ world: World) async throws -> [[String: Any]] {
        try await world.ctl("assets", "list", "--json", "--sort", "filename").objects()
    }

    @Test("a sidecar in both namings wins over its file, and is kept")
    func namings() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            for (name, sidecar) in [("a.jpg", "a.xmp"), ("b.jpg", "b.jpg.xmp")] {
                try folder.write(
                    TestPhoto.tagged(["-XMP-dc:Title=In the file", "-XMP-xmp:Rating=1", "-Comment=\(name)"]).bytes,
                    to: name
                )
                try folder.write(Self.sidecar(4, "Beside \(name)"), to: sidecar)
            }
            try folder.write(TestPhoto.tagged(["-XMP-dc:Title=In the file", "-XMP-xmp:Rating=2"]).bytes, to: "c.jpg")
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(run.code == 0 && run.lines.count == 2, "\(run)")
            let rows = try await Self.rows(world)
            #expect(rows.map { $0["title"] as? String } == ["Beside a.jpg", "Beside b.jpg", "In the file"])
            #expect(rows.map { $0["rating"] as? Int } == [4, 4, 2])
            #expect(rows[0]["keywords"] as? [String] == ["Places/Paris", "night"])
            #expect(rows.map { $0["orientation"] as? Int } == [6, 6, 1])
            let place = rows[0]["location"] as? [String: Double]
            #expect(abs((place?["latitude"] ?? 0) - 48.8584) < 1e-4, "\(rows[0])")
            let id = try #require(rows[1]["id"] as? String)
            let shown = try await world.ctl("assets", "show", id)
            #expect(shown.output.contains("b.jpg.xmp"), "\(shown)")
            #expect(try await world.ctl("import", "-q", "--json", folder.path).object()["imported"] as? Int == 0)
        }
    }

    @Test("a sidecar turns the picture, and tells what the file does not of camera, lens and exposure")
    func camera() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            for (name, tags) in [("a.jpg", ["-Orientation#=3"]), ("b.jpg", ["-Make=Filmgate", "-Model=Testcamera"])] {
                try folder.write(TestPhoto.tagged(tags + ["-Comment=\(name)"]).bytes, to: name)
                try folder.write(
                    """
                    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                    <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
                      xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
                      tiff:Orientation="6" tiff:Make="Canon" tiff:Model="Canon EOS 40D" aux:Lens="EF 50mm"
                      exif:ExposureTime="1/200" exif:FNumber="28/10"/></rdf:RDF></x:xmpmeta>
                    """, to: "\(name).xmp")
            }
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let rows = try await Self.rows(world)
            #expect(rows.map { $0["orientation"] as? Int } == [6, 6])
            #expect(rows.map { $0["camera"] as? String } == ["Canon EOS 40D", "Filmgate Testcamera"])
            #expect(rows.map { $0["lens"] as? String } == ["EF 50mm", "EF 50mm"])
            let id = try #require(rows[0]["id"] as? String)
            let metadata = try await world.ctl("assets", "metadata", "--json", id)
            #expect(metadata.output.contains("1/200") && metadata.output.contains("28/10"), "\(metadata)")
            let path = "\(world.folder)/shown.jpg"
            #expect(try await world.ctl("assets", "image", id, "--size", "120", "-o", path).code == 0)
            let size = try ChildProcess.run(["exiftool", "-s3", "-ImageSize", path])
            #expect(size.output.hasPrefix("90x120"), "\(size)")
        }
    }

    @Test("a sidecar that comes later fills only what is empty")
    func later() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.write(TestPhoto.tagged(["-Comment=later"]).bytes, to: "a.jpg")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let id = try #require(try await Self.rows(world).first?["id"] as? String)
            #expect(try await world.ctl("assets", "edit", "--title", "Mine", id).code == 0)
            try folder.write(Self.sidecar(3, "Late"), to: "a.xmp")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let row = try #require(try await Self.rows(world).first)
            #expect(row["title"] as? String == "Mine" && row["rating"] as? Int == 3)
        }
    }

    @Test("what is hidden or a favorite comes back so from an export, with the files alone", arguments: [false, true])
    func marks(_ isEmbedded: Bool) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let marks: [[String: BusArgument]] = [["hidden": true], ["favorite": true], ["rating": .variant("i", 2)]]
            for (number, marks) in marks.enumerated() {
                let photo = try await owner.add(.memory(TestPhoto.small("\(number)").bytes), filename: "\(number).jpg")
                try await owner.set(marks, of: photo)
            }
            let out = "\(world.folder)/out"
            let export = try await world.ctl(["export", "-q", out] + (isEmbedded ? ["--embed"] : []))
            #expect(export.code == 0, "\(export)")
            try await withSecondWorld { other in
                #expect(try await other.ctl("import", "-q", "--from", "folder", out).code == 0)
                let owner = try await other.owner
                let result = try await owner.fetch(["include-hidden": true])
                let rows = try await owner.read(result, "filename", "hidden", "favorite")
                let marked = { (name: String) in rows.filter { $0[name]?.flag == true }.map { $0["filename"]?.text } }
                #expect(rows.count == 3 && marked("hidden") == ["0.jpg"] && marked("favorite") == ["1.jpg"], "\(rows)")
            }
        }
    }

    @Test("what comes in hidden, because its file says so, is counted in the report")
    func hidden() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(3)
            let packet = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description rdf:about="" xmlns:filmgate="https://filmgate.org/ns/1.0/">
                <filmgate:Hidden>True</filmgate:Hidden></rdf:Description></rdf:RDF></x:xmpmeta>
                """
            try folder.write(packet, to: "photo-0002.xmp")
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(run.code == 0 && run.output.contains("Hidden, as its file says: 1. Find it with: "), "\(run)")
            let command = try #require(run.lines.first { $0.hasPrefix("Hidden") }?.split(separator: ": ").last)
            let found = try await world.ctl(command.split(separator: " ").dropFirst().map(String.init) + ["--json"])
            #expect(found.code == 0 && found.output.contains("photo-0002.jpg"), "\(found)")
            #expect(try await world.owner.assets().count == 2)
            try folder.write(TestPhoto.small("new").bytes, to: "new.jpg")
            let again = try await world.ctl("import", "-q", "--json", folder.path).object()
            #expect(again["imported"] as? Int == 1 && again["hidden"] as? Int == 0, "\(again)")
        }
    }

    @Test("a sidecar that is no XMP is reported, and its photo is imported")
    func garbage() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(2)
            for (name, text) in [("photo-0001.xmp", "no XMP at all"), ("photo-0002.jpg.xmp", "<x:xmpmeta")] {
                try folder.write(text, to: name)
            }
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(run.code == 65 && run.errors.contains("photo-0001.xmp"), "\(run)")
            #expect(try await Self.rows(world).count == 2)
        }
    }

    @Test("an app without rights to metadata does not get the sidecar, and one with all of them does")
    func withheld() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(1)
            try folder.write(Self.sidecar(4, "Secret"), to: "photo-0001.xmp")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let id = try #require(try await world.owner.assets().first)
            let app = try await world.client(flatpak: "org.example.App")
            for (rights, isAllowed) in [
                (["originals"], false), (["originals", "captions", "metadata"], false),
                (["location", "originals", "captions", "metadata"], true),
            ] {
                try await world.owner.grant("flatpak:org.example.App", "full", rights: rights)
                if isAllowed {
                    _ = try await app.open(id, "sidecar")
                } else {
                    let answer = try await refusal { _ = try await app.open(id, "sidecar") }
                    #expect(answer.name == "org.filmgate.Error.AccessDenied", "\(answer)")
                }
            }
        }
    }

    @Test("a place of (0, 0) is none, and signed fractions, which some phones write, are read")
    func places() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            let zero = ["-GPSLatitude=0", "-GPSLatitudeRef=N", "-GPSLongitude=0", "-GPSLongitudeRef=E"]
            try folder.write(TestPhoto.tagged(zero).bytes, to: "a.jpg")
            let place = ["-GPSLatitude=60.1467", "-GPSLatitudeRef=N", "-GPSLongitude=24.9068", "-GPSLongitudeRef=E"]
            var bytes = try TestPhoto.tagged(place).bytes
            // The type of GPSLatitude and GPSLongitude: 5 is a fraction, 10 a signed one.
            for tag in [UInt8(2), 4] {
                let entry: [UInt8] = [0, tag, 0, 5, 0, 0, 0, 3]
                let start = try #require(bytes.firstRange(of: entry)).lowerBound
                bytes[start + 3] = 10
            }
            try folder.write(bytes, to: "b.jpg")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let rows = try await Self.rows(world)
            #expect(rows[0]["location"] == nil)
            let read = rows[1]["location"] as? [String: Double]
            #expect(abs((read?["latitude"] ?? 0) - 60.1467) < 1e-4 && abs((read?["longitude"] ?? 0) - 24.9068) < 1e-4)
        }
    }
}
