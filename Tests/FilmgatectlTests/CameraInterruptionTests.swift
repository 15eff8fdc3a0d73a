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
            // While the first batch comes into the library, the device has nothing to do. A tool that is done before it
            // can be interrupted has deleted what it imported.
            let count = 230
            while try await world.owner.assets().isEmpty { try #require(!tool.hasEnded) }
            let programs = tool.children(named: "filmgate-camera")
            let elsewhere = camera.path + ".away"
            switch interruption {
            case .disconnected: try FileManager.default.moveItem(atPath: camera.path, toPath: elsewhere)
            case .programKilled: for program in programs { kill(program, SIGKILL) }
            case .toolKilled: tool.kill()
            case .controlC: tool.send(signal: SIGINT)
            }
            let result = await tool.result()
            for program in programs { while kill(program, 0) == 0, !Self.isZombie(program) {} }
            if interruption != .toolKilled { #expect(camera.staged.isEmpty, "\(camera.staged)") }
            if interruption == .disconnected {
                try FileManager.default.moveItem(atPath: elsewhere, toPath: camera.path)
            }
            let before = try await world.owner.assets().count
            guard before < count else {
                #expect(result.code != 0 || camera.names.isEmpty, "\(result)")
                return
            }
            switch interruption {
            case .disconnected: #expect(result.code == 74 && result.errors.contains("does not answer"), "\(result)")
            case .programKilled: #expect(result.code == 74 && result.errors.contains("has ended"), "\(result)")
            case .toolKilled: #expect(result.code == 137)
            case .controlC: #expect(result.code == 130, "\(result)")
            }
            #expect(camera.names.count == count, "nothing is deleted after an interruption")
            let rest = try await camera.importing("--json", "--delete-after", "--yes")
            let report = try rest.object()
            #expect(rest.code == 0, "\(rest)")
            let imported = try #require(report["imported"] as? Int)
            // What a killed tool had sent, the broker may add after it.
            #expect(interruption == .toolKilled ? imported <= count - before : imported == count - before, "\(rest)")
            #expect((report["deletion"] as? [String: Any])?["deleted"] as? Int == count, "\(rest)")
            #expect(try await world.owner.assets().count == count)
            #expect(camera.staged.isEmpty && camera.names.isEmpty)
        }
    }

    private static func isZombie(_ process: Int32) -> Bool {
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return text.split(separator: ")").last?.hasPrefix(" Z") ?? true
    }
}
