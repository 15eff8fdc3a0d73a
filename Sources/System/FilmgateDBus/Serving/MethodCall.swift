/// A call, and its sender as the bus names it.
public struct MethodCall: Hashable, Sendable {
    /// The caller's unique name.
    public let sender: BusName
    public let path: ObjectPath
    /// Nil if the caller left it out; then the first interface with the member is meant.
    public let interface: InterfaceName?
    public let member: String
    /// The number that the caller gave to the call.
    public let serial: UInt32
    /// Whether the caller waits while a person is asked.
    public let allowsInteraction: Bool
}

extension MethodCall {
    /// Stands for what a service does for a connection that has made no call for it, without interaction.
    public init(onBehalfOf sender: BusName, _ member: String) {
        self.init(
            sender: sender, path: "/", interface: nil, member: member, serial: 0, allowsInteraction: false)
    }

    var id: CallID { CallID(sender: sender, serial: serial) }
}

/// Names a call for its answer.
package struct CallID: Hashable, Sendable {
    package let sender: BusName
    package let serial: UInt32

    package init(sender: BusName, serial: UInt32) {
        self.sender = sender
        self.serial = serial
    }
}
