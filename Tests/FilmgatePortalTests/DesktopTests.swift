import FilmgateDBus
import FilmgateKeyFiles
import FilmgateModel
import Testing

@testable import FilmgatePortal

@Suite("The desktop around the portal")
struct DesktopTests {
    private func file(_ name: String, for desktops: String?, _ interface: String = "FileChooser") throws -> PortalFile {
        let useIn = desktops.map { "UseIn=\($0)\n" } ?? ""
        let text =
            "[portal]\nDBusName=org.freedesktop.impl.portal.desktop.\(name)\n"
            + "Interfaces=org.freedesktop.impl.portal.\(interface);\n\(useIn)"
        return try #require(PortalFile(name: name, Array(text.utf8)))
    }

    @Test("the desktop's own backend is chosen by xdg-desktop-portal's rules, and never Filmgate's")
    func choice() throws {
        let files = try [
            file("kde", for: "KDE"), file("gtk", for: "gnome"), file("filmgate", for: "gnome;kde"),
            file("wlr", for: "sway"),
            file("access", for: "gnome", "Access"),
        ]
        func name(_ desktops: [String], _ preferred: [String] = [], _ configured: String? = nil) -> String? {
            let choice = BackendSelector(files: files, desktops: desktops, preferred: preferred, configured: configured)
            return choice.busName?.rawValue.split(separator: ".").last.map(String.init)
        }
        #expect(name(["GNOME"]) == "gtk")
        #expect(name(["KDE"]) == "kde")
        #expect(name(["ubuntu", "GNOME"]) == "gtk")
        #expect(name([]) == "gtk")
        #expect(name(["GNOME"], ["access", "kde"]) == "kde")
        #expect(name(["GNOME"], [], "wlr") == "wlr")
        #expect(name(["GNOME"], [], "org.freedesktop.impl.portal.desktop.kde") == "kde")
        #expect(name(["GNOME"], [], "filmgate") == nil)
        #expect(BackendSelector(files: [files[2]], desktops: ["GNOME"]).busName == nil)
        let text = "[preferred]\ndefault=gnome;gtk\norg.freedesktop.impl.portal.FileChooser=filmgate;kde;none;*\n"
        #expect(BackendSelector.preferred(in: Array(text.utf8)) == ["kde", "gnome", "gtk"])
        #expect(PortalFile(name: "broken", Array("[portal]\nDBusName=1\nInterfaces=a;\n".utf8)) == nil)
    }

    @Test("a request's handle names the app's own connection")
    func handles() {
        func app(_ handle: ObjectPath) -> String? {
            DialogCall(.openFile, MessageArguments(handle, "", "", "", [:])).appName?.rawValue
        }
        #expect(app("/org/freedesktop/portal/desktop/request/1_42/gtk1") == ":1.42")
        #expect(app("/org/freedesktop/portal/desktop/request/1_42") == nil)
        #expect(app("/org/freedesktop/portal/desktop/request/1_42/a/b") == nil)
        #expect(app("/org/freedesktop/portal/desktop/session/1_42/a") == nil)
        #expect(app("/org/freedesktop/portal/desktop/request/org/a") == nil)
    }

    @Test("every absolute path becomes a valid URI")
    func uris() {
        #expect(FileURI.text(of: "/run/user/0/a/IMG_1-2.~JPG") == "file:///run/user/0/a/IMG_1-2.~JPG")
        #expect(FileURI.text(of: "IMG_1.jpg") == nil)
        #expect(FileURI.text(of: "/a b/ä%#?\n.jpg") == "file:///a%20b/%C3%A4%25%23%3F%0A.jpg")
    }

    @Test("settings of a file that is not valid change nothing and are reported, and each key counts alone")
    func settings() throws {
        var settings = PortalSettings()
        #expect(settings.read(Array("nonsense".utf8)).count == 1)
        let errors = settings.read(Array("[portal]\nenabled=perhaps\nbackend=kde\n".utf8))
        #expect(errors.map(\.description) == ["[portal] enabled: The value must be 'yes' or 'no'."])
        #expect(settings.isOn && settings.backend == "kde")
        settings.read(Array("[portal]\nenabled=no\napps-off=exe:/usr/bin/a;flatpak:org.example.B\n".utf8))
        #expect(!settings.isOn && settings.backend == "kde")
        #expect(settings.appsOff == ["exe:/usr/bin/a", "flatpak:org.example.B"])
    }

    @Test("only a sandbox that the broker did not find, or a different one, contradicts the portal's identifier")
    func identifiers() throws {
        func isConsistent(_ client: String, _ appID: String) throws -> Bool {
            PickerApp(client: try #require(ClientID(client))).isConsistent(with: appID)
        }
        #expect(try isConsistent("flatpak:org.example.A", "org.example.A"))
        #expect(try !isConsistent("flatpak:org.example.A", "org.example.B"))
        #expect(try !isConsistent("flatpak:org.example.A", ""))
        #expect(try isConsistent("exe:/usr/bin/firefox", ""))
        #expect(try isConsistent("exe:/usr/bin/firefox", "org.mozilla.firefox"))
        #expect(try isConsistent("snap:photos", "snap.photos"))
        #expect(try isConsistent("snap:photos", "snap.photos_viewer"))
        #expect(try !isConsistent("snap:photos", "snap.photosx"))
        #expect(try !isConsistent("exe:/usr/bin/a", "snap.photos"))
    }

    @Test("programs that keep paths begin with the desktop's own dialog, and the person's word counts more")
    func apps() throws {
        let gimp = PickerApp(client: try #require(ClientID("exe:/usr/bin/gimp-2.10")))
        let firefox = PickerApp(client: try #require(ClientID("flatpak:org.mozilla.firefox")))
        var settings = PortalSettings()
        #expect(!gimp.isOn(in: settings) && firefox.isOn(in: settings) && firefox.isBrowser && !gimp.isBrowser)
        settings.appsOn = [gimp.client.description]
        settings.appsOff = [firefox.client.description]
        #expect(gimp.isOn(in: settings) && !firefox.isOn(in: settings))
    }
}
