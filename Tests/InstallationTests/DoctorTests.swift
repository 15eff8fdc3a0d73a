import FilmgateTestKit
import Foundation
import Testing

@Suite("The doctor")
struct DoctorTests {
    /// One thing that is wrong, and what the doctor makes of it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let check: String
        let finding: String
        let plant: @Sendable (String) throws -> Void
        var testDescription: String { name }
    }

    @Test(
        "finds no problems after 'make install' and the package's scripts",
        .enabled(if: isRoot, "only root can give files to other users"), arguments: ["/usr", "/usr/local"])
    func healthy(_ prefix: String) async throws {
        let root = try await system(prefix: prefix)
        let result = try await run(BuiltProgram.path("filmgatectl"), "doctor", "--root", root.path)
        #expect(result.code == 0, "\(result)")
        #expect(result.output.contains("No problems found"))
        #expect(!result.output.contains("WRONG"))
    }

    @Test(
        "finds exactly the problem, and suggests a fix",
        .enabled(if: isRoot, "only root can give files to other users"), arguments: DoctorTests.faults)
    func planted(_ fault: Fault) async throws {
        let root = try await system(prefix: "/usr")
        try fault.plant(root.path)
        let result = try await run(BuiltProgram.path("filmgatectl"), "doctor", "--json", "--root", root.path)
        #expect(result.code == 78, "\(result)")
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        let wrong = report.checks.filter { $0.state == "fault" }
        #expect(!report.healthy && wrong.map(\.check) == [fault.check], "\(wrong)")
        #expect(wrong.first?.finding.contains(fault.finding) == true, "\(wrong)")
        #expect(wrong.first?.fix?.isEmpty == false)
    }

    private static let policy = "/usr/share/dbus-1/system.d/org.filmgate.Library1.conf"
    private static let faults: [Fault] = [
        Fault(name: "no bus policy", check: "bus policy", finding: "no policy") { try remove($0 + policy) },
        Fault(name: "a bus policy without statistics", check: "bus policy", finding: "the statistics of connections") {
            try edit($0 + policy) { $0.replacing("org.freedesktop.DBus.Debug.Stats", with: "org.example.None") }
        },
        Fault(name: "a bus policy without agents", check: "bus policy", finding: "does not let agents register") {
            try edit($0 + policy) { $0.replacing("AgentManager1", with: "AgentManager0") }
        },
        Fault(name: "no activation", check: "activation", finding: "org.filmgate.Identify1") {
            try remove($0 + "/usr/share/dbus-1/system-services/org.filmgate.Identify1.service")
        },
        Fault(name: "no actions", check: "polkit actions", finding: "is missing") {
            try remove($0 + "/usr/share/polkit-1/actions/org.filmgate.policy")
        },
        Fault(name: "actions without their owner", check: "polkit actions", finding: "the owner of the actions") {
            try edit($0 + "/usr/share/polkit-1/actions/org.filmgate.policy") {
                $0.replacing("unix-user:filmgate", with: "unix-user:other")
            }
        },
        Fault(name: "no unit", check: "units", finding: "filmgate-identify.service") {
            try remove($0 + "/usr/lib/systemd/system/filmgate-identify.service")
        },
        Fault(name: "no user", check: "accounts", finding: "Missing accounts: user filmgate-identify") {
            try edit($0 + "/etc/passwd") { $0.replacing("filmgate-identify:", with: "other:") }
        },
        Fault(name: "a member of the agents' group", check: "accounts", finding: "anna") {
            try edit($0 + "/etc/group") { $0.replacing(":61783:", with: ":61783:anna") }
        },
        Fault(name: "no state folder", check: "state folder", finding: "is missing") {
            try remove($0 + "/var/lib/filmgate")
        },
        Fault(name: "a state folder of root's", check: "state folder", finding: "does not belong") {
            chown($0 + "/var/lib/filmgate", 0, 0)
        },
        Fault(name: "a state folder that others can read", check: "state folder", finding: "0755") {
            chmod($0 + "/var/lib/filmgate", 0o755)
        },
        Fault(name: "no worker", check: "programs", finding: "filmgate-render is missing") {
            try remove($0 + "/usr/libexec/filmgate/filmgate-render")
        },
        Fault(name: "a broker that others can change", check: "programs", finding: "can change") {
            chmod($0 + "/usr/libexec/filmgate/filmgated", 0o777)
        },
        Fault(name: "no helper", check: "identification", finding: "filmgate-identify is missing") {
            try remove($0 + "/usr/libexec/filmgate/filmgate-identify")
        },
        Fault(name: "no program for cameras", check: "cameras", finding: "filmgate-camera is missing") {
            try remove($0 + "/usr/libexec/filmgate/filmgate-camera")
        },
        Fault(name: "an agent without its group", check: "agent's group", finding: "does not have the group") {
            chmod($0 + "/usr/libexec/filmgate/filmgate-agent", 0o755)
        },
        Fault(name: "an agent with a different group", check: "agent's group", finding: "does not have the group") {
            chown($0 + "/usr/libexec/filmgate/filmgate-agent", 0, 61781)
            chmod($0 + "/usr/libexec/filmgate/filmgate-agent", 0o2755)
        },
    ]

    @Test("checks a private bus")
    func privateSetting() async throws {
        let settings = WorldSettings(
            configuration: "[agent]\nexecutables=\(BuiltProgram.path("filmgate-agent"))\n")
        try await withWorld(settings) { world in
            let alone = try await world.ctl("doctor", "--json")
            let checks = try JSONDecoder().decode(Report.self, from: Data(alone.output.utf8)).checks
            #expect(alone.code == 0, "\(alone)")
            let states = Dictionary(uniqueKeysWithValues: checks.map { ($0.check, $0.state) })
            #expect(states["broker"] == "ok" && states["calls"] == "ok" && states["sandbox"] == "ok", "\(states)")
            #expect(states["bus statistics"] == "ok" && states["policy files"] == "ok", "\(states)")
            #expect(states["agent"] == "warning" && states["polkit"] == nil, "\(states)")

            let agent = try world.start([BuiltProgram.path("filmgate-agent"), "--answer", "* read-write=dismiss"])
            try await eventually { try await world.ctl("doctor").output.contains("An agent runs.") }
            await agent.stop()

            try world.writePolicy("[*]\nhighest=ful\n")
            try await world.reloadPolicy()
            try await eventually {
                let ill = try await world.ctl("doctor")
                return ill.code == 78 && ill.output.contains("WRONG policy files: The policy files have errors")
            }
        }
    }

    @Test("reports a missing bus, and a missing broker")
    func absence() async throws {
        let nowhere = try await run(BuiltProgram.path("filmgatectl"), "doctor", "--bus", "unix:path=/nonexistent")
        #expect(nowhere.code == 78 && nowhere.output.contains("WRONG bus:"), "\(nowhere)")
        let bus = try PrivateBus()
        defer { bus.stop() }
        let nobody = try await run(BuiltProgram.path("filmgatectl"), "doctor", "--bus", bus.address)
        #expect(
            nobody.code == 78
                && nobody.output.contains(
                    "WRONG broker: org.filmgate.Library1 is not running, and the bus has no service file"),
            "\(nobody)")
        let folder = try await run(BuiltProgram.path("filmgatectl"), "doctor", "--root", "/nonexistent")
        #expect(folder.code == 66, "\(folder)")
    }

    @Test("reports a bus that does not give its statistics")
    func statistics() async throws {
        let bus = try PrivateBus(
            limits: """
                <policy context="mandatory">
                  <deny send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Debug.Stats"/>
                </policy>
                """)
        defer { bus.stop() }
        let result = try await run(BuiltProgram.path("filmgatectl"), "doctor", "--bus", bus.address)
        #expect(
            result.output.contains("WRONG bus statistics: The bus does not give the statistics of connections."),
            "\(result)")
    }

    @Test(
        "warns about a bus that delivers forged replies and lets programs monitor others, but not about Filmgate's own configuration"
    )
    func exposedBus() async throws {
        func states(on bus: PrivateBus) async throws -> [String: String] {
            let result = try await run(BuiltProgram.path("filmgatectl"), "doctor", "--json", "--bus", bus.address)
            let checks = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8)).checks
            return Dictionary(uniqueKeysWithValues: checks.map { ($0.check, $0.state) })
        }
        let session = try PrivateBus()
        defer { session.stop() }
        let exposed = try await states(on: session)
        #expect(exposed["bus replies"] == "warning" && exposed["bus monitoring"] == "warning", "\(exposed)")
        let shipped = try PrivateBus.shipped()
        defer { shipped.stop() }
        let closed = try await states(on: shipped)
        #expect(closed["bus replies"] == "ok" && closed["bus monitoring"] == "ok", "\(closed)")
        #expect(closed["bus statistics"] == "ok", "\(closed)")
    }

    // MARK: A system in a folder

    private struct Report: Decodable {
        struct Check: Decodable {
            let check: String
            let state: String
            let finding: String
            let fix: String?
        }
        let healthy: Bool
        let checks: [Check]
    }

    /// What a package leaves behind, with a systemd that is only there to be seen.
    private func system(prefix: String) async throws -> InstallationFolder {
        let root = try await installed(prefix: prefix)
        try root.write("", to: "usr/lib/systemd/systemd")
        try root.write(
            "root:x:0:0::/root:/bin/sh\nfilmgate:x:61781:61781::/:/bin/false\nfilmgate-identify:x:61782:61782::/:/bin/false\n"
                + "anna:x:61790:61790::/:/bin/sh\n",
            to: "etc/passwd")
        try root.write("root:x:0:\nfilmgate:x:61781:\nfilmgate-agent:x:61783:\n", to: "etc/group")
        try FileManager.default.createDirectory(
            atPath: root.path + "/var/lib/filmgate", withIntermediateDirectories: true)
        chown(root.path + "/var/lib/filmgate", 61781, 61781)
        chmod(root.path + "/var/lib/filmgate", 0o700)
        let agent = "\(root.path)\(prefix)/libexec/filmgate/filmgate-agent"
        chown(agent, 0, 61783)
        chmod(agent, 0o2755)
        return root
    }

    private static func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

    private static func edit(_ path: String, _ change: (String) -> String) throws {
        let text = change(try String(contentsOfFile: path, encoding: .utf8))
        try Data(text.utf8).write(to: URL(filePath: path))
    }
}
