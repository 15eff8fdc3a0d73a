public import FilmgateDBus
public import FilmgateModel
import FilmgatePolicy

/// `org.filmgate.Admin1`: grants and clients, for administrators.
public enum AdminInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Admin1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Admin1_xml }

    public static let listGrants = ContractMethod<Arguments<GrantFilter>, Arguments<[ClientGrant]>>(
        "ListGrants", of: name, requires: .administration(.oversee),
        audit: .othersCalls { AuditSubject(client: $0.values.client) })
    public static let setGrant = ContractMethod<Arguments<GrantedClientName, WireLevel, GrantOptions>, Arguments<>>(
        "SetGrant", of: name, requires: .administration(nil), audit: .refusals { AuditSubject(client: $0.values.0.id) })
    public static let resetGrant = ContractMethod<Arguments<ClientName, UserOption>, Arguments<>>(
        "ResetGrant", of: name, requires: .administration(nil),
        audit: .refusals { AuditSubject(client: $0.values.0.id) })
    public static let pauseClient = ContractMethod<Arguments<ClientName, PauseOptions>, Arguments<>>(
        "PauseClient", of: name, requires: .administration(.takeBack),
        audit: .refusals { AuditSubject(client: $0.values.0.id) })
    public static let getSelection = ContractMethod<Arguments<ClientName, UserOption>, Arguments<[String]>>(
        "GetSelection", of: name, requires: .administration(.oversee),
        audit: .othersCalls { AuditSubject(client: $0.values.0.id) })
    public static let changeSelection = ContractMethod<
        Arguments<ClientName, [LibraryIdentifier], [LibraryIdentifier], UserOption>, Arguments<>
    >(
        "ChangeSelection", of: name, requires: .administration(nil),
        audit: .refusals { arguments in
            let (client, added, removed, _) = arguments.values
            return AuditSubject(ids: (added + removed).map(\.id), client: client.id)
        })
    public static let listClients = ContractMethod<Arguments<>, Arguments<[ConnectedApp]>>(
        "ListClients", of: name, requires: .administration(.oversee), audit: .othersCalls())
    public static let explainAccess = ContractMethod<
        Arguments<ClientName, OptionalAssetIdentifier, ExplanationOptions>, Arguments<AccessExplanation>
    >(
        "ExplainAccess", of: name, requires: .administration(.oversee),
        audit: .othersCalls { arguments in
            let (client, asset, _) = arguments.values
            return AuditSubject(ids: asset.id.map { [ObjectID($0)] } ?? [], client: client.id)
        })
    public static let readAudit = ContractMethod<Arguments<AccessFilter>, Arguments<[AccessRecord]>>(
        "ReadAudit", of: name, requires: .administration(.readAudit), audit: .refusals())

    public static let undoChanges = ContractMethod<
        Arguments<UndoneClientName, UndoOptions>, Arguments<UndoneChanges>
    >(
        "UndoChanges", of: name, requires: .administration(nil),
        audit: .refusals { AuditSubject(client: $0.values.0.id) })

    public static let replayPolicy = ContractMethod<
        Arguments<String, ReplayOptions>, Arguments<[ReplayedDecision]>
    >("ReplayPolicy", of: name, requires: .administration(.readAudit), audit: .calls())

    public static let listInbox = ContractMethod<Arguments<InboxFilter>, Arguments<[InboxItem]>>(
        "ListInbox", of: name, requires: .administration(.lookAtAdded),
        audit: .calls { AuditSubject(client: $0.values.client) }
    )
    public static let acceptAdded = ContractMethod<Arguments<[AssetIDText], UserOption>, Arguments<>>(
        "AcceptAdded", of: name, requires: .administration(.decideOnAdded),
        audit: .refusals { AuditSubject(ids: $0.values.0.map { ObjectID($0.id) }) })
    public static let rejectAdded = ContractMethod<Arguments<[AssetIDText], RejectionOptions>, Arguments<>>(
        "RejectAdded", of: name, requires: .administration(.decideOnAdded),
        audit: .refusals { AuditSubject(ids: $0.values.0.map { ObjectID($0.id) }) })

    public static let listKeptItems = ContractMethod<Arguments<KeptItemFilter>, Arguments<[KeptItemSummary]>>(
        "ListKeptItems", of: name, requires: .administration(.oversee),
        audit: .othersCalls { AuditSubject(client: $0.values.client) })
    public static let forgetKeptItems = ContractMethod<
        Arguments<ClientName, [PickHandleText], UserOption>, Arguments<>
    >(
        "ForgetKeptItems", of: name, requires: .administration(.takeBack),
        audit: .refusals { AuditSubject(client: $0.values.0.id) })

    public static let inboxChanged = Signal<Arguments<>>("InboxChanged")
    public static let grantsChanged = Signal<Arguments<>>("GrantsChanged")

    public static var members: [Member] {
        [
            Member(listGrants), Member(setGrant), Member(resetGrant), Member(pauseClient), Member(getSelection),
            Member(changeSelection), Member(listClients), Member(explainAccess), Member(readAudit), Member(undoChanges),
            Member(replayPolicy), Member(listInbox), Member(acceptAdded), Member(rejectAdded), Member(listKeptItems),
            Member(forgetKeptItems),
            Member(grantsChanged), Member(inboxChanged),
            Member(Wire.versionProperty),
        ]
    }
}
