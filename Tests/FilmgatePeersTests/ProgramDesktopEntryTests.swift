import FilmgateModel
import Foundation
import Testing

@testable import FilmgatePeers

@Suite("The desktop file of a program in no sandbox")
struct ProgramDesktopEntryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, keys) in [
            ("firefox-esr", "Name=Firefox ESR\nExec=/usr/lib/firefox-esr/firefox-esr %u\nStartupWMClass=firefox-esr"),
            ("chromium", "Name=Chromium\nExec=/usr/bin/chromium %U\nStartupWMClass=chromium"),
            ("viewer", "Name=Viewer\nExec=viewer --new-window %F"),
            ("own", "Name=Own\nExec=/home/me/bin/own\nX-Filmgate-PhotoLibraryUsage=Words"),
            ("class", "Name=Class\nExec=/usr/bin/start-class\nStartupWMClass=own-class"),
            ("script", "Name=Script\nExec=python3 /usr/share/script/main.py\nStartupWMClass=python3"),
            ("perl", "Name=Perl\nExec=perl -mtool"),
            ("module", "Name=Module\nExec=\"/usr/bin/java\" -jar"),
            ("hidden", "Name=Hidden\nExec=viewer\nNoDisplay=true"),
            ("office-writer", "Name=Writer\nExec=office %U"), ("office-calc", "Name=Calc\nExec=office %U"),
        ] {
            try folder.write("[Desktop Entry]\nType=Application\n\(keys)\n", to: "\(name).desktop")
        }
    }

    @Test(
        "is the only one that starts it, by its path, or by its file name if the system has it",
        arguments: [
            ("/usr/lib/firefox-esr/firefox-esr", "Firefox ESR"), ("/usr/lib/chromium/chromium", "Chromium"),
            ("/usr/bin/viewer", "Viewer"), ("/opt/viewer/viewer", "Viewer"), ("/home/me/bin/own", "Own"),
            ("/usr/bin/own-class", "Class"),
            // Any program of a person can have a file of such a name.
            ("/home/me/firefox-esr", nil), ("/tmp/own", nil), ("/home/me/own-class", nil),
            // What they do depends on their arguments.
            ("/usr/bin/python3", nil), ("/usr/bin/java", nil), ("/usr/bin/perl", nil),
            // Two say that they start it.
            ("/usr/bin/office", nil), ("/usr/bin/other", nil),
        ] as [(String, String?)])
    func name(_ path: String, _ name: String?) async throws {
        let reader = DesktopFileReader(folders: [folder.path])
        let entry = try await reader.entry(of: #require(ClientID(.exe, path)), in: [])
        #expect(entry?.name == name)
        #expect(entry?.libraryUsage == nil, "the program may be a different one")
    }

    @Test("is none of a Flatpak's")
    func flatpaks() async throws {
        let exports = "flatpak/exports/share/applications"
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: exports), withIntermediateDirectories: true)
        try folder.write("[Desktop Entry]\nName=Firefox\nExec=/home/me/evil\n", to: "\(exports)/a.desktop")
        let reader = DesktopFileReader(folders: ["\(folder.path)/\(exports)"])
        #expect(try await reader.entry(of: #require(ClientID(.exe, "/home/me/evil")), in: []) == nil)
    }
}
