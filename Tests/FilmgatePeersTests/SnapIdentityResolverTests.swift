import FilmgateDBus
import FilmgateModel
import FilmgateProcess
import FilmgateSystem
import Glibc
import Testing

@testable import FilmgatePeers

/// AppArmor itself is not on every machine: its labels are staged.
@Suite("The marks of a snap")
struct SnapIdentifierTests {
    @Test(
        "a label that is enforced names the snap",
        arguments: [
            ("snap.firefox.firefox (enforce)", "firefox"), ("snap.a1-b2.some-App (enforce)", "a1-b2"),
            ("snap.lxd.hook.configure (enforce)", "lxd"), ("snap.code_two.code (enforce)", "code_two"),
        ])
    func named(label: String, name: String) {
        #expect(SnapLabel(label) == .snap(name))
        #expect(identity(label, label) == .client(ClientID(.snap, name)!))
    }

    @Test(
        "one that begins like a snap's and is malformed is an error",
        arguments: [
            "snap.firefox.firefox (complain)", "snap.firefox.firefox", "snap.firefox.firefox (kill)", "snap.",
            "snap. (enforce)",
            "snap.firefox (enforce)", "snap..firefox (enforce)", "snap.firefox. (enforce)", "snap.Firefox.x (enforce)",
            "snap.fire fox.x (enforce)", "snap.-a.x (enforce)", "snap.a--b.x (enforce)", "snap.12.x (enforce)",
            "snap.firefox.a.b (enforce)", "snap.firefox.a.b.c (enforce)", "snap.firefox.x//null-/usr/bin/y (enforce)",
            "snap.firefox.x//&unconfined (enforce)", "snap.firefox.x (enforce) (enforce)", "snap.firefox.x\n (enforce)",
            "snap.firefox+part.hook.x (enforce)", "snap.a_.x (enforce)", "snap.a_B.x (enforce)",
            "snap.a_12345678901.x (enforce)",
            "snap.\(String(repeating: "a", count: 41)).x (enforce)", "snap.f\u{301}.x (enforce)",
            "snap.\u{fffd}.x (enforce)",
        ])
    func malformed(label: String) {
        #expect(SnapLabel(label) == .malformed)
        for labels in [(label, label), (label, nil), (nil, label)] as [(String?, String?)] {
            #expect(identity(labels.0, labels.1) == .failed(.malformed("the snap's label")))
        }
    }

    @Test(
        "other labels, and none, are not a snap's",
        arguments: [
            nil, "unconfined", "/usr/bin/man (enforce)", "snapd", "snap-update-ns.x (enforce)",
            "docker-default (enforce)",
        ]
            as [String?])
    func foreign(label: String?) {
        #expect(identity(label, label) == .notApplicable)
        // The label may change on the way to another program of the host.
        #expect(identity(label, "unconfined") == .notApplicable)
    }

    @Test("labels that differ between the bus and the process are an error, as soon as one is a snap's")
    func contradiction() {
        let snap = "snap.firefox.firefox (enforce)"
        for other in [nil, "unconfined", "snap.firefox.other (enforce)", "snap.chromium.chromium (enforce)"] {
            #expect(identity(snap, other) == .failed(.contradicted("the label")))
            #expect(identity(other, snap) == .failed(.contradicted("the label")))
        }
    }

    @Test("the scope must not be another snap's")
    func scope() {
        let snap = "snap.firefox.firefox (enforce)"
        let slice = "/user.slice/user-1000.slice/user@1000.service/app.slice"
        for group in ["/", "\(slice)/snap.firefox.firefox-1.scope", "\(slice)/app-org.gnome.Terminal-1.scope"] {
            #expect(identity(snap, snap, group) == .client(ClientID(.snap, "firefox")!))
        }
        #expect(
            identity(snap, snap, "\(slice)/snap.chromium.chromium-1.scope")
                == .failed(.contradicted("the label and the scope")))
    }

    @Test("a label that cannot be read is an error")
    func unreadable() {
        let process = FakeProcess(labelResult: .failure(.accessDenied))
        #expect(
            SnapIdentityResolver().identify(process, BusCredentials(user: 1000))
                == .failed(.unreadable("the label", .accessDenied)))
    }

    @Test("a snap is identified before its root folder is read")
    func first() throws {
        let root = try TemporaryFolder()
        try root.write("[Application]\nname=org.example.App\n", to: ".flatpak-info")
        let label = "snap.browser.browser (enforce)"
        let process = FakeProcess(rootResult: .success(root.path), labelResult: .success(label))
        let lookup = Lookup.fake { _ in process }
        let credentials = ConnectionCredentials(user: geteuid(), pid: 4242, label: label)
        #expect(try lookup.find(credentials, .startedBy(.now)).client == ClientID(.snap, "browser"))
    }

    @Test("what the bus tells ends at its NUL")
    func bytes() {
        #expect(ConnectionCredentials.label(Array("snap.a.a (enforce)\u{0}".utf8)) == "snap.a.a (enforce)")
        #expect(ConnectionCredentials.label([]) == nil && ConnectionCredentials.label([0]) == nil)
        #expect(SnapLabel(ConnectionCredentials.label(Array("snap.".utf8) + [0xff])) == .malformed)
    }

    private func identity(_ attested: String?, _ current: String?, _ group: String = "/") -> ResolverResult {
        let process = FakeProcess(labelResult: .success(current), controlGroupResult: .success(group))
        return SnapIdentityResolver().identify(process, BusCredentials(user: 1000, label: attested))
    }
}

@Suite("A Flatpak's other marks")
struct FlatpakMarksTests {
    private let root: TemporaryFolder

    init() throws { root = try TemporaryFolder() }

    private func identity(_ text: String, group: String) throws -> ResolverResult {
        try root.write(text, to: ".flatpak-info")
        let process = FakeProcess(rootResult: .success(root.path), controlGroupResult: .success(group))
        return FlatpakIdentityResolver().identify(process, BusCredentials(user: geteuid()))
    }

    @Test("the scope that Flatpak was given must be the same app's")
    func scope() throws {
        let info = "[Application]\nname=org.example.App-x\n"
        let slice = "/user.slice/user-\(geteuid()).slice/user@\(geteuid()).service/app.slice"
        let itself = ResolverResult.client(ClientID(.flatpak, "org.example.App-x")!)
        for group in [
            "/", "\(slice)/app-flatpak-org.example.App\\x2dx-1.scope", "\(slice)/app-gnome-org.gnome.Terminal-1.scope",
            "/user.slice/user-1.slice/session-3.scope",
        ] {
            #expect(try identity(info, group: group) == itself)
        }
        for other in ["org.example.App", "org.example.Other"] {
            #expect(
                try identity(info, group: "\(slice)/app-flatpak-\(other)-1.scope")
                    == .failed(.contradicted(".flatpak-info and the scope")))
        }
    }

    @Test("an instance is numbered as Flatpak does it, or not at all")
    func instance() {
        func app(_ line: String) -> String? {
            FlatpakInfo(Array("[Application]\nname=a.b.c\n[Instance]\n\(line)\n".utf8))?.app
        }
        for line in ["", "instance-id=0", "instance-id=4294967295", "flatpak-version=1.14.10"] {
            #expect(app(line) == "a.b.c")
        }
        for line in [
            "instance-id=", "instance-id=../x", "instance-id=a", "instance-id=1 2", "instance-id=-1",
            "instance-id=123456789012345678901", "instance-id=\\q",
        ] {
            #expect(app(line) == nil)
        }
    }
}
