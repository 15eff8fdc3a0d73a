import CFilmgateSeccomp
import FilmgateProcess
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Glibc
import Testing

@testable import FilmgateCage

@Suite("The cage")
struct CageTests {
    @Test("lets a program read what it was given")
    func reads() throws { #expect(try ending(of: "read what it was given") == .left(code: 0)) }

    @Test(
        "refuses calls that only probe",
        arguments: [
            "open a file", "make a file", "look at a file", "remove a file", "list a folder",
            "write to what it was given",
            "make a memory file", "make memory executable", "turn memory executable",
        ])
    func refuses(_ attempt: String) throws { #expect(try ending(of: attempt) == .left(code: EPERM)) }

    @Test(
        "kills a program that tries to get out",
        arguments: [
            "reach the network", "reach a bus", "start a process", "divide itself", "become another program",
            "kill its parent", "raise its limits", "enter namespaces", "change its own rules",
        ])
    func kills(_ attempt: String) throws { #expect(try ending(of: attempt) == .killed(signal: SIGSYS)) }

    @Test("allows threads, which decoders start")
    func threads() throws { #expect(try ending(of: "start a thread") == .left(code: 0)) }

    @Test("limits memory")
    func memory() throws { #expect(try ending(of: "take more memory") == .left(code: ENOMEM)) }

    @Test("limits processor time")
    func processorTime() throws { #expect(try ending(of: "compute for ever") == .killed(signal: SIGKILL)) }

    @Test("cannot be had: then nothing is read, and that is no fault of the file", .long)
    func noCage() async throws {
        let pool = WorkerPool(worker: BuiltProgram.path("uncageable-worker"), count: 1)
        let picture = try await SampleMedia.formats.appending(path: "grey.jpg")
        for _ in 1...2 {
            await #expect(throws: JobRefusal.noCage) { try await pool.inspect(picture) }
        }
    }

    @Test(
        "names no unknown call, and none twice",
        arguments: [SyscallFilter.worker, .reader, .device(.usb(file: nil)), .device(.folder("/")), .device(.network)])
    func names(_ filter: SyscallFilter) {
        let names = filter.allowed + filter.unknown + filter.deadly
        for name in names + filter.allowedWhere.map(\.call) {
            #expect(seccomp_syscall_resolve_name(name) != __NR_SCMP_ERROR, "\(name)")
        }
        #expect(Set(names).count == names.count)
    }

    private func ending(of attempt: String) throws -> SpawnedProcess.ExitStatus {
        let file = try OwnedDescriptor.memory(named: "given")
        try file.write([1])
        return try SpawnedProcess(BuiltProgram.path("cage-probe"), arguments: [attempt], descriptors: [file]).wait()
    }
}
