import FilmgateSystem
import Foundation
import Glibc
import Testing

@testable import FilmgateProcess

extension SpawnedProcess {
    /// A program that does nothing until it is ended.
    static func idle(_ path: String = "/bin/sleep") throws -> SpawnedProcess {
        try SpawnedProcess(path, arguments: ["1000"], descriptors: [])
    }

    /// Kills it and waits until it is dead, though not reaped.
    func becomeZombie() {
        kill()
        var events = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        while poll(&events, 1, -1) != 1 {}
    }
}

@Suite("A pinned process")
struct PinnedProcessTests {
    @Test("it tells its user, its root folder and its program")
    func facts() throws {
        let child = try SpawnedProcess.idle()
        let process = try PinnedProcess(pid: child.pid)
        #expect(!process.hasEnded)
        #expect(try process.user() == geteuid())
        #expect(try process.root().descriptor.facts().inode == OwnedDescriptor.facts(ofFileAt: "/").inode)
        let sleep = try #require(realpath("/bin/sleep", nil))
        defer { free(sleep) }
        #expect(try process.executable().path == String(cString: sleep))
        #expect(try process.executable().file == OwnedDescriptor.facts(ofFileAt: "/bin/sleep"))
    }

    @Test("once it has ended it says so, and nothing can be read of it any more")
    func ended() throws {
        let child = try SpawnedProcess.idle()
        let process = try PinnedProcess(pid: child.pid)
        child.becomeZombie()
        #expect(process.hasEnded)
        #expect(throws: Errno.noEntry) { try process.root() }
        #expect(throws: Errno.noEntry) { try process.executable() }
        _ = try child.wait()
        #expect(process.hasEnded)
        #expect(throws: Errno.noProcess) { try process.user() }
        #expect(throws: Errno.self) { try process.root() }
        #expect(throws: Errno.self) { try process.executable() }
    }

    @Test("a zombie cannot be pinned, nor a number without a process")
    func nobody() throws {
        let child = try SpawnedProcess.idle()
        child.becomeZombie()
        #expect(throws: Errno.noProcess) { try PinnedProcess(pid: child.pid) }
        _ = try child.wait()
        #expect(throws: Errno.noProcess) { try PinnedProcess(pid: child.pid) }
        #expect(throws: Errno.self) { try PinnedProcess(pid: 0) }
        #expect(throws: Errno.self) { try PinnedProcess(pid: -1) }
        #expect(throws: Errno.self) { try PinnedProcess(pid: .max) }
    }

    @Test("a descriptor that the bus gives must be that of the process")
    func handles() throws {
        let (child, other) = (try SpawnedProcess.idle(), try SpawnedProcess.idle())
        #expect(try PinnedProcess(pid: child.pid, handle: child.descriptor).pid == child.pid)
        #expect(throws: Errno.badMessage) { try PinnedProcess(pid: child.pid, handle: other.descriptor) }
        let file = OwnedDescriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
        #expect(throws: Errno.badMessage) { try PinnedProcess(pid: child.pid, handle: file) }
        child.becomeZombie()
        _ = try child.wait()
        #expect(throws: Errno.badMessage) { try PinnedProcess(pid: child.pid, handle: child.descriptor) }
    }

    @Test("a program that was removed or replaced after its start is recognized")
    func deleted() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-process-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "idle program").path
        try Self.install("/bin/sleep", as: program)
        let child = try SpawnedProcess.idle(program)
        let process = try PinnedProcess(pid: child.pid)
        #expect(try process.executable().path == program)
        try FileManager.default.removeItem(atPath: program)
        try Self.install("/bin/sleep", as: program)
        #expect(try process.executable().path == "\(program) (deleted)")
        #expect(try process.executable().file != OwnedDescriptor.facts(ofFileAt: program))
    }

    /// Copies a program in a process of its own: a child that another test starts meanwhile would inherit the open
    /// copy, which the kernel does not start while somebody can write to it (`ETXTBSY`).
    private static func install(_ original: String, as program: String) throws {
        let copying = try Process.run(URL(filePath: "/bin/cp"), arguments: [original, program])
        copying.waitUntilExit()
        try #require(copying.terminationStatus == 0)
    }
}
