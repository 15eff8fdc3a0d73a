import FilmgateTestKit
import FilmgateTestWorlds
import FilmgateWire
import Foundation
import FoundationXML
import Testing

/// Each caller calls each member, and the broker answers as the table says.
@Suite("The table of members", .inProcess)
struct MemberTableTests {
    @Test("is what each caller meets", arguments: MemberCaller.allCases)
    func outcomes(of caller: MemberCaller) async throws {
        try await withWorld(caller.settings) { world in try await Self.compare(caller, in: world) }
    }

    @Test(
        "is what callers meet that are real programs in real sandboxes", .asProcesses,
        arguments: [MemberCaller.unidentified, .undecided, .limited, .tool])
    func outcomesOfPrograms(of caller: MemberCaller) async throws {
        try await withWorld(caller.settings) { world in try await Self.compare(caller, in: world) }
    }

    private static func compare(_ caller: MemberCaller, in world: World) async throws {
        try await caller.act(in: world) { scene in
            var asking = 0
            for call in MemberCall.all {
                let expected = MemberTable.rows.first { $0.name == call.name }?.cells[caller] ?? ""
                do {
                    let outcome = try await call.outcome(in: scene, expecting: expected)
                    #expect(outcome == expected, "\(call.name) by '\(caller.rawValue)'")
                } catch {
                    Issue.record("\(call.name) by '\(caller.rawValue)', expected \(expected): \(error)")
                }
                asking += expected == "asks" ? 1 : 0
            }
            let asked = await scene.person.prompts.filter { $0.kind != "pick" && $0.client["id"]?.text == scene.id }
            let picks = MemberTable.rows.count { $0.name == "Picker1.Pick" && $0.cells[caller] == "asks" }
            #expect(asked.count == asking - picks, "\(asked)")
        }
    }

    // MARK: Completeness

    /// Every member of every interface, as `Interface1.Member`, from the XML under `dbus`.
    static func members() throws -> Set<String> {
        let members = try elements("//interface/method | //interface/signal | //interface/property")
        return Set(members.map { "\(interface(of: $0)).\(name(of: $0))" })
    }

    /// The methods that take an argument with such a name.
    static func methods(taking isMeant: (String) -> Bool) throws -> Set<String> {
        Set(
            try elements("//interface/method[arg]").filter { method in
                method.elements(forName: "arg").contains {
                    $0.attribute(forName: "direction")?.stringValue == "in" && isMeant(name(of: $0))
                }
            }.map(name))
    }

    private static func elements(_ path: String) throws -> [XMLElement] {
        var root = URL(filePath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let files = try FileManager.default.contentsOfDirectory(
            at: root.appending(path: "dbus"), includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "xml" }.flatMap { file in
            try XMLDocument(contentsOf: file).nodes(forXPath: path).compactMap { $0 as? XMLElement }
        }
    }

    private static func name(of element: XMLElement) -> String {
        element.attribute(forName: "name")?.stringValue ?? ""
    }

    private static func interface(of member: XMLElement) -> String {
        (member.parent as? XMLElement).map(name)?.replacing("org.filmgate.", with: "") ?? ""
    }

    @Test("has a row for every member of every interface, and none for others")
    func complete() throws {
        let members = try Self.members()
        #expect(members.count > 80)
        let rows = Set(MemberTable.rows.compactMap { $0.name.split(separator: " ").first.map(String.init) })
        #expect(members.subtracting(rows).sorted() == [], "members without a row")
        #expect(rows.subtracting(members).sorted() == [], "rows without a member")
    }

    @Test("has a row for every change of a batch")
    func changes() {
        let rows = Set(
            MemberTable.rows.filter { $0.name.hasPrefix("Library1.PerformChanges ") }
                .map { String($0.name.split(separator: " ")[1]) })
        #expect(rows == Set(ChangeKind.allCases.map(\.rawValue)))
    }

    @Test("has a call for every row, a cell for every caller, and no row twice")
    func cells() {
        let names = MemberTable.rows.map(\.name)
        #expect(names.sorted() == MemberCall.all.map(\.name).sorted())
        #expect(Set(names).count == names.count)
        let words = Set(MemberCall.words.values).union(["ok", "asks", "none"])
        for (name, cells) in MemberTable.rows {
            #expect(Set(cells.keys) == Set(MemberCaller.allCases), "\(name)")
            #expect(Set(cells.values).isSubset(of: words), "\(name): \(cells)")
        }
    }
}
