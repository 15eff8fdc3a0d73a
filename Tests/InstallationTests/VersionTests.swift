import FilmgateTestKit
import Foundation
import Testing

@Suite("The version")
struct VersionTests {
    @Test("is the same in every program, the running broker, the packages and the metadata")
    func one() async throws {
        let changelog = try text("debian/changelog")
        let version = String(try #require(changelog.firstMatch(of: /^filmgate \(([0-9.]+)\)/)).1)
        for name in [
            "filmgated", "filmgatectl", "filmgate-agent", "filmgate-window", "filmgate-identify", "filmgate-render",
            "filmgate-camera", "filmgate-portal",
        ] {
            let result = try await run(BuiltProgram.path(name), "--version")
            #expect(result.code == 0 && result.output == "\(name) \(version)\n", "\(name): \(result)")
        }
        try await withWorld { world in
            let status = try await world.ctl("status", "--json")
            let object = try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any]
            #expect(object?["version"] as? String == version, "\(status)")
        }
        let metadata = try text("data/metainfo/org.filmgate.Filmgate.metainfo.xml")
        #expect(metadata.firstMatch(of: /<release version="([0-9.]+)"/)?.1 == version[...])
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(source)/\(path)", encoding: .utf8)
    }
}
