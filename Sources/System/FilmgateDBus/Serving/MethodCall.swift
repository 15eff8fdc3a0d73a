/// A call, with the sender that the bus reports.
public struct MethodCall: Hashable, Sendable {
    /// The caller's unique name.
    public let sender: BusName
    public let path: ObjectPath
    /// Nil if the caller omitted it. The first interface with the member is then used.
    public let interface: InterfaceName?
    public let member: String
    /// The number that the caller gave to the call.
    public let serial: UInt32
    /// Whether the caller waits while a person is asked.
    public let allowsInteraction: Bool
}

extension MethodCall {
    /// Represents work that a service does for a connection without a call, and without interaction.
    public init(onBehalfOf sender: BusName, _ member: String) {
        self.init(sender: sender, path: "/", interface: nil, member: member, serial: 0, allowsInteraction: false)
    }

    var id: CallID { CallID(sender: sender, serial: serial) }
}

/// Identifies a call for its reply.
package struct CallID: Hashable, Sendable {
    package let sender: BusName
    package let serial: UInt32

    package init(sender: BusName, serial: UInt32) {
        self.sender = sender
        self.serial = serial
    }
}
