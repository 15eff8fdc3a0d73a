import FilmgateTestKit
import Foundation
import Testing

@Suite("Installing")
struct InstallTests {
    @Test(
        "installs every file in its place, and no others",
        arguments: ["/usr", "/usr/local", "/opt/filmgate"])
    func files(_ prefix: String) async throws {
        let root = try await installed(prefix: prefix)
        let found = try await run("/usr/bin/find", root.path, "-not", "-type", "d", "-printf", "%m %y /%P\\n")
        let policies = prefix == "/usr" ? "/usr/share/dbus-1/system.d" : "/etc/dbus-1/system.d"
        let list = try String(
            contentsOfFile: "\(source)/Tests/InstallationTests/Scripts/installed-files", encoding: .utf8)
        let expected = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.replacingOccurrences(of: "@prefix@", with: prefix).replacingOccurrences(of: "@policies@", with: policies)
        }
        let documents = try FileManager.default.contentsOfDirectory(atPath: "\(source)/docs").map {
            "644 f \(prefix)/share/doc/filmgate/docs/\($0)"
        }
        let interfaces = try FileManager.default.contentsOfDirectory(atPath: "\(source)/dbus").filter {
            $0.hasSuffix(".xml")
        }.map { "644 f \(prefix)/share/dbus-1/interfaces/\($0)" }
        let examples = try FileManager.default.subpathsOfDirectory(atPath: "\(source)/examples").filter {
            $0.split(separator: "/").last?.contains(".") == true && !$0.contains("__pycache__")
        }.map {
            let isProgram = FileManager.default.isExecutableFile(atPath: "\(source)/examples/\($0)")
            return "\(isProgram ? "755" : "644") f \(prefix)/share/doc/filmgate/examples/\($0)"
        }
        let all = Set(expected + documents + interfaces + examples)
        #expect(Set(found.lines).subtracting(all).sorted() == [])
        #expect(all.subtracting(found.lines).sorted() == [])
    }

    @Test("does not mention the build folder, and fills in the paths of the programs")
    func filled() async throws {
        let root = try await installed()
        let marks = try await run(
            "/usr/bin/grep", "-rIlE", "@[a-z]+dir@|\(root.path)|\(source)", root.path)
        #expect(marks.lines.isEmpty, "\(marks)")
        let unit = try String(contentsOfFile: "\(root.path)/usr/lib/systemd/system/filmgated.service", encoding: .utf8)
        #expect(unit.contains("ExecStart=/usr/libexec/filmgate/filmgated --bus system\n"))
    }

    @Test("has units that systemd accepts")
    func units() async throws {
        let folder = try InstallationFolder()
        let systemd = "\(source)/data/systemd"
        for name in ["filmgated.service", "filmgate-identify.service", "filmgate-agent@.service"] {
            let text = try String(contentsOfFile: "\(systemd)/\(name).in", encoding: .utf8)
                .replacingOccurrences(of: "@libexecdir@/filmgate-identify", with: "/bin/true")
                .replacingOccurrences(of: "@libexecdir@", with: programs)
            #expect(text.contains(/\nMemoryMax=\d+[MG]\n/), "\(name) bounds no memory")
            // Else the end of one worker would be the end of all.
            #expect(text.contains("OOMPolicy=continue\n") == (name == "filmgated.service"), "\(name)")
            try folder.write(text, to: name.replacingOccurrences(of: "@.", with: "@65534."))
        }
        let names = ["filmgated.service", "filmgate-identify.service", "filmgate-agent@65534.service"]
        for name in names {
            let verdict = try await run("/usr/bin/systemd-analyze", "verify", "--man=no", "\(folder.path)/\(name)")
            #expect(verdict.code == 0 && verdict.errors.isEmpty, "\(name): \(verdict)")
            let exposure = try await run(
                "/usr/bin/systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager",
                "\(folder.path)/\(name)")
            #expect(exposure.code == 0, "\(name): \(exposure)")
        }
    }

    @Test("has units and timers for backups that systemd accepts")
    func backupUnits() async throws {
        let folder = try InstallationFolder()
        let systemd = "\(source)/data/systemd"
        for (file, name) in [
            ("filmgate-backup@.service.in", "filmgate-backup@anna.service"),
            ("filmgate-backup@.timer", "filmgate-backup@anna.timer"),
            ("user/filmgate-backup.service.in", "filmgate-backup.service"),
            ("user/filmgate-backup.timer", "filmgate-backup.timer"),
        ] {
            let text = try String(contentsOfFile: "\(systemd)/\(file)", encoding: .utf8)
            try folder.write(text.replacingOccurrences(of: "@libexecdir@", with: programs), to: name)
        }
        for name in ["filmgate-backup@anna.timer", "filmgate-backup.timer"] {
            let verdict = try await run("/usr/bin/systemd-analyze", "verify", "--man=no", "\(folder.path)/\(name)")
            #expect(verdict.code == 0 && verdict.errors.isEmpty, "\(name): \(verdict)")
        }
    }

    @Test("has a desktop file, AppStream metadata and polkit actions that their tools accept")
    func metadata() async throws {
        let (data, example) = ("\(source)/data", "\(source)/examples/flatpak/org.example.Postcard")
        let editor = "\(source)/examples/vignette/org.filmgate.example.Vignette"
        for command in [
            [
                "/usr/bin/desktop-file-validate", "\(data)/applications/org.filmgate.Agent.desktop",
                "\(data)/applications/org.filmgate.Filmgate.desktop",
                "\(example).desktop", "\(editor).desktop",
            ],
            [
                "/usr/bin/appstreamcli", "validate", "--no-net", "\(data)/metainfo/org.filmgate.Filmgate.metainfo.xml",
                "\(example).metainfo.xml", "\(editor).metainfo.xml",
            ],
            [
                "/usr/bin/xmllint", "--noout", "--nonet", "--dtdvalid", "/usr/share/polkit-1/policyconfig-1.dtd",
                "\(source)/polkit/org.filmgate.policy",
            ],
        ] where FileManager.default.isExecutableFile(atPath: command[0]) {
            let result = try await Program(command[0], Array(command.dropFirst())).result()
            #expect(result.code == 0, "\(result)")
        }
    }
}
