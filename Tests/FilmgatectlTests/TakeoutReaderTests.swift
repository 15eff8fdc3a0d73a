import Filmgate
@testable import FilmgateLibraryTools
import FilmgateModel
import Foundation
import Testing

/// What is found in the folders of a Takeout, by the names and JSON alone.
@Suite("Reading a Takeout")
struct TakeoutReaderTests {
    /// A folder with files of a Takeout.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-takeout-\(UUID().uuidString)").path

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ text: String, to name: String) throws {
            let file = URL(filePath: "\(path)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }

        /// Writes photos, each with a content of its own.
        func add(_ names: String...) throws { for name in names { try write("content of \(name)", to: name) } }

        func describe(_ title: String, in name: String, time: Int = 1_500_000_000, _ more: String = "") throws {
            let object = try JSONSerialization.data(withJSONObject: ["title": title, "description": "of \(title)"])
            let text = String(decoding: object, as: UTF8.self).dropLast()
            try write(
                text + #", "url": "https://example.org/x", "photoTakenTime": {"timestamp": "\#(time)"}\#(more)}"#,
                to: name)
        }

        func read(_ paths: String...) throws -> ImportedLibraryContent {
            let paths = (paths.isEmpty ? [path] : paths.map { "\(path)/\($0)" }).map { DiskPath($0) }
            return try ImportedLibraryContent(
                .takeout, ScannedFiles(paths), in: paths, pairing: true, keepsUnknown: false)
        }
    }

    private static func items(_ content: ImportedLibraryContent) -> [String: ImportItem] {
        Dictionary(content.plan.items.map { (String(decoding: $0.file.path.name, as: UTF8.self), $0) }) { first, _ in
            first
        }
    }

    @Test("a photo of very many people has as many keywords as it may have", .timeLimit(.minutes(1)))
    func people() throws {
        let people = (0..<60_000).map { "{\"name\": \"\($0)\"}" }.joined(separator: ",")
        let text = "{\"title\": \"a.jpg\", \"people\": [\(people)]}"
        let content = try JSONDecoder().decode(TakeoutMetadata.self, from: Data(text.utf8))
        #expect(content.people.count == 60_000)
        let keywords = try #require(content.entry.properties.keywords)
        #expect(keywords.count == ContractLimits.keywords && keywords.first == "0")
    }

    @Test("JSON that cannot be read is reported with the reason, and other JSON is skipped")
    func unreadable() throws {
        let folder = Folder()
        try folder.add("Takeout/Trip/a.jpg", "Takeout/Trip/b.jpg")
        try folder.describe("a.jpg", in: "Takeout/Trip/a.jpg.json")
        try folder.write(#"{"title": "b.jpg", "description": "cut "#, to: "Takeout/Trip/b.jpg.json")
        try folder.write("", to: "Takeout/Trip/c.jpg.json")
        try folder.write("{\"title\": \"d.jpg\"}" + String(repeating: " ", count: 1 << 20), to: "Takeout/Trip/d.json")
        for (name, text) in [("list", "[1, 2]"), ("settings", #"{"theme": {"dark": true}}"#)] {
            try folder.write(text, to: "Takeout/Trip/\(name).json")
        }
        let content = try folder.read()
        let reasons = Dictionary(
            uniqueKeysWithValues: content.left.map { (String(decoding: $0.path.name, as: UTF8.self), $0.reason) })
        #expect(Set(reasons.keys) == ["b.jpg.json", "c.jpg.json", "d.json"], "\(reasons)")
        #expect(reasons["b.jpg.json"]?.contains("damaged") == true && reasons["d.json"]?.contains("1 MiB") == true)
        let items = Self.items(content)
        #expect(items["a.jpg"]?.properties.caption == "of a.jpg" && items["b.jpg"]?.properties.caption == nil)
        #expect(content.plan.skipped.paths.count == 2 && content.described == 1)
    }

    @Test("the photos of many films that have none are found in time", .timeLimit(.minutes(1)))
    func many() throws {
        let folder = try FoundPath(named: DiskPath(FileManager.default.temporaryDirectory.path))
        let name = try #require(TakeoutMetadataName("x.json"))
        let descriptions = try (0..<10_000).map { number in
            TakeoutSidecar(
                PhotoFile(folder.appending(Array("\(number).json".utf8)), size: 1), name,
                try JSONDecoder().decode(TakeoutMetadata.self, from: Data(#"{"title": "IMG_\#(number).jpg"}"#.utf8)))
        }
        let matching = TakeoutMatcher([], descriptions)
        #expect(descriptions.allSatisfy { matching.missingPhoto($0.stem)?.title == $0.content.title })
        #expect(matching.missingPhoto("") == nil)
    }

    @Test("names that Google writes in one way belong to nobody, and are compared in time", .timeLimit(.minutes(1)))
    func namesakes() throws {
        let folder = try FoundPath(named: DiskPath(FileManager.default.temporaryDirectory.path))
        let name = try #require(TakeoutMetadataName("x.json"))
        func signs(_ number: Int, _ zero: Character, _ one: Character) -> String {
            String((0..<13).map { number >> $0 & 1 == 0 ? zero : one }) + ".jpg"
        }
        let descriptions = try (0..<6000).map { number in
            TakeoutSidecar(
                PhotoFile(folder.appending(Array("\(number).json".utf8)), size: 1), name,
                try JSONDecoder().decode(
                    TakeoutMetadata.self, from: Data("{\"title\": \"\(signs(number, "!", "?"))\"}".utf8)))
        }
        let files = (0..<6000).map { PhotoFile(folder.appending(Array(signs($0, "#", "$").utf8)), size: 1) }
        #expect(TakeoutMatcher(files, descriptions).matches.isEmpty)
    }

    @Test(
        "a photo has the JSON with its title, however the names were cut, changed or numbered",
        arguments: [
            ("IMG_13(1).jpg", "IMG_13(1).jpg.supplemental-metadata.json", "IMG_13(1).jpg"),
            ("image(2).jpg", "image(2).jpg.json", "image(2).jpg"),
            ("photo (1).jpg", "photo (1).json", "photo (1)"),
            ("27_06_12 - 2.jpg", "27_06_12 - 2.json", "27/06/12 - 2"),
            ("A & B_s trip.jpg", "A _ B_s trip.jpg.json", "A & B's trip.jpg"),
            ("P(1).jpg", "P(1).jpg.supplemental-metadata(1).json", "P(1).jpg"),
            ("R(1).jpg", "R(1).jpg(1).json", "R(1).jpg"),
            ("IMG_1.mp4", "IMG_1.mov.supplemental-meta.json", "IMG_1.MOV"),
            ("IMG_1(3).jpg", "IMG_1.jpg.supplemental-metadata(3).json", "IMG_1.jpg"),
            (
                String(repeating: "\u{1F384}", count: 23) + ".jpg", String(repeating: "\u{1F384}", count: 23) + ".json",
                String(repeating: "\u{1F384}", count: 30) + ".jpg"
            ),
            (
                "the name of a photo that is longer than it may.jpg",
                "the name of a photo that is longer than it may.json",
                "the name of a photo that is longer than it may be.jpg"
            ),
        ])
    func names(_ photo: String, _ json: String, _ title: String) throws {
        let folder = Folder()
        try folder.add("Photos from 2017/\(photo)", "Photos from 2017/IMG_2.jpg")
        try folder.describe(title, in: "Photos from 2017/\(json)")
        let content = try folder.read()
        let item = try #require(Self.items(content)[photo])
        #expect(item.properties.caption == "of \(title)" && item.fallbackDate?.rawValue == 1_500_000_000_000_000)
        #expect(content.left.isEmpty && content.described == 1)
        #expect(Self.items(content)["IMG_2.jpg"]?.fallbackDate == nil)
    }

    @Test(
        "a photo has its JSON if Google cut the names between the code points of a character",
        arguments: [
            "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}", "\u{1F1ED}\u{1F1FA}", "\u{1F44D}\u{1F3FD}",
            "\u{915}\u{94D}\u{937}\u{93F}",
        ])
    func clusters(_ character: String) throws {
        /// As many code points as fit.
        func cut(_ text: String, _ units: Int) -> String {
            var cut = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                guard (String(cut) + String(scalar)).utf16.count <= units else { break }
                cut.append(scalar)
            }
            return String(cut)
        }
        let title = "E1_" + String(repeating: character, count: 20)
        for units in 45...47 {
            let folder = Folder()
            let photo = cut(title, units) + ".jpg"
            try folder.add("Y/\(photo)", "Y/E2.jpg")
            try folder.describe(title + ".jpg", in: "Y/\(cut(title, 46)).json")
            let content = try folder.read()
            #expect(Self.items(content)[photo]?.properties.caption == "of \(title).jpg", "\(units)")
            #expect(content.left.isEmpty)
        }
    }

    @Test("of two photos whose names were cut to the same, each has its own JSON")
    func cutTwice() throws {
        let folder = Folder()
        let name = "a long name that two photos have in common, up "
        #expect(name.utf16.count == 47)
        try folder.add("Album/\(name).jpg", "Album/\(name)(1).jpg")
        try folder.describe(name + "to here.jpg", in: "Album/\(name.dropLast()).json", time: 1)
        try folder.describe(name + "and there.jpg", in: "Album/\(name.dropLast())(1).json", time: 2)
        let items = Self.items(try folder.read())
        #expect(items["\(name).jpg"]?.properties.caption == "of \(name)to here.jpg")
        #expect(items["\(name)(1).jpg"]?.properties.caption == "of \(name)and there.jpg")
    }

    @Test("JSON and album come from the other part, and from beside the photo first")
    func parts() throws {
        let folder = Folder()
        let year = "Takeout/Google Photos/Photos from 2017"
        try folder.add(
            "1/\(year)/A.jpg", "1/\(year)/B.jpg", "2/\(year)/B.jpg", "1/\(year)/C-edited.jpg", "2/\(year)/C.jpg")
        for (title, part) in [("A.jpg", 2), ("B.jpg", 1), ("C.jpg", 1)] {
            try folder.describe(title, in: "\(part)/\(year)/\(title).json")
        }
        try folder.add("1/Takeout/Google Photos/Trip/D.jpg")
        try folder.write(#"{"title": "The trip"}"#, to: "2/Takeout/Google Photos/Trip/metadata.json")
        for content in [try folder.read(), try folder.read("1", "2")] {
            var captions: [String: String] = [:]
            for item in content.plan.items {
                captions[String(decoding: item.file.path.bytes.dropFirst(folder.path.utf8.count + 1), as: UTF8.self)] =
                    item.properties.caption
            }
            #expect(
                captions == [
                    "1/\(year)/A.jpg": "of A.jpg", "1/\(year)/B.jpg": "of B.jpg", "2/\(year)/C.jpg": "of C.jpg",
                ], "the photo that has no JSON of its own does not get that of a namesake")
            #expect(Self.items(content)["D.jpg"]?.albums == [["The trip"]])
            #expect(content.left.isEmpty && content.described == 4)
        }
    }

    @Test(
        "parts that a system unpacked beside each other belong together",
        arguments: ["Takeout 2", "Takeout (1)", "Takeout(1)", "Takeout-1", "takeout_002"])
    func numbered(_ part: String) throws {
        let folder = Folder()
        try folder.add("Takeout/Google Photos/Y/A.jpg")
        try folder.describe("A.jpg", in: "\(part)/Google Photos/Y/A.jpg.supplemental-metadata.json")
        for content in [try folder.read(), try folder.read("Takeout", part)] {
            #expect(content.plan.items.map(\.properties.caption) == ["of A.jpg"] && content.left.isEmpty)
        }
    }

    @Test("an edit without its original has the description of it, by a known word before others")
    func originals() throws {
        let folder = Folder()
        try folder.add("Y/A-xyzzy.jpg", "Y/B-dog.jpg", "Y/B-edited.jpg", "Y/C-COLLAGE.jpg", "Y/D-2.jpg")
        for name in ["A", "B", "C", "D"] { try folder.describe("\(name).jpg", in: "Y/\(name).jpg.json") }
        let content = try folder.read()
        let described = Self.items(content).filter { $0.value.properties.caption != nil }
        #expect(Set(described.keys) == ["A-xyzzy.jpg", "B-edited.jpg"])
        #expect(described.values.allSatisfy { $0.fallbackDate != nil } && content.left.count == 2)
    }

    @Test("what Google did not describe is an edit in any language, or the video of a motion photo")
    func edits() throws {
        let folder = Folder()
        for name in ["IMG_0", "IMG_1", "IMG_2", "IMG_3(1)"] {
            try folder.add("Y/\(name).jpg")
            try folder.describe("\(name).jpg", in: "Y/\(name).jpg.supplemental-metadata.json")
        }
        try folder.add("Y/IMG_0-ha editado.jpg", "Y/IMG_1-breytt.jpg", "Y/IMG_2-COLLAGE.jpg", "Y/IMG_3-edited(1).jpg")
        try folder.add("Y/PXL_1.MP", "Y/PXL_1.MP.jpg", "Y/lost-edited.jpg")
        try folder.describe("PXL_1.MP.jpg", in: "Y/PXL_1.MP.jpg.supplemental-metadata.json")
        try folder.describe("lost.jpg", in: "Y/lost.jpg.json")
        let content = try folder.read()
        let groups = content.plan.groups.map { group in
            group.items.map { String(decoding: $0.file.path.name, as: UTF8.self) }
        }
        for group in [
            ["IMG_0.jpg", "IMG_0-ha editado.jpg"], ["IMG_1.jpg", "IMG_1-breytt.jpg"], ["IMG_2.jpg"],
            ["IMG_2-COLLAGE.jpg"],
            ["IMG_3(1).jpg", "IMG_3-edited(1).jpg"], ["PXL_1.MP.jpg", "PXL_1.MP"], ["lost-edited.jpg"],
        ] { #expect(groups.contains(group), "\(group): \(groups)") }
        let items = Self.items(content)
        for (name, item) in items { #expect(item.fallbackDate != nil, "\(name)") }
        #expect(items["IMG_1-breytt.jpg"]?.joins == .first && items["PXL_1.MP"]?.joins == .first)
        #expect(items["lost-edited.jpg"]?.properties.caption == "of lost.jpg")
        #expect(items["IMG_2-COLLAGE.jpg"]?.properties.caption == nil)
    }

    @Test("a JSON that two photos could have is reported as such")
    func contested() throws {
        let folder = Folder()
        try folder.write("red", to: "one/Takeout/Photos from 2017/I.bmp")
        try folder.write("blu", to: "two/Takeout/Photos from 2017/I.bmp")
        try folder.describe("I.bmp", in: "three/Takeout/Photos from 2017/I.bmp.json")
        let content = try folder.read()
        #expect(content.left.map { String(decoding: $0.path.name, as: UTF8.self) } == ["I.bmp.json"])
        #expect(content.left.first?.reason.contains("several") == true)
    }

    @Test("a copy has the JSON of the same bytes, and of nothing else")
    func copies() throws {
        let folder = Folder()
        try folder.write("red", to: "Photos from 2017/IMG_1.bmp")
        try folder.describe("IMG_1.bmp", in: "Photos from 2017/IMG_1.bmp.json", #", "favorited": true"#)
        try folder.write("blu", to: "Photos from 2019/IMG_1.bmp")
        try folder.write("red", to: "Album/copy.bmp")
        let content = try folder.read()
        var favorites: [String: Bool] = [:]
        for item in content.plan.items {
            favorites[item.file.folders[0]] = item.properties.isFavorite == true && item.fallbackDate != nil
        }
        #expect(favorites == ["Photos from 2017": true, "Photos from 2019": false, "Album": true])
    }

    @Test("archived and locked photos are hidden, an album's JSON is no photo's, and other JSON is skipped")
    func kinds() throws {
        let folder = Folder()
        try folder.add("Y/receipt.jpg")
        try folder.describe("receipt.jpg", in: "Y/receipt.jpg.json", #", "archived": true, "people": 7, "geoData": []"#)
        try folder.write(#"{"title": "", "description": "", "access": "protected"}"#, to: "Untitled/metadata.json")
        try folder.add("Y/secret.jpg")
        try folder.describe("secret.jpg", in: "Y/secret.jpg.json", #", "inLockedFolder": true"#)
        try folder.write(#"{"title": ["a"]}"#, to: "user-generated-memory-titles.json")
        try folder.add("Trip/E.jpg")
        try folder.write(#"{"albumData": {"title": "Old trip"}}"#, to: "Trip/metadata.json")
        // The album has the photo's JSON, and its folder of the year the photo.
        try folder.describe("receipt.jpg", in: "Trip/receipt.jpg.json")
        try folder.describe("gone.jpg", in: "Trip/gone.jpg.json")
        let content = try folder.read()
        let items = Self.items(content)
        #expect(items["receipt.jpg"]?.properties.isHidden == true && items["E.jpg"]?.albums == [["Old trip"]])
        #expect(items["receipt.jpg"]?.albums == [["Old trip"]] && items["secret.jpg"]?.properties.isHidden == true)
        #expect(content.left.map { String(decoding: $0.path.name, as: UTF8.self) } == ["gone.jpg.json"])
        #expect(content.left.first?.reason.contains("Name all parts") == true)
        #expect(content.described == 5 && content.plan.skipped.counts == [".json": 1])
    }

    @Test("a photo that two albums' copies say is deleted, and one that says nothing, stays out of the trash")
    func trash() throws {
        let folder = Folder()
        try folder.write("one", to: "Trash/IMG_1.jpg")
        try folder.describe("IMG_1.jpg", in: "Trash/IMG_1.jpg.json", #", "trashed": true"#)
        #expect(try folder.read().plan.items.map(\.isTrashed) == [true])
        try folder.write("one", to: "Photos from 2017/other.jpg")
        #expect(try folder.read().plan.items.map(\.isTrashed) == [false, false])
    }
}
