import FilmgatePeers
import Testing

@Suite("Folders with desktop files")
struct ApplicationFolderTests {
    private static let exports = "exports/share/applications"

    private static func flatpaks(_ environment: [String: String]) -> String? {
        ApplicationFolders.ownFlatpaks { environment[$0] }
    }

    @Test("of the person's own Flatpaks are where Flatpak installs them; relative paths are ignored")
    func ownFlatpaks() {
        #expect(Self.flatpaks(["HOME": "/home/anna"]) == "/home/anna/.local/share/flatpak/\(Self.exports)")
        #expect(
            Self.flatpaks(["HOME": "/home/anna", "XDG_DATA_HOME": "/data"]) == "/data/flatpak/\(Self.exports)")
        #expect(Self.flatpaks(["HOME": "/home/anna", "FLATPAK_USER_DIR": "/apps"]) == "/apps/\(Self.exports)")
        let relative = ["HOME": "/home/anna", "XDG_DATA_HOME": "data", "FLATPAK_USER_DIR": ""]
        #expect(Self.flatpaks(relative) == "/home/anna/.local/share/flatpak/\(Self.exports)")
        #expect(Self.flatpaks(["HOME": "anna"]) == nil)
        #expect(Self.flatpaks([:]) == nil)
    }

    @Test("are the person's own, then those for all users, each once")
    func all() {
        let environment = [
            "HOME": "/home/anna",
            "XDG_DATA_DIRS": "/usr/share:/var/lib/flatpak/exports/share:data:/usr/share",
        ]
        #expect(
            ApplicationFolders.all { environment[$0] } == [
                "/home/anna/.local/share/applications", "/home/anna/.local/share/flatpak/\(Self.exports)",
                "/usr/share/applications", "/var/lib/flatpak/\(Self.exports)",
            ])
        #expect(
            ApplicationFolders.all { _ in nil } == [
                "/usr/local/share/applications", "/usr/share/applications", "/var/lib/flatpak/\(Self.exports)",
            ])
    }
}
