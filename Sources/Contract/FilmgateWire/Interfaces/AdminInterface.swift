public import FilmgateDBus
public import FilmgateModel
import FilmgatePolicy

/// `org.filmgate.Admin1`: grants and clients, for administrators.
public enum AdminInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Admin1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Admin1_xml }

    public static let listGrants = ContractMethod<MessageArguments<GrantFilter>, MessageArguments<[ClientGrant]>>(
        "ListGrants", of: name, requires: .administration(.oversee),
        audit: .othersCalls { AuditSubject(client: $0.values.client) })
    public static let setGrant = ContractMethod<
        MessageArguments<GrantedClientIDText, WireLevel, GrantOptions>, MessageArguments<>
    >(
        "SetGrant", of: name, requires: .administration(nil), audit: .refusals { AuditSubject(client: $0.values.0.id) })
    public static let resetGrant = ContractMethod<MessageArguments<ClientIDText, UserOption>, MessageArguments<>>(
        "ResetGrant", of: name, requires: .administration(nil),
        audit: .refusals { AuditSubject(client: $0.values.0.id) })
    public static let pauseClient = ContractMethod<MessageArguments<ClientIDText, PauseOptions>, MessageArguments<>>(
        "PauseClient", of: name, requires: .administration(.takeBack),
        audit: .refusals { AuditSubject(client: $0.values.0.id) })
    public static let getSelection = ContractMethod<
        MessageArguments<ClientIDText, UserOption>, MessageArguments<[String]>
    >(
        "GetSelection", of: name, requires: .administration(.oversee),
        audit: .othersCalls { AuditSubject(client: $0.values.0.id) })
    public static let changeSelection = ContractMethod<
        MessageArguments<ClientIDText, [ObjectIDText], [ObjectIDText], UserOption>, MessageArguments<>
    >(
        "ChangeSelection", of: name, requires: .administration(nil),
        audit: .refusals { arguments in
            let (client, added, removed, _) = arguments.values
            return AuditSubject(ids: (added + removed).map(\.id), client: client.id)
        })
    public static let listClients = ContractMethod<MessageArguments<>, MessageArguments<[ConnectedApp]>>(
        "ListClients", of: name, requires: .administration(.oversee), audit: .othersCalls())
    public static let explainAccess = ContractMethod<
        MessageArguments<ClientIDText, OptionalAssetIdentifier, ExplanationOptions>, MessageArguments<AccessExplanation>
    >(
        "ExplainAccess", of: name, requires: .administration(.oversee),
        audit: .othersCalls { arguments in
            let (client, asset, _) = arguments.values
            return AuditSubject(ids: asset.id.map { [ObjectID($0)] } ?? [], client: client.id)
        })
    public static let readAudit = ContractMethod<MessageArguments<AuditLogFilter>, MessageArguments<[AuditLogRow]>>(
        "ReadAudit", of: name, requires: .administration(.readAudit), audit: .refusals())

    public static let undoChanges = ContractMethod<
        MessageArguments<UndoneClientIDText, UndoOptions>, MessageArguments<UndoneChanges>
    >(
        "UndoChanges", of: name, requires: .administration(nil),
        audit: .refusals { AuditSubject(client: $0.values.0.id) })

    public static let replayPolicy = ContractMethod<
        MessageArguments<String, ReplayOptions>, MessageArguments<[ReplayedDecision]>
    >("ReplayPolicy", of: name, requires: .administration(.readAudit), audit: .calls())

    public static let listInbox = ContractMethod<MessageArguments<InboxFilter>, MessageArguments<[InboxItem]>>(
        "ListInbox", of: name, requires: .administration(.lookAtAdded),
        audit: .calls { AuditSubject(client: $0.values.client) }
    )
    public static let acceptAdded = ContractMethod<MessageArguments<[AssetIDText], UserOption>, MessageArguments<>>(
        "AcceptAdded", of: name, requires: .administration(.decideOnAdded),
        audit: .refusals { AuditSubject(ids: $0.values.0.map { ObjectID($0.id) }) })
    public static let rejectAdded = ContractMethod<
        MessageArguments<[AssetIDText], RejectionOptions>, MessageArguments<>
    >(
        "RejectAdded", of: name, requires: .administration(.decideOnAdded),
        audit: .refusals { AuditSubject(ids: $0.values.0.map { ObjectID($0.id) }) })

    public static let listKeptItems = ContractMethod<
        MessageArguments<KeptItemFilter>, MessageArguments<[KeptItemSummary]>
    >(
        "ListKeptItems", of: name, requires: .administration(.oversee),
        audit: .othersCalls { AuditSubject(client: $0.values.client) })
    public static let forgetKeptItems = ContractMethod<
        MessageArguments<ClientIDText, [PickHandleText], UserOption>, MessageArguments<>
    >(
        "ForgetKeptItems", of: name, requires: .administration(.takeBack),
        audit: .refusals { AuditSubject(client: $0.values.0.id) })

    public static let inboxChanged = Signal<MessageArguments<>>("InboxChanged")
    public static let grantsChanged = Signal<MessageArguments<>>("GrantsChanged")

    public static var members: [Member] {
        [
            Member(listGrants), Member(setGrant), Member(resetGrant), Member(pauseClient), Member(getSelection),
            Member(changeSelection), Member(listClients), Member(explainAccess), Member(readAudit), Member(undoChanges),
            Member(replayPolicy), Member(listInbox), Member(acceptAdded), Member(rejectAdded), Member(listKeptItems),
            Member(forgetKeptItems),
            Member(grantsChanged), Member(inboxChanged),
            Member(WireNames.versionProperty),
        ]
    }
}
