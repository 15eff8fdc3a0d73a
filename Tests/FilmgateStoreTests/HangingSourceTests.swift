import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

/// Runs where the process may mount file systems, as in the project's own checks.
@Suite("Hanging sources", .serialized, .enabled(if: HangingFileSystem.isAvailable))
struct HangingSourceTests {
    @Test(
        "are refused, do not delay other clients, and make further files of the client be refused", .long)
    func hanging() async throws {
        let fixture = try await Fixture()
        let hanging = try HangingFileSystem()
        let source = try Directory(path: hanging.path).file("photo")
        let limits = StagingLimits(timeLimit: .seconds(3))
        let refusals = try await withThrowingTaskGroup(of: StagingRefusal?.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    do {
                        _ = try await fixture.library.stage(source, for: Fixture.other, limits: limits)
                        return nil
                    } catch let refusal as StagingRefusal {
                        return refusal
                    }
                }
            }
            for await _ in hanging.wishes { break }
            let staged = try await fixture.stage("quick", for: Fixture.app)
            #expect(staged.size == 5)
            var refusals: [StagingRefusal?] = []
            for try await refusal in group { refusals.append(refusal) }
            return refusals
        }
        #expect(refusals.count { $0 == .tooSlow } == 2)
        #expect(refusals.count { $0 == .busy } == 2)
        await #expect(throws: StagingRefusal.busy) {
            try await fixture.library.stage(source, for: Fixture.other, limits: limits)
        }
        hanging.letGo()
        #expect(try fixture.originals() == [])
    }

    @Test(
        "do not block the thread that drops a descriptor, even if close(2) never returns"
    )
    func closing() async throws {
        let hanging = try HangingFileSystem(holding: .flush)
        defer { hanging.letGo() }
        // More than there are threads that close them.
        for _ in 0..<40 {
            let raw = open("\(hanging.path)/photo", O_RDONLY | O_CLOEXEC)
            try #require(raw >= 0)
            _ = OwnedDescriptor(owning: raw, isForeign: true)
        }
        // All are dropped by now; closing the first one hangs.
        for await _ in hanging.wishes { break }
    }
}
