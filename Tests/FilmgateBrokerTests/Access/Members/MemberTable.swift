import Testing

/// Who may call each member, at which level and in which state: what CONTRACT.md and DESIGN.md (section 3) say, written
/// out.
///
/// Columns are the callers of `MemberCaller`. Cells: `ok` · `asks` (the person is asked, and declines) · `none` (a
/// signal that does not come) · errors: `nd` NotDetermined, `ad` AccessDenied, `re` Restricted, `nf` NotFound, `na`
/// NotAuthorized, `ia` InteractiveAuthorizationRequired, `inv` InvalidArgument, `noag` NoAgent, `uo` UnknownObject,
/// `um` UnknownMethod or UnknownInterface. A row of a signal says who receives it after the call that asks for it.
enum MemberTable {
    static let text = """
                                                               unkn  other undec none  add   lim   empty full  read  mng   restr pause expir prog  tool  agent
        Authorization1.GetStatus                               ad    ad    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Authorization1.GetClient                               ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Authorization1.RequestAccess                           ad    ad    asks  ok    ok    ok    ok    ok    ok    ok    ok    asks  asks  asks  ok    ok
        Authorization1.RequestAccess of add-only               ad    ad    asks  ok    ok    ok    ok    ok    ok    ok    ok    ok    asks  asks  ok    ok
        Authorization1.EditSelection                           ad    ad    nd    ad    ad    asks  asks  inv   inv   inv   re    nd    nd    nd    inv   inv
        Authorization1.OpenSettings                            ad    ad    asks  asks  asks  asks  asks  asks  asks  asks  asks  asks  asks  asks  asks  noag
        Authorization1.StatusChanged                           none  none  ok    ok    ok    ok    ok    ok    ok    ok    none  ok    ok    ok    none  none

        Library1.Fetch                                         ad    ad    nd    ad    ad    ok    ok    ok    ok    ok    re    nd    nd    nd    ok    ok
        Library1.Fetch of albums                               ad    ad    nd    ad    ad    ok    ok    ok    ok    ok    re    nd    nd    nd    ok    ok
        Library1.CountBy                                       ad    ad    nd    ad    ad    ok    ok    ok    ok    ok    re    nd    nd    nd    ok    ok
        Library1.GetCapabilities                               ad    ad    nd    ad    ad    ok    nf    ok    ok    ok    re    nd    nd    nd    ok    ok
        Library1.CreateTransient                               ad    ad    nd    ad    ad    ok    nf    ok    ok    ok    re    nd    nd    nd    ok    ok
        Library1.CancelChanges                                 ad    ad    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Library1.GetReceipts                                   ad    ad    nd    ad    ok    ok    ok    ok    ok    ok    re    ok    nd    nd    ok    ok
        Library1.WithdrawAdded                                 ad    ad    nd    ad    ok    ok    ok    ok    ok    ok    re    ok    nd    nd    nf    nf

        Library1.PerformChanges create-asset                   ad    ad    nd    ad    ok    ok    ok    ok    ok    ok    re    ok    nd    nd    ok    ok
        Library1.PerformChanges set-properties                 ad    ad    nd    ad    ad    ok    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges add-keywords                   ad    ad    nd    ad    ad    ok    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges remove-keywords                ad    ad    nd    ad    ad    ok    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges set-burst-pick                 ad    ad    nd    ad    ad    ad    ad    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges delete-assets                  ad    ad    nd    ad    ad    asks  nf    asks  ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges delete-assets without a person ad    ad    nd    ad    ad    ia    nf    ia    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges restore-assets                 ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges purge-assets                   ad    ad    nd    ad    ad    nf    nf    asks  ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges set-content                    ad    ad    nd    ad    ad    asks  inv   asks  ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges revert-content                 ad    ad    nd    ad    ad    asks  nf    asks  ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges create-album                   ad    ad    nd    ad    ad    ad    ad    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges create-folder                  ad    ad    nd    ad    ad    ad    ad    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges rename                         ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges set-rule                       ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges delete-albums                  ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges delete-folders                 ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges set-cover                      ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges add-assets                     ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges remove-assets                  ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges insert-assets                  ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges move-assets                    ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges add-children                   ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges remove-children                ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges insert-children                ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Library1.PerformChanges move-children                  ad    ad    nd    ad    ad    nf    nf    ok    ad    ok    re    nd    nd    nd    ok    ok

        Observation1.Subscribe                                 ad    ad    nd    ad    ad    ok    ok    ok    ok    ok    re    nd    nd    nd    ok    ok
        Observation1.Unsubscribe                               ad    ad    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Observation1.ChangesSince                              ad    ad    nd    ad    ad    ok    ok    ok    ok    ok    re    nd    nd    nd    ok    ok
        Observation1.LibraryChanged                            ad    ad    nd    ad    ad    ok    none  ok    ok    ok    re    nd    nd    nd    ok    ok

        FetchResult1.Read                                      uo    uo    uo    uo    uo    ok    ok    ok    ok    ok    uo    uo    uo    uo    ok    ok
        FetchResult1.Read of another client's                  uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo
        FetchResult1.Snapshot                                  uo    uo    uo    uo    uo    ok    ok    ok    ok    ok    uo    uo    uo    uo    ok    ok
        FetchResult1.Snapshot of another client's              uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo
        FetchResult1.IndexOf                                   uo    uo    uo    uo    uo    ok    ok    ok    ok    ok    uo    uo    uo    uo    ok    ok
        FetchResult1.IndexOf of another client's               uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo
        FetchResult1.Update                                    uo    uo    uo    uo    uo    ok    ok    ok    ok    ok    uo    uo    uo    uo    ok    ok
        FetchResult1.Update of another client's                uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo
        FetchResult1.Close                                     uo    uo    uo    uo    uo    ok    ok    ok    ok    ok    uo    uo    uo    uo    ok    ok
        FetchResult1.Close of another client's                 uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo
        FetchResult1.Count                                     uo    uo    uo    uo    uo    ok    ok    ok    ok    ok    uo    uo    uo    uo    ok    ok

        Images1.RequestImage                                   ad    ad    nd    ad    ad    ok    nf    ok    ok    ok    re    nd    nd    nd    ok    ok
        Images1.RequestVideo                                   ad    ad    nd    ad    ad    ok    nf    ok    ok    ok    re    nd    nd    nd    ok    ok
        Images1.RequestLivePhoto                               ad    ad    nd    ad    ad    ok    nf    ok    ok    ok    re    nd    nd    nd    ok    ok
        Images1.StartCaching                                   ad    ad    nd    ad    ad    ok    ok    ok    ok    ok    re    nd    nd    nd    ok    ok
        Images1.StopCaching                                    ad    ad    nd    ad    ad    ok    ok    ok    ok    ok    re    nd    nd    nd    ok    ok
        Images1.StopCachingAll                                 ad    ad    nd    ad    ad    ok    ok    ok    ok    ok    re    nd    nd    nd    ok    ok
        Resources1.ListResources                               ad    ad    nd    ad    ad    ok    nf    ok    ok    ok    re    nd    nd    nd    ok    ok
        Resources1.OpenResource                                ad    ad    nd    ad    ad    ok    nf    ok    ok    ok    re    nd    nd    nd    ok    ok
        Resources1.RequestResource                             ad    ad    nd    ad    ad    ok    nf    ok    ok    ok    re    nd    nd    nd    ok    ok
        Resources1.GetMetadata                                 ad    ad    nd    ad    ad    ok    nf    ok    ok    ok    re    nd    nd    nd    ok    ok

        Editing1.BeginEditing                                  ad    ad    nd    ad    ad    ok    nf    ok    ad    ok    re    nd    nd    nd    ok    ok
        Editing1.CreateTicket                                  ad    ad    nd    ad    ad    na    na    na    ad    na    re    nd    nd    nd    ok    ok
        Editing1.TakeUp                                        ad    ad    ok    ok    ok    ok    ok    ok    ok    ok    ad    ok    ok    ok    ok    ok
        Editing1.TakeUp of another client's                    ad    ad    ad    ad    ad    ad    ad    ad    ad    ad    ad    ad    ad    ad    ad    ad
        EditSession1.Finish                                    uo    uo    uo    uo    uo    ok    uo    ok    uo    ok    uo    uo    uo    uo    ok    ok
        EditSession1.Finish of another client's                uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo
        EditSession1.Transform                                 uo    uo    uo    uo    uo    ok    uo    ok    uo    ok    uo    uo    uo    uo    ok    ok
        EditSession1.Transform of another client's             uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo
        EditSession1.Cancel                                    uo    uo    uo    uo    uo    ok    uo    ok    uo    ok    uo    uo    uo    uo    ok    ok
        EditSession1.Cancel of another client's                uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo

        Picker1.Pick                                           ad    ad    asks  asks  asks  asks  asks  asks  asks  asks  re    asks  asks  asks  asks  noag
        Picker1.OpenItem                                       ad    ad    ok    ok    ok    ok    ok    ok    ok    ok    nf    ok    ok    ok    ok    nf
        Picker1.RequestItem                                    ad    ad    ok    ok    ok    ok    ok    ok    ok    ok    nf    ok    ok    ok    ok    nf
        Picker1.GetItemMetadata                                ad    ad    ok    ok    ok    ok    ok    ok    ok    ok    nf    ok    ok    ok    ok    nf
        Picker1.KeptItems                                      ad    ad    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Picker1.ForgetItems                                    ad    ad    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok

        Request1.Close                                         uo    uo    ok    ok    ok    ok    ok    ok    ok    ok    uo    ok    ok    ok    ok    uo
        Request1.Close of another client's                     uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo    uo
        Request1.Response                                      ad    ad    nd    ad    ad    ok    nf    ok    ok    ok    re    nd    nd    nd    ok    ok
        Request1.Delivery                                      ad    ad    nd    ad    ad    ok    nf    ok    ok    ok    re    nd    nd    nd    ok    ok
        Request1.Progress                                      ad    ad    nd    ad    ad    ok    nf    ok    ok    ok    re    nd    nd    nd    ok    ok

        Delegation1.ActAs                                      ad    ad    na    na    na    na    na    na    na    na    na    na    na    na    na    na
        AgentManager1.RegisterAgent                            ad    ad    na    na    na    na    na    na    na    na    na    na    na    na    na    ok
        AgentManager1.Active                                   ad    ad    na    na    na    na    na    na    na    na    na    na    na    na    na    ok
        AgentManager1.UnregisterAgent                          ad    ad    na    na    na    na    na    na    na    na    na    na    na    na    na    ok

        Admin1.ListGrants                                      ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.SetGrant                                        ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.SetGrant that takes back                        ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.ResetGrant                                      ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.GetSelection                                    ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.ChangeSelection                                 ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.PauseClient                                     ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.ListClients                                     ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.ReadAudit                                       ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.ExplainAccess                                   ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.UndoChanges                                     ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.ReplayPolicy                                    ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.ListInbox                                       ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.AcceptAdded                                     ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.RejectAdded                                     ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.ListKeptItems                                   ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.ForgetKeptItems                                 ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.GrantsChanged                                   ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Admin1.InboxChanged                                    ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok

        Maintenance1.GetSummary                                ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Maintenance1.Verify                                    ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Maintenance1.VerifyAudit                               ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Maintenance1.ClearCache                                ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok

        Backup1.BeginBackup                                    ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Backup1.OpenFiles                                      ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Backup1.FinishBackup                                   ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Backup1.BeginRestore                                   ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Backup1.AddFiles                                       ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Backup1.FinishRestore                                  ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok
        Backup1.CancelRestore                                  ad    ad    na    na    na    na    na    na    na    na    na    na    na    ok    ok    ok

        Agent1.Prompt                                          um    um    um    um    um    um    um    um    um    um    um    um    um    um    um    um
        Agent1.Dismiss                                         um    um    um    um    um    um    um    um    um    um    um    um    um    um    um    um
        Editor1.Edit                                           um    um    um    um    um    um    um    um    um    um    um    um    um    um    um    um
        Identify1.Identify                                     um    um    um    um    um    um    um    um    um    um    um    um    um    um    um    um
        Identify1.IdentifyProcess                              um    um    um    um    um    um    um    um    um    um    um    um    um    um    um    um

        Admin1.Version                                         ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        AgentManager1.Version                                  ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Authorization1.Version                                 ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Backup1.Version                                        ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Delegation1.Version                                    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Editing1.Version                                       ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Images1.Version                                        ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Library1.Version                                       ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Maintenance1.Version                                   ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Observation1.Version                                   ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Picker1.Version                                        ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        Resources1.Version                                     ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
        """

    /// The expected outcomes by the names of `MemberCall` and the callers.
    static let rows: [(name: String, cells: [MemberCaller: String])] = {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let callers = lines[0].compactMap(MemberCaller.init)
        return lines.dropFirst().map { words in
            let cells = words.suffix(callers.count)
            return (
                words.dropLast(callers.count).joined(separator: " "),
                Dictionary(uniqueKeysWithValues: zip(callers, cells))
            )
        }
    }()
}
