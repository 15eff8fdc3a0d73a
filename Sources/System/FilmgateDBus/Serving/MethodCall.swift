/// A call, with the sender that the bus reports.
public struct MethodCall: Hashable, Sendable {
    /// The caller's unique name.
    public let sender: BusName
    public let path: ObjectPath
    /// The interface; nil if the caller omitted it. In that case, the first interface with the member is used.
    public let interface: InterfaceName?
    public let member: String
    /// The number that the caller gave to the call.
    public let serial: UInt32
    /// Whether the caller allows the service to ask a person, and waits for it.
    public let allowsInteraction: Bool
}

extension MethodCall {
    /// Creates a value that represents work that a service does for a connection without a call, and without
    /// interaction.
    public init(onBehalfOf sender: BusName, _ member: String) {
        self.init(sender: sender, path: "/", interface: nil, member: member, serial: 0, allowsInteraction: false)
    }

    var id: CallID { CallID(sender: sender, serial: serial) }
}

/// The identity of a call, for its reply.
package struct CallID: Hashable, Sendable {
    package let sender: BusName
    package let serial: UInt32

    package init(sender: BusName, serial: UInt32) {
        self.sender = sender
        self.serial = serial
    }
}
