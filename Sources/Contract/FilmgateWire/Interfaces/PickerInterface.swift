public import FilmgateDBus
import FilmgatePolicy
public import FilmgateSystem

/// `org.filmgate.Picker1`: items that the person picks for a client. The client needs no access of its own.
public enum PickerInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Picker1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Picker1_xml }

    public static let pick = ContractMethod<Arguments<PickOptions>, Arguments<ObjectPath>>(
        "Pick", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals(),
        isForDelegates: true)
    /// The arguments do not name the asset, so the broker itself writes the audit entry of an allowed call.
    public static let openItem = ContractMethod<
        Arguments<PickHandleText, String>, Arguments<OwnedDescriptor, DeliveryDetails>
    >(
        "OpenItem", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals(),
        isForDelegates: true)
    public static let requestItem = ContractMethod<Arguments<PickHandleText, ItemOptions>, Arguments<ObjectPath>>(
        "RequestItem", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals(),
        isForDelegates: true)
    public static let getItemMetadata = ContractMethod<Arguments<PickHandleText, NoOptions>, Arguments<Options>>(
        "GetItemMetadata", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals(),
        isForDelegates: true)
    public static let keptItems = ContractMethod<Arguments<NoOptions>, Arguments<[PickedItemValues]>>(
        "KeptItems", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals(),
        isForDelegates: true)
    public static let forgetItems = ContractMethod<Arguments<[PickHandleText]>, Arguments<>>(
        "ForgetItems", of: name, requires: .operation(.askForAccess), audit: .refusals(), isForDelegates: true)

    public static var members: [Member] {
        [
            Member(pick), Member(openItem), Member(requestItem), Member(getItemMetadata),
            Member(keptItems), Member(forgetItems), Member(Wire.versionProperty),
        ]
    }
}
