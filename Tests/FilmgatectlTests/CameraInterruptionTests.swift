import FilmgateTestKit
import Foundation
import Testing

@Suite("An interrupted import from a camera")
struct CameraInterruptionTests {
    enum Interruption: CaseIterable {
        case disconnected, programKilled, toolKilled, controlC
    }

    @Test("keeps what is in the library, leaves no copies behind, and continues", arguments: Interruption.allCases)
    func continues(_ interruption: Interruption) async throws {
        try await withWorld { world in
            let camera = try CameraFolder(in: world)
            // Three batches.
            try camera.photos(230)
            let tool = try camera.start(["--delete-after", "--yes"])
            // While the first batch comes into the library, the device has nothing to do.
            while try await world.owner.assets().isEmpty { try #require(!tool.hasEnded) }
            let program = try #require(tool.children(named: "filmgate-camera").first)
            let elsewhere = camera.path + ".away"
            switch interruption {
            case .disconnected: try FileManager.default.moveItem(atPath: camera.path, toPath: elsewhere)
            case .programKilled: kill(program, SIGKILL)
            case .toolKilled: tool.kill()
            case .controlC: tool.send(signal: SIGINT)
            }
            let result = await tool.result()
            switch interruption {
            case .disconnected: #expect(result.code == 74 && result.errors.contains("does not answer"), "\(result)")
            case .programKilled: #expect(result.code == 74 && result.errors.contains("has ended"), "\(result)")
            case .toolKilled: #expect(result.code == 137)
            case .controlC: #expect(result.code == 130, "\(result)")
            }
            if interruption != .toolKilled { #expect(camera.staged.isEmpty, "\(camera.staged)") }
            while kill(program, 0) == 0, !Self.isZombie(program) {}
            if interruption == .disconnected {
                try FileManager.default.moveItem(atPath: elsewhere, toPath: camera.path)
            }
            #expect(camera.names.count == 230, "nothing is deleted after an interruption")
            let before = try await world.owner.assets().count
            #expect(before > 0 && before < 230, "\(before)")
            let rest = try await camera.importing("--json", "--delete-after", "--yes")
            let report = try rest.object()
            #expect(rest.code == 0, "\(rest)")
            let imported = try #require(report["imported"] as? Int)
            // What a killed tool had sent, the broker may add after it.
            #expect(interruption == .toolKilled ? imported <= 230 - before : imported == 230 - before, "\(rest)")
            #expect((report["deletion"] as? [String: Any])?["deleted"] as? Int == 230, "\(rest)")
            #expect(try await world.owner.assets().count == 230)
            #expect(camera.staged.isEmpty && camera.names.isEmpty)
        }
    }

    private static func isZombie(_ process: Int32) -> Bool {
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return text.split(separator: ")").last?.hasPrefix(" Z") ?? true
    }
}
