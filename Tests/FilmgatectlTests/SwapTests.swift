import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Glibc
import Testing

@testable import FilmgateLibraryTools

/// A program that may write to a folder changes it between the look and the opening.
@Suite("Links that take the place of what an import found")
struct SwapTests {
    /// A folder with `inbox/sub/a.jpg` and `inbox/sub/a.xmp`, and a different `a.jpg` and `a.xmp` elsewhere.
    private final class SwapFolders {
        let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-swap-\(UUID().uuidString)").path
        var inbox: DiskPath { DiskPath("\(path)/inbox") }

        init() throws {
            for (folder, text) in [("inbox/sub", "inside"), ("elsewhere", "outside")] {
                try FileManager.default.createDirectory(
                    atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
                for name in ["a.jpg", "a.xmp"] {
                    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(folder)/\(name)"))
                }
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func put(_ name: String, linkTo target: String) throws {
            try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: "\(path)/\(name).old")
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/\(name)", withDestinationPath: "\(path)/\(target)")
        }

        var elsewhere: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/elsewhere")) ?? []).sorted()
        }
    }

    /// Every way in which an import opens what it found.
    private static func isRefused(_ file: PhotoFile, _ sidecar: PhotoFile) async -> Bool {
        var item = ImportItem(file)
        _ = item.add(.sidecar, sidecar)
        if (try? file.open()) != nil || (try? OpenedImportItem(item)) != nil || !file.head.isEmpty { return false }
        if sidecar.contents(atMost: 1000) != nil { return false }
        return await KnownPhotoFinder.hashes(of: [file, sidecar]).isEmpty
    }

