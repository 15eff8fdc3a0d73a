import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Arguments that are not UTF-8", .inProcess)
struct PathArgumentTests {
    private let ctl = BuiltProgram.path("filmgatectl")

    @Test("a path that is not UTF-8 works for import and export", .asProcesses)
    func paths() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("many", in: world)
            try folder.write(TestPhoto.small().bytes, to: "one.jpg")
            let script = """
                cd "$1" && mv many/one.jpg $'many/caf\\xe9.jpg' && "$2" import -q many/* && "$2" export -q $'out\\xff' &&
                    "$2" assets export --all $'files\\xff' && ls -b -d out* files*
                """
            let run = try await world.run("/bin/bash", "-c", script, "bash", world.folder, ctl)
            #expect(run.code == 0 && run.lines.first?.hasPrefix("Imported 1") == true, "\(run)")
            #expect(run.lines.suffix(2) == ["files\\377", "out\\377"], "\(run)")
        }
    }

    @Test(
        "a text that is not UTF-8 is refused, not repaired",
        arguments: [
            "albums create $'a\\xff'", "albums create A --folder $'a\\xff'", "policy check $'a\\xff'",
            "$'stat\\xff'", "status $'--bus=\\xff'",
        ])
    func texts(_ words: String) async throws {
        let run = try await Program("/bin/bash", ["-c", "exec \(ctl) \(words)"]).result()
        #expect(run.code == 64 && run.errors.contains("is not UTF-8"), "\(run)")
    }

    @Test("a missing path is an error if it is the only one; otherwise it is listed")
    func missing() async throws {
        try await withWorld { world in
            let run = try await world.ctl("import", "/nonexistent/a", "/nonexistent/b")
            #expect(run.code == 66 && run.output.isEmpty, "\(run)")
            #expect(
                run.errors
                    == "filmgatectl: There is nothing to import: '/nonexistent/a' and 1 other cannot be read (No such file or directory).\n",
                "\(run)")
            let folder = try PhotoFolder("some", in: world)
            try folder.add(1)
            let mixed = try await world.ctl("import", "/nonexistent", folder.path)
            #expect(mixed.code == 65 && mixed.output.hasPrefix("Imported 1") && mixed.errors.contains("/nonexistent"))
        }
    }

    @Test("an error names a folder that cannot be written to")
    func readOnly() async throws {
        try await withWorld { world in
            try await world.owner.add(TestPhoto.small())
            for words in [["export"], ["assets", "export", "--all"]] {
                let run = try await world.ctl(words + ["/proc/self/task"])
                #expect(run.code == 73 && run.errors.contains("'/proc/self/task'"), "\(run)")
                #expect(!run.errors.contains(".part"), "\(run)")
            }
        }
    }
}
