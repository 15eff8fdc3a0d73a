import FilmgateModel
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

@testable import FilmgateCameraJobs
@testable import FilmgateLibraryTools
import FilmgateSystem
@testable import FilmgateTool

@Suite("Cameras as devices")
struct CameraDeviceTests {
    private static func entry(_ name: String, size: UInt64 = 1, in folder: String = "/DCIM/100") throws -> CameraFile {
        try #require(CameraFile(folder: folder, name: name, size: size, date: 1))
    }

    @Test(
        "no name leads out of its folder or moves a terminal's cursor",
        arguments: [
            "", ".", "..", "a/b", "../x", "a\0b", "a\nb", "\u{1B}c", "\u{85}", String(repeating: "a", count: 256),
        ])
    func names(_ name: String) {
        #expect(CameraFile(folder: "/DCIM", name: name, size: 1, date: 1) == nil)
        guard name != "a/b" else { return }
        #expect(CameraFile(folder: "/DCIM/\(name)", name: "a.jpg", size: 1, date: 1) == nil)
    }

    @Test("no folder is relative, and no size is negative as an offset")
    func folders() {
        #expect(CameraFile(folder: "DCIM", name: "a.jpg", size: 1, date: 1) == nil)
        #expect(CameraFile(folder: "/DCIM/../..", name: "a.jpg", size: 1, date: 1) == nil)
        #expect(CameraFile(folder: "/DCIM", name: "a.jpg", size: .max, date: 1) == nil)
        #expect(CameraFile(folder: "/", name: "a.jpg", size: 5 << 32, date: nil)?.path == "/a.jpg")
    }

    @Test("files that belong together are in one batch, also a sidecar that comes later; other files are counted")
    func plan() throws {
        let names = [
            "IMG_1.HEIC", "IMG_1.MOV", "IMG_1.AAE", "IMG_2.JPG", "IMG_3.AAE", "IMG_3.JPG", "x.ctg", "lone.xmp",
        ]
        let entries = try names.map { try Self.entry($0) }
        let all = CameraImportPlan(entries) { _ in false }
        #expect(all.groups.map { $0.map(\.name) } == [Array(names[0...2]), ["IMG_2.JPG"], Array(names[4...5])])
        #expect(all.skipped.counts == [".ctg": 1, ".xmp": 1])
        #expect(all.batches(mostFiles: 4).map(\.count) == [4, 2])
        #expect(all.batches(mostBytes: 2).map(\.count) == [3, 1, 2])
        // A file whose size is not told may be as large as a whole batch.
        let unreported = try ["a.jpg", "b.jpg", "c.jpg"].map { name in
            try #require(CameraFile(folder: "/", name: name, size: name == "b.jpg" ? nil : 1, date: 1))
        }
        #expect(CameraImportPlan(unreported) { _ in false }.batches().map(\.count) == [1, 1, 1])
        let rest = CameraImportPlan(entries) { $0.name != "IMG_3.AAE" && $0.name != "IMG_1.MOV" }
        #expect(rest.groups.map { $0.map(\.name) } == [["IMG_1.MOV"], ["IMG_3.AAE", "IMG_3.JPG"]])
        #expect(rest.earlier.map(\.name) == ["IMG_1.HEIC", "IMG_1.AAE", "IMG_2.JPG"])
    }

