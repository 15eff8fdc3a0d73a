import FilmgateTestKit
import Foundation
import Testing

@Suite("filmgatectl files")
struct FilesCommandTests {
    @Test("switches the picker in file dialogs off and on, for all apps or one, and keeps the rest of the file")
    func files() async throws {
        try await withWorld { world in
            let folder = "\(world.folder)/config"
            let path = "\(folder)/filmgate/portal.conf"
            func ctl(_ arguments: String...) async throws -> RunResult {
                try await world.start(
                    [BuiltProgram.path("filmgatectl"), "files"] + arguments, environment: ["XDG_CONFIG_HOME": folder]
                ).result()
            }
            #expect(try await ctl("status").output == "on\n")
            #expect(try await ctl("off").code == 0)
            #expect(try await ctl("status").output == "off\n")
            try "# Mine.\n[portal]\nbackend=gtk\nenabled=no\n".write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try await ctl("on").code == 0)
            #expect(try await ctl("off", "--app", "exe:/usr/bin/a;b").code == 0)
            #expect(try await ctl("status").output == "on\n")
            #expect(try await ctl("status", "--app", "exe:/usr/bin/a;b").output == "off\n")
            // It keeps the paths of files.
            #expect(try await ctl("status", "--app", "exe:/usr/bin/gimp").output == "off\n")
            #expect(try await ctl("on", "--app", "exe:/usr/bin/gimp").code == 0)
            #expect(try await ctl("status", "--app", "exe:/usr/bin/gimp").output == "on\n")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("# Mine.") && text.contains("backend=gtk"), "\(text)")
            let json = try await ctl("status", "--json").output
            #expect(json.contains("\"exe:/usr/bin/gimp\"") && json.contains("\"exe:/usr/bin/a;b\""), "\(json)")
            try "broken".write(toFile: path, atomically: true, encoding: .utf8)
            let broken = try await ctl("off")
            #expect(broken.code != 0 && broken.errors.contains("cannot be written"), "\(broken)")
            #expect(try await ctl("off", "--app", "nothing").code == 64)
        }
    }
}
