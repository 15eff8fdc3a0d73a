import FilmgateTestKit
import Foundation
import Testing

@Suite(
    "Imports by a tool that may only add", .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct AddOnlyImportTests {
    @Test("add the photos of an export that have XMP in them, without looking for their originals")
    func embedded() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let tool = try await system.client(.anna, "tool")
            try await tool.add(.memory(Photo.small("a").bytes), filename: "a.jpg")
            let out = "\(system.folder)/tmp/out"
            try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: out)
            let export = try await system.ctl(.anna, "export", "-q", "--embed", out)
            #expect(export.code == 0, "\(export)")
            try system.answer(["org.filmgate.add-to-own-library": "yes", "org.filmgate.use-own-library": "no"])
            let run = try await system.ctl(.anna, "import", "-q", "--json", out)
            // It may not say where the photos belong.
            #expect(run.output.contains("\"imported\" : 1,"), "\(run)")
        }
    }
}
