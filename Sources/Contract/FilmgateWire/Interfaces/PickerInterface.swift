public import FilmgateDBus
import FilmgatePolicy
public import FilmgateSystem

/// `org.filmgate.Picker1`: items that the person picks for a client. The client needs no access of its own.
public enum PickerInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Picker1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Picker1_xml }

    public static let pick = ContractMethod<MessageArguments<PickOptions>, MessageArguments<ObjectPath>>(
        "Pick", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals(),
        isForDelegates: true)
    /// The arguments do not name the asset, so the broker itself writes the audit entry of an allowed call.
    public static let openItem = ContractMethod<
        MessageArguments<PickHandleText, String>, MessageArguments<OwnedDescriptor, DeliveryDetails>
    >(
        "OpenItem", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals(),
        isForDelegates: true)
    public static let requestItem = ContractMethod<
        MessageArguments<PickHandleText, ItemOptions>, MessageArguments<ObjectPath>
    >(
        "RequestItem", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals(),
        isForDelegates: true)
    public static let getItemMetadata = ContractMethod<
        MessageArguments<PickHandleText, NoOptions>, MessageArguments<Options>
    >(
        "GetItemMetadata", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals(),
        isForDelegates: true)
    public static let keptItems = ContractMethod<MessageArguments<NoOptions>, MessageArguments<[PickedItemValues]>>(
        "KeptItems", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals(),
        isForDelegates: true)
    public static let forgetItems = ContractMethod<MessageArguments<[PickHandleText]>, MessageArguments<>>(
        "ForgetItems", of: name, requires: .operation(.askForAccess), audit: .refusals(), isForDelegates: true)

    public static var members: [Member] {
        [
            Member(pick), Member(openItem), Member(requestItem), Member(getItemMetadata),
            Member(keptItems), Member(forgetItems), Member(WireNames.versionProperty),
        ]
    }
}