    @Test("a file is deleted only if it has still the size and the date that were listed")
    func changed() async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.photos(2)
            let connection = try CameraConnection(BuiltProgram.path("filmgate-camera"), while: { true })
            let opened = try connection.open("disk:\(camera.path)")
            #expect(opened.camera.model == "Directory Browse" && opened.serial == nil)
            let files = try connection.files().entries
            try #require(files.count == 2)
            try camera.write([1, 2, 3], to: files[0].name)
            #expect(throws: CameraFault(.changed)) { try connection.delete(files[0]) }
            #expect(throws: Never.self) { try connection.delete(files[1]) }
            #expect(camera.names == [files[0].name])
        }
    }

    @Test("filmgate-camera runs in its cage, with the drivers for PTP and folders alone", .enabled(if: geteuid() == 0))
    func caged() async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.photos(1)
            try Data([1]).write(to: URL(filePath: "\(world.folder)/own.jpg"))
            try FileManager.default.createSymbolicLink(
                atPath: "\(camera.path)/DCIM/100TEST/link.jpg", withDestinationPath: "\(world.folder)/own.jpg")
            for port in ["disk:\(camera.path)", nil] {
                let connection = try CameraConnection(BuiltProgram.path("filmgate-camera"), while: { true })
                if let port { _ = try connection.open(port) } else { _ = try connection.cameras() }
                let status = try String(contentsOfFile: "/proc/\(connection.pid)/status", encoding: .utf8)
                #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"), "\(status)")
                // Of the others nothing is mapped that could be executed.
                let maps = try await world.run("/bin/cat", "/proc/\(connection.pid)/maps").output
                let executable = maps.split(separator: "\n").filter { $0.contains(" r-xp ") }.joined(separator: "\n")
                let drivers = Set(
                    executable.matches(of: /libgphoto2(_port)?\/[0-9.]+\/([a-z0-9_]+)\.so/).map { String($0.2) })
                #expect(drivers == ["ptp2", "directory", "usb1", "disk", "ptpip"])
            }
        }
    }

    @Test("what is under way is cancelled, and the camera can be used on")
    func cancelled() async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.photo("small.JPG")
            try camera.write([], to: "huge.JPG")
            #expect(truncate("\(camera.path)/DCIM/100TEST/huge.JPG", 64 << 30) == 0)
            let shouldContinue = Mutex(true)
            let connection = try CameraConnection(
                BuiltProgram.path("filmgate-camera"), while: { shouldContinue.withLock { $0 } })
            _ = try connection.open("disk:\(camera.path)")
            let files = try connection.files().entries
            let folder = try Directory(path: world.folder)
            let (huge, file) = (try #require(files.first { $0.name == "huge.JPG" }), try folder.newFile("huge"))
            try connection.begin(reading: huge, into: file)
            #expect(try connection.readOn(huge, file) != nil)
            shouldContinue.withLock { $0 = false }
            #expect(throws: CameraFault(.cancelled)) { while try connection.readOn(huge, file) != nil {} }
            #expect(try file.facts().size < 64 << 30)
            shouldContinue.withLock { $0 = true }
            let (small, copy) = (try #require(files.first { $0.name == "small.JPG" }), try folder.newFile("small"))
            try connection.begin(reading: small, into: copy)
            while try connection.readOn(small, copy) != nil {}
            #expect(try copy.facts().size == small.size)
        }
    }

    @Test("a file that does not fit is refused because the disk is full", .enabled(if: TemporaryDisk.isAvailable))
    func fullDisk() async throws {
        let disk = try TemporaryDisk(megabytes: 1)
        defer { disk.remove() }
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            try camera.write([UInt8](repeating: 7, count: 3 << 20), to: "large.JPG")
            try camera.photo("small.JPG")
            let connection = try CameraConnection(BuiltProgram.path("filmgate-camera"), while: { true })
            _ = try connection.open("disk:\(camera.path)")
            let files = try connection.files().entries
            let (large, small) = (try #require(files.first), try #require(files.last))
            let folder = try Directory(path: disk.path)
            let file = try folder.newFile("large")
            try connection.begin(reading: large, into: file)
            #expect(throws: CameraFault(.noSpace)) { while try connection.readOn(large, file) != nil {} }
            try folder.remove("large")
            #expect(ftruncate(file.rawValue, 0) == 0)
            // The camera is as before, also for a file that has become longer than it told.
            try camera.write([UInt8](repeating: 7, count: 100_000), to: small.name)
            let copy = try folder.newFile("small")
            try connection.begin(reading: small, into: copy)
            #expect(throws: CameraFault(.incomplete)) { while try connection.readOn(small, copy) != nil {} }
            #expect(try copy.facts().size <= small.size ?? 0)
        }
    }

    /// Sends messages as `filmgate-camera` does.
    private static let speech = """
        import os, socket, struct
        s = socket.socket(fileno=3)
        def number(x): return struct.pack("<q", x)
        def text(x): return number(len(x.encode())) + x.encode()
        def say(name, *values):
            message = text(name) + b"".join(values)
            s.sendall(number(len(message)) + message)
        def file(folder, name): say("file", text(folder), text(name), b"\\1" + number(1), b"\\1" + number(1))
        """

    @Test("a folder that the camera cannot read is listed, and dates are read as UTC whatever the time zone")
    func unreadable() async throws {
        try await withWorld { world in
            let path = "\(world.folder)/device"
            let script = """
                #!/usr/bin/python3
                \(Self.speech)
                while True:
                    request = s.recv(65536)
                    if not request: break
                    if b"files" in request:
                        file("/DCIM", "a.jpg")
                        say("unreadable", text("/DCIM/\\x1b[1m"), text("PTP Access Denied"))
                        say("done")
                    else: say("opened", text(os.environ.get("TZ", "")), text("usb:1,1"), b"\\0")
                """
            try await createProgram(script, at: path)
            let connection = try CameraConnection(path, while: { true })
            let camera = try connection.open("usb:1,1").camera
            #expect(camera.model == "UTC0")
            let files = try connection.files()
            #expect(files.entries.count == 1)
            #expect(files.failures.map(\.reason) == ["The camera could not read this folder: PTP Access Denied."])
            let plan = CameraImportPlan(files.entries) { _ in false }
            let preview = CameraImportPreview(camera, plan, failures: files.failures)
            #expect(preview.text.contains("PTP Access Denied") && !preview.text.contains("\u{1B}"))
            // A camera that shows 12:00 means noon here; a disk tells moments.
            let noon: Int64 = 1_719_835_200
            let moment = Date(timeIntervalSince1970: TimeInterval(CameraDateConverter(of: camera).moment(noon)))
            #expect(Calendar(identifier: .gregorian).dateComponents(in: .current, from: moment).hour == 12)
            #expect(
                CameraDateConverter(of: ListedCamera(model: "Directory Browse", port: "disk:/x")).moment(noon) == noon)
        }
    }

    @Test("a deletion that ends early says how many files are left, and a failed one does not speak of reading")
    func endsEarly() throws {
        var report = CameraDeletionReport()
        #expect(try report.conclude(.success, isInterrupted: false) == .success)
        report.failures = [
            FailedFile(path: DiskPath("/a.jpg"), reason: CameraFault(.failed, "locked").deletionSentence)
        ]
        #expect(try report.conclude(.success, isInterrupted: false) == .badData)
        #expect(report.failureText.contains("could not delete it: locked") && !report.failureText.contains("read"))
        report.left = 2
        let failure = #expect(throws: CommandFailure.self) { try report.conclude(.success, isInterrupted: false) }
        #expect(failure?.code == .inputOutput && failure?.message.contains("2 files") == true)
        #expect(try JSON.text(of: report).contains("\"left\" : 2"))
    }

    @Test("a program that speaks for a hostile device is not believed")
    func hostile() async throws {
        try await withWorld { world in
            let path = "\(world.folder)/hostile"
            let script = """
                #!/usr/bin/python3
                \(Self.speech)
                while True:
                    request = s.recv(65536)
                    if not request: break
                    if b"files" in request:
                        file("/DCIM", "good.jpg"); file("/DCIM", "good.jpg"); file("/DCIM", "../../x.jpg")
                        file("/DCIM/../..", "x.jpg"); file("/DCIM", "a\\nb.jpg"); say("done")
                    elif b"read" in request: say("done")
                    elif b"delete" in request: s.sendall(b"x" * 60000)
                    elif b"list" in request: say("nonsense")
                    else: s.sendall(b"x" * 70000)
                """
            try await createProgram(script, at: path)
            let connection = try CameraConnection(path, while: { true })
            let files = try connection.files()
            #expect(files.entries.map(\.path) == ["/DCIM/good.jpg"])
            #expect(files.unusable.count == 4)
            let folder = try Directory(path: world.folder)
            let file = try folder.newFile("target")
            try connection.begin(reading: files.entries[0], into: file)
            #expect(throws: CameraFault(.incomplete)) { try connection.readOn(files.entries[0], file) }
            #expect(throws: CameraFault.self) { try connection.delete(files.entries[0]) }
            #expect(throws: CameraFault.self) { try connection.cameras() }
            #expect(throws: CameraFault.self) { try connection.open("usb:1,1") }
        }
    }

    @Test("one import at a time has the folder, and removes what a killed one left there")
    func staging() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-staging-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(atPath: "\(path)/0", withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: "\(path)/0/left.jpg", contents: Data([1]))
        let staging = try #require(try CameraStagingFolder(path, Directory(path: path)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["lock"])
        #expect(try CameraStagingFolder(path, Directory(path: path)) == nil)
        _ = try staging.create(Self.entry("a.jpg"))
        #expect(throws: Errno.exists) { try staging.create(Self.entry("a.jpg")) }
        #expect(try staging.places.map(\.path.description) == ["\(path)/0"])
    }

    @Test("a history survives a line that was not completed, and belongs to one camera and one library")
    func history() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-history-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let folder = try Directory(path: path)
        func open(
            _ serial: String?, bus: String = "unix:path=/a", port: String = "usb:001,002", library: String? = nil
        ) throws -> CameraImportHistory {
            try CameraImportHistory(
                in: folder, of: ListedCamera(model: "X", port: port), serial: serial, library: library, bus: bus)
        }
        let (one, two) = (try Self.entry("a.jpg"), try Self.entry("b.jpg"))
        let hash = try #require(ContentHash(bytes: [UInt8](repeating: 7, count: 32)))
        try open("1").add([CameraImportRecord(one, hash, nil)])
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: path).first)
        let handle = try #require(FileHandle(forWritingAtPath: "\(path)/\(file)"))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("{\"entry\":{\"fol".utf8))
        try handle.close()
        try open("1").add([CameraImportRecord(two, hash, nil)])
        let history = try open("1")
        #expect(history[one]?.hash == hash.description && history[two] != nil)
        #expect(try open("2")[one] == nil)
        #expect(try open("1", bus: "unix:path=/b")[one] == nil)
        try open("1", library: "a").add([CameraImportRecord(one, hash, nil)])
        #expect(try open("1", bus: "unix:path=/b", library: "a")[one] != nil, "the library may move")
        #expect(try open("1", library: "b")[one] == nil, "a library that was created anew has none of the photos")
        try open(nil).add([CameraImportRecord(one, hash, nil)])
        #expect(try open(nil, port: "usb:001,009")[one] != nil, "the numbers at USB change")
        #expect(try open(nil, port: "disk:/media/card")[one] == nil)
    }

    @Test("a device that a different program has open is explained by the program's name")
    func inUse() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-device-\(UUID().uuidString)").path
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let program = try Program("/usr/bin/tail", ["-f", path])
        while !DeviceUsers.names(of: path, besides: 0).contains("tail") { try #require(!program.hasEnded) }
        #expect(!DeviceUsers.names(of: path, besides: program.pid).contains("tail"))
        await program.stop()
        #expect(!DeviceUsers.names(of: path, besides: 0).contains("tail"))
        #expect(ListedCamera.deviceFile(at: "usb:001,005") == "/dev/bus/usb/001/005")
        for port in ["usb:../../x,1", "usb:", "disk:/media/card"] {
            #expect(ListedCamera.deviceFile(at: port) == nil, "\(port)")
        }
        let camera = ListedCamera(model: "Canon EOS", port: "usb:001,005")
        let failure = CameraErrorExplainer(CameraFault(.inUse), camera) { _ in ["gvfsd-mtp"] }.failure
        #expect(failure.message.contains("Canon EOS: gvfsd-mtp"))
        #expect(failure.advice?.contains("gio mount --unmount-scheme=mtp") == true)
        let other = CameraErrorExplainer(CameraFault(.inUse), camera) { _ in ["darktable"] }.failure
        #expect(other.advice?.contains("End the program") == true)
        let none = CameraErrorExplainer(CameraFault(.notFound), ListedCamera(model: "", port: "")) { _ in [] }.failure
        #expect(none.code == .noInput && none.advice?.contains("Unlock a phone") == true)
        let several = CameraErrorExplainer(CameraFault(.tooMany, "A (usb:001,005), B (usb:001,006)"), camera) { _ in []
        }
        #expect(several.failure.code == .usage && several.failure.advice?.contains("--camera-port") == true)
    }
}
