public import FilmgateDBus
import FilmgatePolicy
public import FilmgateSystem

/// `org.filmgate.Request1`: requests that a client waits for, each for only one connection.
public enum RequestInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Request1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Request1_xml }

    public static let close = ContractMethod<MessageArguments<>, MessageArguments<>>(
        "Close", of: name, requires: .operation(.askForAccess), audit: .nothing)

    public static let delivery = Signal<MessageArguments<OwnedDescriptor, DeliveryDetails>>("Delivery")
    /// The completed fraction, from 0 to 1.
    public static let progress = Signal<MessageArguments<Double>>("Progress")
    public static let response = Signal<MessageArguments<RequestOutcome, RequestResults>>("Response")

    public static var members: [Member] { [Member(close), Member(progress), Member(delivery), Member(response)] }
}
