import Foundation
import Glibc
import Testing

@testable import FilmgateLibraryTools
@testable import FilmgateTool

@Suite("Walking folders")
struct WalkTests {
    @Test("files are found in order, hidden ones passed over, and what is no media counted by kind")
    func walk() throws {
        try withFolder { folder in
            for name in [
                "b.jpg", "a.JPG", "sub/c.heic", "sub/.hidden.jpg", ".git/d.jpg", "notes.txt", "b.xmp", "c.xmp",
                "noending",
                "sub/deeper/clip.MOV",
            ] { try write(name, in: folder) }
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/link.jpg", withDestinationPath: "\(folder)/b.jpg")
            let walk = ScannedFiles([DiskPath(folder)])
            #expect(
                walk.files.map { $0.path.description.dropFirst(folder.count + 1) }
                    == ["a.JPG", "b.jpg", "sub/c.heic", "sub/deeper/clip.MOV"])
            #expect(walk.skipped.counts == ["symbolic link": 1])
            // One of the sidecars belongs to a photo.
            #expect(ImportPlan(walk).skipped.counts == [".txt": 1, ".xmp": 1, "no extension": 1, "symbolic link": 1])
            #expect(walk.failures.isEmpty)
            #expect(walk.bytes == 16)
        }
    }

    @Test("what a person names is taken, whatever it is called and through a link too")
    func named() throws {
        try withFolder { folder in
            try write(".hidden", in: folder)
            try write("real.jpg", in: folder)
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/link", withDestinationPath: "\(folder)/real.jpg")
            let walk = ScannedFiles([DiskPath("\(folder)/.hidden"), DiskPath("\(folder)/link")])
            #expect(walk.files.count == 2)
        }
    }

    @Test("what does not exist or is no file is a failure with its reason")
    func missing() {
        let walk = ScannedFiles([DiskPath("/nonexistent/x.jpg"), DiskPath("/dev/null")])
        #expect(
            walk.failures.map(\.reason) == ["No such file or directory.", "It is neither a file nor a folder."])
    }

    @Test("a name that is no UTF-8 is found and can be opened, and gets a name that the library can keep")
    func latin1() throws {
        try withFolder { folder in
            let path = DiskPath(folder).appending([0x5A, 0xFC, 0x2E, 0x6A, 0x70, 0x67])
            let descriptor = path.withCString { open($0, O_CREAT | O_WRONLY, 0o600) }
            try #require(descriptor >= 0)
            #expect(Glibc.write(descriptor, "data", 4) == 4)
            close(descriptor)
            let file = try #require(ScannedFiles([DiskPath(folder)]).files.first)
            #expect(file.path == path)
            _ = try OpenedImportItem(ImportItem(file))
            #expect(path.libraryFilename == "Z\u{FFFD}.jpg")
        }
    }

    @Test("copies that programs keep beside a photo neither become photos nor take its sidecar")
    func copies() throws {
        try withFolder { folder in
            let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 20))
            for name in ["a.NEF", "a.NEF_original", "a.jpg~", "b.JPG", "b.GPR", "b.gpr_original"] {
                try jpeg.write(to: URL(filePath: "\(folder)/\(name)"))
            }
            for name in ["a.xmp", "b.xmp"] { try write(name, in: folder) }
            let plan = ImportPlan(ScannedFiles([DiskPath(folder)]))
            let groups = plan.groups.map {
                $0.items.map { $0.files.map { String(decoding: $0.path.name, as: UTF8.self) } }
            }
            #expect(groups == [[["a.NEF", "a.xmp"]], [["b.JPG", "b.xmp"], ["b.GPR"]]])
            let watched = ImportPlan(ScannedFiles([DiskPath(folder)], looksInside: false))
            #expect(watched.items.map { String(decoding: $0.file.path.name, as: UTF8.self) } == ["a.NEF", "b.JPG"])
        }
    }

    @Test("a copy comes behind its original, and a scan that is as long as another is no copy")
    func scans() throws {
        try withFolder { folder in
            for (name, content) in [
                ("a (1).jpg", "same"), ("a.jpg", "same"), ("scan 1.tif", "one "), ("scan 2.tif", "two "),
                ("scan.tif", "none"),
            ] { try Data(content.utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
            let groups = ImportPlan(ScannedFiles([DiskPath(folder)])).groups.map {
                $0.items.map { String(decoding: $0.file.path.name, as: UTF8.self) }
            }
            #expect(groups == [["a.jpg", "a (1).jpg"], ["scan 1.tif"], ["scan 2.tif"], ["scan.tif"]])
        }
    }

    @Test("a file that is gone, empty or a pipe by now is a failure of its own")
    func gone() throws {
        try withFolder { folder in
            try Data().write(to: URL(filePath: "\(folder)/empty.jpg"))
            #expect(mkfifo("\(folder)/pipe.jpg", 0o600) == 0)
            for (name, reason) in [
                ("none.jpg", "No such file or directory."), ("empty.jpg", "It is empty."),
                ("pipe.jpg", "It is not a file."),
            ] {
                let file = PhotoFile(try FoundPath(named: DiskPath(folder)).appending(Array(name.utf8)), size: 4)
                let failure = #expect(throws: FailedFile.self) { try OpenedImportItem(ImportItem(file)) }
                #expect(failure?.reason == reason)
            }
        }
    }

    @Test("a library's file name is plain, and keeps its ending when it is too long")
    func filenames() {
        #expect(DiskPath("a/b/IMG_1.JPG/").libraryFilename == "IMG_1.JPG")
        #expect(DiskPath("a/x\u{1B}y.jpg").libraryFilename == "x\u{FFFD}y.jpg")
        let long = DiskPath(String(repeating: "ü", count: 200) + ".jpeg").libraryFilename
        #expect(long.utf8.count <= 255 && long.hasSuffix("ü.jpeg"))
    }

    private func write(_ name: String, in folder: String) throws {
        let file = URL(filePath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("data".utf8).write(to: file)
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgatectl-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }
}

@Suite("Kinds of media")
struct MediaKindTests {
    @Test("an extension that is no format's keeps a file out, whatever its first bytes are")
    func extensions() {
        for name in ["jpg_original", "jpg~", "filepart", "bak", "tmp", "!qb", "m4a", "thm"] {
            #expect(!MediaKind.needsContent(name), "\(name)")
        }
        for name in [nil, "gpr", "dcr", "bin"] { #expect(MediaKind.needsContent(name), "\(name ?? "none")") }
    }

    @Test("the first bytes tell videos from photos that share their container")
    func beginnings() {
        func box(_ text: String) -> [UInt8] { [0, 0, 0, 24] + Array(text.utf8) }
        #expect(MediaKind(beginning: box("ftypheic")) == .photo)
        #expect(MediaKind(beginning: box("ftypavif")) == .photo)
        #expect(MediaKind(beginning: box("ftypcrx ")) == .photo)
        #expect(MediaKind(beginning: box("ftypqt  ")) == .video)
        #expect(MediaKind(beginning: box("ftypisom")) == .video)
        #expect(MediaKind(beginning: box("moov\0\0\0\0")) == .video)
        #expect(MediaKind(beginning: [0xFF, 0xD8, 0xFF]) == .photo)
        #expect(MediaKind(beginning: box("ftypM4A ")) == .video && MediaKind(unnamed: box("ftypM4A ")) == nil)
        #expect(MediaKind(unnamed: []) == nil)
        #expect(MediaKind(unnamed: box("moov\0\0\0\0")) == .video)
        #expect(MediaKind(unnamed: Array("The free software".utf8)) == nil, "a text")
        #expect(MediaKind(unnamed: [0xFF, 0x0A, 1, 2]) == nil)
        #expect(MediaKind(beginning: [UInt8](repeating: 0xEE, count: 12)) == nil)
    }
}

@Suite("Batches")
struct ImportBatchTests {
    @Test("a batch holds 16 files, 64 MiB, or one file that is larger")
    func batches() throws {
        let folder = try FoundPath(named: DiskPath("/"))
        func files(_ sizes: [UInt64]) -> [ImportGroup] {
            sizes.enumerated().map {
                let file = PhotoFile(folder.appending(Array("\($0.offset)".utf8)), size: $0.element)
                return ImportGroup([ImportItem(file)])
            }
        }
        let megabyte: UInt64 = 1 << 20
        #expect(ImportBatches(files(Array(repeating: 3 * megabyte, count: 40))).map(\.count) == [16, 16, 8])
        #expect(ImportBatches(files([30, 30, 30, 500, 1].map { $0 * megabyte })).map(\.count) == [2, 1, 1, 1])
        #expect(ImportBatches(files([.max, .max, 0, 0])).map(\.count) == [1, 1, 2])
        #expect(Array(ImportBatches([])).isEmpty)
    }

    @Test("files of one name are in one batch only if they are in one group, as those of one folder are")
    func names() throws {
        let folder = try FoundPath(named: DiskPath("/"))
        let groups = [["star.jpg", "star.mp4"], ["moon.jpg"], ["STAR.mp4"], ["sun.jpg"]].map { names in
            ImportGroup(names.map { ImportItem(PhotoFile(folder.appending(Array($0.utf8)), size: 1)) })
        }
        #expect(ImportBatches(groups).map(\.count) == [2, 2])
    }

    @Test("what is added to the asset of the first file stays with it in a group that is too large for a batch")
    func largeGroup() throws {
        let folder = try FoundPath(named: DiskPath("/"))
        let items = (0..<20).map { number in
            var item = ImportItem(PhotoFile(folder.appending(Array("\(number)".utf8)), size: 1))
            if number > 17 { item.joins = .first }
            return item
        }
        let groups = Array(ImportBatches([ImportGroup(items)])).flatMap(\.self)
        #expect(groups.map(\.items.count) == [3] + Array(repeating: 1, count: 17))
        #expect(groups[0].items.map(\.joins) == [.nothing, .first, .first])
    }
}
