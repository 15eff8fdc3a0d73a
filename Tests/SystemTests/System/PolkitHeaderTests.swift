import FilmgateTestKit
import Foundation
import Testing

@Suite("libpolkit-gobject-1")
struct PolkitHeaderTests {
    private static let header = "/usr/include/polkit-1/polkit/polkit.h"

    @Test(
        "has the declared functions",
        .enabled(if: FileManager.default.fileExists(atPath: header), "its headers are not installed"))
    func declarations() throws {
        let shim = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/C/CFilmgatePolkit/shim.h")
        // Both in one unit: the compiler refuses a function that is declared in two ways.
        let result = try ChildProcess.run([
            "/bin/sh", "-c",
            "cc -fsyntax-only -Werror $(pkg-config --cflags polkit-gobject-1 glib-2.0) -include polkit/polkit.h -xc \(shim.path)",
        ])
        #expect(result.code == 0)
    }
}
