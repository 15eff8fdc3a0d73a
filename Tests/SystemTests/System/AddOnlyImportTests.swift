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
            try await tool.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            let out = "\(system.folder)/tmp/out"
            try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: out)
            let export = try await system.ctl(.anna, "export", "-q", "--embed", out)
            #expect(export.code == 0, "\(export)")
            try system.answer(["org.filmgate.add-to-own-library": "yes", "org.filmgate.use-own-library": "no"])
            let run = try await system.ctl(.anna, "import", "-q", "--json", out)
            #expect(run.code == 0 && run.output.contains("\"imported\" : 1,"), "\(run)")
        }
    }

    @Test("add photos without a password where only reading needs one, and nobody can type it")
    func withoutPassword() async throws {
        try await withSystem { system in
            let folder = "\(system.folder)/tmp/card"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            for name in ["a", "b"] { try TestPhoto.small(name).write(to: "\(folder)/\(name).jpg") }
            try system.answer(["org.filmgate.add-to-own-library": "yes", "org.filmgate.use-own-library": "auth_self"])
            let run = try await system.ctl(.anna, "import", "-q", folder)
            #expect(run.code == 0 && run.output.hasPrefix("Imported 2 photos"), "\(run)")
        }
    }

    @Test("say before the import which parts of an export they leave out, and end as other partial imports do")
    func partial() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let tool = try await system.client(.anna, "tool")
            let photo = try await tool.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            let trashed = try await tool.add(.memory(TestPhoto.small("b").bytes), filename: "b.jpg")
            #expect(try await system.ctl(.anna, "albums", "create", "Sea", photo).code == 0)
            #expect(try await system.ctl(.anna, "assets", "delete", "--yes", trashed).code == 0)
            let out = "\(system.folder)/tmp/out"
            try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: out)
            let export = try await system.ctl(.anna, "export", "-q", "--trash", out)
            #expect(export.code == 0, "\(export)")
            try system.answer(["org.filmgate.add-to-own-library": "yes", "org.filmgate.use-own-library": "no"])
            // A second user, whose library has none of it.
            let run = try await system.ctl(.ben, "import", "-q", out)
            #expect(run.code == 65 && run.lines.first?.hasPrefix("Imported 1 photo") == true, "\(run)")
            #expect(run.errors.hasPrefix("This program may only add photos."), "\(run)")
            #expect(run.errors.contains("Known there, and not imported: 2\n"), "\(run)")
            #expect(run.errors.contains("b.jpg: A program that may only add photos"), "\(run)")
            let again = try await system.ctl(.ben, "import", "-q", "--json", out)
            #expect(again.code == 65 && again.output.contains("\"imported\" : 0,"), "\(again)")
            #expect(again.output.contains("\"present\" : 1,"), "\(again)")
        }
    }
}
