/// A method call. The bus guarantees that the sender is correct.
public struct MethodCall: Hashable, Sendable {
    /// The caller's unique name.
    public let sender: BusName
    public let path: ObjectPath
    /// The interface; nil if the caller omitted it. If nil, the first interface that has the member is used.
    public let interface: InterfaceName?
    public let member: String
    /// The serial number that the caller gave to the call.
    public let serial: UInt32
    /// Whether the service may ask a person while the caller waits.
    public let allowsInteraction: Bool
}

extension MethodCall {
    /// Creates a value for work that a service does for a connection without a call. Asking a person is not allowed.
    public init(onBehalfOf sender: BusName, _ member: String) {
        self.init(sender: sender, path: "/", interface: nil, member: member, serial: 0, allowsInteraction: false)
    }

    var id: CallID { CallID(sender: sender, serial: serial) }
}

/// The sender and serial number of a call, for replying to it.
package struct CallID: Hashable, Sendable {
    package let sender: BusName
    package let serial: UInt32

    package init(sender: BusName, serial: UInt32) {
        self.sender = sender
        self.serial = serial
    }
}