    @Test("are not followed, in place of a folder", arguments: ["inbox/sub", "inbox"])
    func folder(_ name: String) async throws {
        let place = try SwapFolders()
        let walk = ScannedFiles([place.inbox])
        let (file, sidecar) = (try #require(walk.files.first), try #require(walk.sidecars.first))
        #expect(await !Self.isRefused(file, sidecar))
        let facts = try file.open().1
        if name == "inbox" {
            try FileManager.default.createSymbolicLink(
                atPath: "\(place.path)/elsewhere/sub", withDestinationPath: "\(place.path)/elsewhere")
        }
        try place.put(name, linkTo: "elsewhere")
        #expect(await Self.isRefused(file, sidecar))
        #expect((try? file.place.place.remove(ifStill: facts)) != true)
        #expect(place.elsewhere.filter { $0 != "sub" } == ["a.jpg", "a.xmp"])
    }

    @Test("are not followed, in place of a file")
    func file() async throws {
        let place = try SwapFolders()
        let walk = ScannedFiles([place.inbox])
        let (file, sidecar) = (try #require(walk.files.first), try #require(walk.sidecars.first))
        let facts = try file.open().1
        for name in ["a.jpg", "a.xmp"] { try place.put("inbox/sub/\(name)", linkTo: "elsewhere/\(name)") }
        #expect(await Self.isRefused(file, sidecar))
        #expect((try? file.place.place.remove(ifStill: facts)) != true)
        #expect(place.elsewhere == ["a.jpg", "a.xmp"])
    }

    @Test("of a path that the person names is followed, once")
    func named() throws {
        let place = try SwapFolders()
        let link = "\(place.path)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(place.path)/inbox")
        let file = try #require(ScannedFiles([DiskPath(link)]).files.first)
        #expect(file.path.description == "\(link)/sub/a.jpg")
        #expect(try file.open().0.bytes(at: 0, count: 100) == Array("inside".utf8))
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(place.path)/elsewhere")
        #expect(try file.open().0.bytes(at: 0, count: 100) == Array("inside".utf8))
    }

    @Test("A file that was changed or replaced since it was read is not removed; one that is still the same is")
    func removal() throws {
        let place = try SwapFolders()
        let file = try #require(ScannedFiles([place.inbox]).files.first)
        let path = file.path.description
        let facts = try file.open().1
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        try Data("inside".utf8).write(to: URL(filePath: path))
        #expect(try !file.place.place.remove(ifStill: facts), "it was replaced")
        #expect(unsafe rename(path + ".old", path) == 0)
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("more".utf8))
        #expect(try !file.place.place.remove(ifStill: facts), "it was changed")
        #expect(try file.place.place.remove(ifStill: file.open().1))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A file that was changed is not removed, even if it has its old size and date again")
    func dated() throws {
        let place = try SwapFolders()
        let file = try #require(ScannedFiles([place.inbox]).files.first)
        let path = file.path.description
        let facts = try file.open().1
        let handle = try #require(FileHandle(forWritingAtPath: path))
        let (seconds, nanoseconds) = facts.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
        let date = timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))
        // The kernel's clock for files moves some hundred times a second.
        while try file.open().1.changed == facts.changed {
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: Data("edited".utf8))
            #expect(futimens(handle.fileDescriptor, [date, date]) == 0)
        }
        let now = try file.open().1
        #expect(now.inode == facts.inode && now.size == facts.size && now.modified == facts.modified)
        #expect(try !file.place.place.remove(ifStill: facts))
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("A database is found below the folder that was named, and not behind a link there")
    func database() throws {
        let place = try SwapFolders()
        try Data("none".utf8).write(to: URL(filePath: "\(place.path)/elsewhere/photo.db"))
        for name in ["data", "photo.db"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(place.path)/inbox/\(name)",
                withDestinationPath: "\(place.path)/elsewhere" + (name == "data" ? "" : "/photo.db"))
        }
        let failure = #expect(throws: UnreadableLibraryError.self) {
            try ForeignDatabase.find(["photo.db", "data/photo.db"], in: [place.inbox])
        }
        #expect(failure?.reason.hasPrefix("There is no photo.db in it.") == true, "\(String(describing: failure))")
    }

    @Test("A watched folder: files elsewhere are neither imported nor removed by --move")
    func watched() async throws {
        try await withWorld { world in
            let inbox = try PhotoFolder("inbox", in: world)
            let victim = try PhotoFolder("victim", in: world)
            try victim.write(TestPhoto.small("of the person").bytes, to: "a.jpg")
            try inbox.write(TestPhoto.small("first").bytes, to: "sub/first.jpg")
            let tool = try world.start([BuiltProgram.path("filmgatectl"), "import", "--watch", "--move", inbox.path])
            func wait(_ count: Int) async throws {
                while try await world.owner.assets().count < count { try #require(!tool.hasEnded) }
            }
            try await wait(1)
            // The tool waits until a second has passed without a change.
            try inbox.write(TestPhoto.small("of the program").bytes, to: "sub/a.jpg")
            try FileManager.default.moveItem(atPath: "\(inbox.path)/sub", toPath: "\(world.folder)/gone")
            try FileManager.default.createSymbolicLink(
                atPath: "\(inbox.path)/sub", withDestinationPath: victim.path)
            try inbox.write(TestPhoto.small("last").bytes, to: "last.jpg")
            try await wait(2)
            while FileManager.default.fileExists(atPath: "\(inbox.path)/last.jpg") { try #require(!tool.hasEnded) }
            tool.send(signal: SIGINT)
            _ = await tool.result()
            #expect(FileManager.default.fileExists(atPath: "\(victim.path)/a.jpg"))
            #expect(try await world.owner.assets().count == 2)
            #expect(try await world.owner.verify().findings.isEmpty)
        }
    }

    @Test("--move removes nothing that only an app has added, and no sidecar that the library does not have")
    func moved() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant("flatpak:org.example.App", "add-only")
            let app = try await world.client(flatpak: "org.example.App")
            let photo = try TestPhoto.small("the same").bytes
            let planted = try await app.add(.memory(photo), filename: "a.jpg")
            let inbox = try PhotoFolder("inbox", in: world)
            let packet = { (title: String) in
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(title)"/>
                </rdf:RDF></x:xmpmeta>
                """
            }
            try inbox.write(photo, to: "a.jpg")
            try inbox.write(packet("3"), to: "a.xmp")
            let tool = try world.start([BuiltProgram.path("filmgatectl"), "import", "--watch", "--move", inbox.path])
            func wait(until isDone: () -> Bool) async throws {
                while !isDone() { try #require(!tool.hasEnded) }
            }
            let files = FileManager.default
            try await wait { !files.fileExists(atPath: "\(inbox.path)/a.xmp") }
            #expect(!files.fileExists(atPath: "\(inbox.path)/a.jpg"))
            let own = try #require(try await owner.assets(["added-by-owner": true]).first)
            #expect(own != planted)
            #expect(try await owner.resources(of: own).count == 2)
            // The same photo again, beside a sidecar of the same size that the library does not have.
            try inbox.write(packet("4"), to: "a.xmp")
            try inbox.write(photo, to: "a.jpg")
            try await wait { !files.fileExists(atPath: "\(inbox.path)/a.jpg") }
            try inbox.write(TestPhoto.small("last").bytes, to: "last.jpg")
            try await wait { !files.fileExists(atPath: "\(inbox.path)/last.jpg") }
            #expect(files.fileExists(atPath: "\(inbox.path)/a.xmp"))
            tool.send(signal: SIGINT)
            _ = await tool.result()
            #expect(try await owner.verify().findings.isEmpty)
        }
    }
}
