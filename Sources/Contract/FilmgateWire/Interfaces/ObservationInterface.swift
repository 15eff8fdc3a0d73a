public import FilmgateDBus
import FilmgateModel
import FilmgatePolicy

/// `org.filmgate.Observation1`: changes of the part of the library that the caller may see.
public enum ObservationInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Observation1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Observation1_xml }

    public static let subscribe = ContractMethod<MessageArguments<NoOptions>, MessageArguments<ChangeTokenText>>(
        "Subscribe", of: name, requires: .operation(.observe), cost: .reading, audit: .calls())
    public static let unsubscribe = ContractMethod<MessageArguments<>, MessageArguments<>>(
        "Unsubscribe", of: name, requires: .operation(.askForAccess), audit: .nothing)
    public static let changesSince = ContractMethod<
        MessageArguments<ChangeTokenText, NoOptions>, MessageArguments<ChangeTokenText, ChangesDescription>
    >(
        "ChangesSince", of: name, requires: .operation(.observe), cost: .reading,
        audit: .replies { _, reply in
            let changes = reply.values.1.changes
            return AuditSubject(count: changes.count, ids: changes.allIDs)
        })

    public static let libraryChanged = Signal<MessageArguments<ChangeTokenText, ChangesDescription>>("LibraryChanged")

    public static var members: [Member] {
        [
            Member(subscribe), Member(unsubscribe), Member(changesSince), Member(libraryChanged),
            Member(WireNames.versionProperty),
        ]
    }
}

extension LibraryChanges {
    /// All identifiers in the lists of the changes.
    fileprivate var allIDs: [ObjectID] {
        let assets = [inserted, updated, deleted, enteredScope, leftScope].joined().map { ObjectID($0) }
        let albums = [albumsInserted, albumsUpdated, albumsDeleted].joined().map { ObjectID($0) }
        return assets + albums + [foldersInserted, foldersUpdated, foldersDeleted].joined().map { ObjectID($0) }
    }
}
