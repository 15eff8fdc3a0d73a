import FilmgateTestKit
import Foundation
import Testing

@Suite("The demo")
struct DemoTests {
    @Test("shows every level correctly, unattended, and leaves nothing behind")
    func runs() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-demo-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "photos"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for number in 0..<5 {
            try TestPhoto.small().write(to: folder.appending(path: "photos/\(number).jpg").path)
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "scripts/demo").path
        var environment = Program.plainEnvironment
        environment["TMPDIR"] = folder.path
        let programs = URL(filePath: BuiltProgram.path("filmgated")).deletingLastPathComponent().path
        let result = await
            (try Program(
                script, ["--photos", folder.appending(path: "photos").path, "--programs", programs],
                environment: environment
            )).result()
        // In one line, which `scripts/test` repeats at its end.
        let told = "errors: \(result.errors.debugDescription), output: \(result.output.debugDescription)"
        #expect(result.code == 0, "\(told)")
        #expect(result.output.contains("Everything was as it should be."), "\(told)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["photos"])
    }
}
