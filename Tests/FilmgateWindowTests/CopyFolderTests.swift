import FilmgateSystem
import Foundation
import Testing

@testable import filmgate_window

@Suite("Copies of photos that are dragged out of the window")
struct CopyFolderTests {
    /// A folder of a session and one of a disk.
    private final class CopyFolders {
        let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-copies-\(UUID().uuidString)").path
        let session: String
        let disk: String

        init() throws {
            (session, disk) = ("\(path)/session", "\(path)/disk")
            for folder in [session, disk] {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func window(limit: UInt64) -> CopyFolder {
            CopyFolder(session: "\(session)/filmgate/copies", disk: disk, sessionLimit: limit)
        }

        /// A file of 1000 bytes.
        func photo() throws -> OwnedDescriptor {
            let file = try Directory(path: path).newFile(UUID().uuidString)
            try file.write(repeatElement(7, count: 1000))
            return file
        }

        /// The photos in a folder.
        func photos(in folder: String) -> [String] {
            ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".jpg") }
        }
    }

    @Test("are in memory up to a limit for all windows, then on the disk, for this user alone, until the window ends")
    func limit() throws {
        let place = try CopyFolders()
        let windows = [place.window(limit: 2500), place.window(limit: 2500)]
        var paths: [String] = []
        for window in windows + windows {
            paths.append(try #require(window.add(try place.photo(), named: "cat.jpg")))
        }
        #expect(paths.map { $0.hasPrefix(place.session) } == [true, true, false, false])
        #expect(paths.map { $0.hasPrefix(place.disk) } == [false, false, true, true])
        for path in paths {
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(repeating: 7, count: 1000))
            for folder in [path, URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent().path] {
                let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
                #expect(mode.map { $0 & 0o077 } == 0)
            }
        }
        windows[0].remove()
        #expect(place.photos(in: place.session).count == 1 && place.photos(in: place.disk).count == 1)
        // What has gone makes room.
        #expect(try windows[1].add(place.photo(), named: "cat.jpg")?.hasPrefix(place.session) == true)
        windows[1].remove()
        #expect(place.photos(in: place.path).isEmpty)
    }

    @Test("are on the disk if the file is larger than the limit, or if there is no session")
    func disk() throws {
        let place = try CopyFolders()
        let small = place.window(limit: 999)
        #expect(try small.add(place.photo(), named: "cat.jpg")?.hasPrefix(place.disk) == true)
        let outside = CopyFolder(session: nil, disk: place.disk)
        #expect(try outside.add(place.photo(), named: "a/b.jpg")?.hasSuffix("/a_b.jpg") == true)
    }
}
