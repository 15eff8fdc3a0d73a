import CFilmgateSeccomp
import FilmgateProcess
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Glibc
import Testing

@testable import FilmgateCage

/// The cage of `filmgate-camera`. A probe in the cage makes attempts.
@Suite("The cage of a program that speaks with a device")
struct DeviceCageTests {
    /// All USB devices, one of them, and the others.
    private static let devices = ["usb", "usb device", "folder", "network"]

    private static let hasLandlock: Bool = {
        var known: UInt64 = 0
        let rules = fg_files_begin(&known)
        guard rules >= 0 else { return false }
        close(rules)
        return true
    }()

    @Test(
        "kills what starts programs, watches others or changes its own rules", arguments: devices)
    func kills(_ device: String) throws {
        for attempt in [
            "start a process", "divide itself", "become another program", "kill its parent", "raise its limits",
            "enter namespaces",
        ] {
            #expect(try ending(of: attempt, device) == .killed(signal: SIGSYS), "\(attempt)")
        }
    }

    @Test(
        "refuses new files, changes, other kinds of devices, and memory that is executed", arguments: devices)
    func refuses(_ device: String) throws {
        for attempt in [
            "make a file of the person", "change a file of the person", "remove a file of the person",
            "type into the terminal", "make memory executable", "turn memory executable", "make a memory file",
        ] {
            guard case .left(let code) = try ending(of: attempt, device) else {
                Issue.record("\(device): \(attempt) kills")
                continue
            }
            #expect([EPERM, EACCES, EROFS].contains(code), "\(device): \(attempt) ends with \(code)")
        }
    }

    @Test("has no network and no bus, unless the device is in the network, and then no bus")
    func network() throws {
        #expect(try ending(of: "reach the network", "usb") == .left(code: EPERM))
        #expect(try ending(of: "reach a bus", "usb") == .left(code: EPERM))
        #expect(try ending(of: "hear of devices", "usb") == .left(code: 0))
        #expect(try ending(of: "reach the network", "folder") == .left(code: EPERM))
        #expect(try ending(of: "reach the network", "network") == .left(code: 0))
        #expect(try ending(of: "reach a bus", "network") == .left(code: EPERM))
    }

    @Test("reaches what it was given, and the one device")
    func reaches() throws {
        for device in Self.devices {
            #expect(try ending(of: "write to what it was given", device) == .left(code: 0), "\(device)")
            #expect(try ending(of: "start a thread", device) == .left(code: 0), "\(device)")
        }
        #expect(try ending(of: "find devices", "usb") == .left(code: 0))
        #expect(try ending(of: "read a photo on the card", "folder") == .left(code: 0))
        #expect(try ending(of: "remove a photo on the card", "folder") == .left(code: 0))
    }

    @Test("reads no file of the person, also not through a link on a card", .enabled(if: hasLandlock))
    func files() throws {
        for device in Self.devices {
            #expect(try ending(of: "read a file of the person", device) == .left(code: EACCES), "\(device)")
            #expect(try ending(of: "read through a link on the card", device) == .left(code: EACCES), "\(device)")
        }
        #expect(try ending(of: "read a photo on the card", "usb") == .left(code: EACCES))
    }

    @Test("reaches no other device at USB than the one that it is for", .enabled(if: hasLandlock))
    func device() throws {
        #expect(try ending(of: "use its device", "usb device") == .left(code: 0))
        for attempt in ["use a different device", "read a different device"] {
            #expect(try ending(of: attempt, "usb device") == .left(code: EACCES), "\(attempt)")
        }
        #expect(try ending(of: "find devices", "usb device") == .left(code: 0))
        for attempt in ["reach the network", "reach a bus"] {
            #expect(try ending(of: attempt, "usb device") == .left(code: EPERM), "\(attempt)")
        }
    }

    private func ending(of attempt: String, _ device: String) throws -> SpawnedProcess.ExitStatus {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-cage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "card"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "devices"), withIntermediateDirectories: true)
        for name in ["own", "card/photo"] { try Data([1]).write(to: folder.appending(path: name)) }
        // They can be opened for writing like devices, where nothing else can.
        for name in ["devices/own", "devices/other"] { #expect(mkfifo(folder.appending(path: name).path, 0o600) == 0) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "card/link").path, withDestinationPath: folder.appending(path: "own").path)
        let file = try OwnedDescriptor.memory(named: "given")
        try file.write([1])
        let probe = try SpawnedProcess(
            BuiltProgram.path("cage-probe"), arguments: [device, folder.path, attempt], descriptors: [file])
        let ending = try probe.wait()
        let exists = FileManager.default.fileExists(atPath: folder.appending(path: "own").path)
        #expect(exists && !FileManager.default.fileExists(atPath: folder.appending(path: "new").path))
        return ending
    }
}
