import FilmgateTestKit
import Foundation
import Testing

/// Each member on the system bus, where polkit decides about administration and the owner's tools.
///
/// Columns: `root` a program of root's · `ben` a program of a different user's · `prog` a program of the owner's, with
/// a password · `prno` the same, refused by polkit · `tool` one of the owner's tools, with a password · `ask` the same,
/// if a password must be asked for, which nobody can · `no` the same, refused. Cells as in the table of members in the
/// private setting. The bus itself lets only agents call `AgentManager1`.
@Suite(
    "The table of members on the system bus",
    .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct SystemMemberTableTests {
    static let text = """
                                                               root ben  prog prno tool ask  no
        Authorization1.GetStatus                               ad   ok   ok   ok   ok   ok   ok
        Authorization1.GetClient                               ok   ok   ok   ok   ok   ok   ok
        Authorization1.RequestAccess                           ad   noag asks asks ok   ok   ok
        Authorization1.RequestAccess of add-only               ad   noag asks asks ok   ok   ok
        Authorization1.EditSelection                           ad   nd   nd   nd   inv  ia   na
        Authorization1.OpenSettings                            ad   noag asks asks asks asks asks

        Library1.Fetch                                         ad   nd   nd   nd   ok   ia   na
        Library1.Fetch of albums                               ad   nd   nd   nd   ok   ia   na
        Library1.CountBy                                       ad   nd   nd   nd   ok   ia   na
        Library1.GetCapabilities                               ad   nd   nd   nd   ok   ia   na
        Library1.CreateTransient                               ad   nd   nd   nd   ok   ia   na
        Library1.CancelChanges                                 ad   ok   ok   ok   ok   ok   ok
        Library1.GetReceipts                                   ad   nd   nd   nd   ok   ia   na
        Library1.WithdrawAdded                                 ad   nd   nd   nd   nf   ia   na

        Library1.PerformChanges create-asset                   ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges set-properties                 ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges add-keywords                   ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges remove-keywords                ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges set-burst-pick                 ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges delete-assets                  ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges delete-assets without a person ad   nd   nd   nd   ok   ia   na
        Library1.PerformChanges restore-assets                 ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges purge-assets                   ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges set-content                    ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges revert-content                 ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges create-album                   ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges create-folder                  ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges rename                         ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges set-rule                       ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges delete-albums                  ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges delete-folders                 ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges set-cover                      ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges add-assets                     ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges remove-assets                  ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges insert-assets                  ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges move-assets                    ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges add-children                   ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges remove-children                ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges insert-children                ad   nd   nd   nd   ok   na   na
        Library1.PerformChanges move-children                  ad   nd   nd   nd   ok   na   na

        Observation1.Subscribe                                 ad   nd   nd   nd   ok   ia   na
        Observation1.Unsubscribe                               ad   ok   ok   ok   ok   ok   ok
        Observation1.ChangesSince                              ad   nd   nd   nd   ok   ia   na

        FetchResult1.Read                                      uo   uo   uo   uo   ok   uo   uo
        FetchResult1.Read of another client's                  uo   uo   uo   uo   uo   uo   uo
        FetchResult1.Snapshot                                  uo   uo   uo   uo   ok   uo   uo
        FetchResult1.Snapshot of another client's              uo   uo   uo   uo   uo   uo   uo
        FetchResult1.IndexOf                                   uo   uo   uo   uo   ok   uo   uo
        FetchResult1.IndexOf of another client's               uo   uo   uo   uo   uo   uo   uo
        FetchResult1.Update                                    uo   uo   uo   uo   ok   uo   uo
        FetchResult1.Update of another client's                uo   uo   uo   uo   uo   uo   uo
        FetchResult1.Close                                     uo   uo   uo   uo   ok   uo   uo
        FetchResult1.Close of another client's                 uo   uo   uo   uo   uo   uo   uo
        FetchResult1.Count                                     uo   uo   uo   uo   ok   uo   uo

        Images1.RequestImage                                   ad   nd   nd   nd   ok   ia   na
        Images1.RequestVideo                                   ad   nd   nd   nd   ok   ia   na
        Images1.RequestLivePhoto                               ad   nd   nd   nd   ok   ia   na
        Images1.StartCaching                                   ad   nd   nd   nd   ok   ia   na
        Images1.StopCaching                                    ad   nd   nd   nd   ok   ia   na
        Images1.StopCachingAll                                 ad   nd   nd   nd   ok   ia   na
        Resources1.ListResources                               ad   nd   nd   nd   ok   ia   na
        Resources1.OpenResource                                ad   nd   nd   nd   ok   ia   na
        Resources1.RequestResource                             ad   nd   nd   nd   ok   ia   na
        Resources1.GetMetadata                                 ad   nd   nd   nd   ok   ia   na

        Editing1.BeginEditing                                  ad   nd   nd   nd   ok   ia   na
        Editing1.CreateTicket                                  ad   nd   nd   nd   ok   ia   na
        Editing1.TakeUp                                        ad   ad   ok   ok   ok   ok   ok
        Editing1.TakeUp of another client's                    ad   ad   ad   ad   ad   ad   ad
        EditSession1.Finish                                    uo   uo   uo   uo   ok   uo   uo
        EditSession1.Finish of another client's                uo   uo   uo   uo   uo   uo   uo
        EditSession1.Transform                                 uo   uo   uo   uo   ok   uo   uo
        EditSession1.Transform of another client's             uo   uo   uo   uo   uo   uo   uo
        EditSession1.Cancel                                    uo   uo   uo   uo   ok   uo   uo
        EditSession1.Cancel of another client's                uo   uo   uo   uo   uo   uo   uo

        Picker1.Pick                                           ad   noag asks asks asks asks asks
        Picker1.OpenItem                                       ad   nf   ok   nf   ok   nf   nf
        Picker1.RequestItem                                    ad   nf   ok   nf   ok   nf   nf
        Picker1.GetItemMetadata                                ad   nf   ok   nf   ok   nf   nf
        Picker1.KeptItems                                      ad   ok   ok   ok   ok   ok   ok
        Picker1.ForgetItems                                    ad   ok   ok   ok   ok   ok   ok

        Request1.Close                                         uo   uo   ok   ok   ok   ok   ok
        Request1.Close of another client's                     uo   uo   uo   uo   uo   uo   uo

        Delegation1.ActAs                                      ad   na   na   na   na   na   na
        AgentManager1.RegisterAgent                            ad   ad   ad   ad   ad   ad   ad
        AgentManager1.Active                                   ad   ad   ad   ad   ad   ad   ad
        AgentManager1.UnregisterAgent                          ad   ad   ad   ad   ad   ad   ad

        Admin1.ListGrants                                      inv  ok   ok   na   ok   ia   na
        Admin1.SetGrant                                        inv  ok   ok   na   ok   ia   na
        Admin1.SetGrant that takes back                        inv  ok   ok   na   ok   ia   na
        Admin1.ResetGrant                                      inv  ok   ok   na   ok   ia   na
        Admin1.GetSelection                                    inv  ok   ok   na   ok   ia   na
        Admin1.ChangeSelection                                 inv  inv  ok   na   ok   ia   na
        Admin1.PauseClient                                     inv  inv  ok   na   ok   ia   na
        Admin1.ListClients                                     ok   ok   ok   na   ok   ia   na
        Admin1.ReadAudit                                       inv  ok   ok   na   ok   ia   na
        Admin1.ExplainAccess                                   inv  ok   ok   na   ok   ia   na
        Admin1.UndoChanges                                     inv  ok   ok   na   ok   ia   na
        Admin1.ReplayPolicy                                    inv  ok   ok   na   ok   ia   na
        Admin1.ListInbox                                       inv  ok   ok   na   ok   ia   na
        Admin1.AcceptAdded                                     inv  nf   ok   na   ok   ia   na
        Admin1.RejectAdded                                     inv  nf   ok   na   ok   ia   na
        Admin1.ListKeptItems                                   inv  ok   ok   na   ok   ia   na
        Admin1.ForgetKeptItems                                 inv  ok   ok   na   ok   ia   na

        Maintenance1.GetSummary                                inv  ok   ok   na   ok   ia   na
        Maintenance1.Verify                                    inv  ok   ok   na   ok   ia   na
        Maintenance1.VerifyAudit                               inv  ok   ok   na   ok   ia   na
        Maintenance1.ClearCache                                inv  ok   ok   na   ok   ia   na

        Backup1.BeginBackup                                    inv  ok   ok   na   ok   ia   na
        Backup1.OpenFiles                                      inv  ok   ok   na   ok   ia   na
        Backup1.FinishBackup                                   inv  ok   ok   na   ok   ia   na
        Backup1.BeginRestore                                   inv  ok   ok   na   ok   ia   na
        Backup1.AddFiles                                       inv  ok   ok   na   ok   ia   na
        Backup1.CancelRestore                                  inv  ok   ok   na   ok   ia   na
        Backup1.FinishRestore                                  inv  ok   ok   na   ok   ia   na

        Agent1.Prompt                                          ad   ad   ad   ad   ad   ad   ad
        Agent1.Dismiss                                         ad   ad   ad   ad   ad   ad   ad
        Editor1.Edit                                           ad   ad   ad   ad   ad   ad   ad
        Identify1.Identify                                     ad   ad   ad   ad   ad   ad   ad
        Identify1.IdentifyProcess                              ad   ad   ad   ad   ad   ad   ad

        Admin1.Version                                         ok   ok   ok   ok   ok   ok   ok
        AgentManager1.Version                                  ok   ok   ok   ok   ok   ok   ok
        Authorization1.Version                                 ok   ok   ok   ok   ok   ok   ok
        Backup1.Version                                        ok   ok   ok   ok   ok   ok   ok
        Delegation1.Version                                    ok   ok   ok   ok   ok   ok   ok
        Editing1.Version                                       ok   ok   ok   ok   ok   ok   ok
        Images1.Version                                        ok   ok   ok   ok   ok   ok   ok
        Library1.Version                                       ok   ok   ok   ok   ok   ok   ok
        Maintenance1.Version                                   ok   ok   ok   ok   ok   ok   ok
        Observation1.Version                                   ok   ok   ok   ok   ok   ok   ok
        Picker1.Version                                        ok   ok   ok   ok   ok   ok   ok
        Resources1.Version                                     ok   ok   ok   ok   ok   ok   ok
        """

    static let columns = text.split(separator: "\n")[0].split(separator: " ").map(String.init)

    static let rows: [String: [String: String]] = {
        let lines = text.split(separator: "\n").dropFirst().map { $0.split(separator: " ").map(String.init) }
        return Dictionary(
            uniqueKeysWithValues: lines.map { words in
                (
                    words.dropLast(columns.count).joined(separator: " "),
                    Dictionary(uniqueKeysWithValues: zip(columns, words.suffix(columns.count)))
                )
            })
    }()

    /// Signals are left to the private setting.
    static let calls = MemberCall.all.filter { !$0.isSignal }

    @Test("is what each caller meets", arguments: columns)
    func outcomes(of column: String) async throws {
        try await withSystem(configuration: "[agent]\nwait-milliseconds=0;0;0\n") { system in
            try system.answer(["*": "yes"])
            let scanner = try await system.client(.anna, flatpak: "org.example.Scanner")
            try "\(MemberScene.policy)preset=add-only\n".write(
                toFile: "\(system.folder)/policy.d/scanner.conf", atomically: true, encoding: .utf8)
            kill(try #require(system.broker), SIGHUP)
            try await eventually { try await scanner.status("add-only") == "authorized" }
            let owner = try await system.client(.anna, "tool")
            let library = try await SceneLibrary(of: owner)
            try await owner.grant(MemberScene.neighborID, "full", rights: ["originals", "write"])
            let agent = ScriptedAgent(try await system.client(.anna, "agent", group: .agents))
            try await agent.register(at: ScriptedAgent.path, ["settings": true])
            let person = ScriptedPerson(at: agent)
            await person.sitDown()
            let caller = try await Self.caller(column, in: system)
            let isAnnas = !["root", "ben"].contains(column)
            let scene = try await MemberScene(
                caller, id: isAnnas ? try await caller.identity().id : "", owner: owner, library,
                neighbor: system.client(.anna, flatpak: "org.example.Neighbor"),
                scanner: scanner, person)
            // Its authorization lasts, whatever polkit answers from now on.
            _ = try await owner.assets()
            try system.answer(["*": ["ask": "auth_self", "no": "no", "prno": "no"][column] ?? "yes"])
            for call in Self.calls {
                let expected = Self.rows[call.name]?[column] ?? ""
                do {
                    let outcome = try await call.outcome(in: scene, expecting: expected)
                    #expect(outcome == expected, "\(call.name) by '\(column)'")
                } catch {
                    Issue.record("\(call.name) by '\(column)', expected \(expected): \(error)")
                }
            }
            await person.leave()
        }
    }

    private static func caller(_ column: String, in system: SystemWorld) async throws -> TestClient {
        switch column {
        case "root": try await system.client(.root, "program")
        case "ben": try await system.client(.ben, "program")
        case "prog", "prno": try await system.client(.anna, "program")
        default: try await system.client(.anna, "tool")
        }
    }

    @Test("has a row for every call")
    func complete() {
        #expect(Self.rows.keys.sorted() == Self.calls.map(\.name).sorted())
    }
}
