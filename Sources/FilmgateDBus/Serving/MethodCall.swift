/// Who calls what, as the bus attests it.
public struct MethodCall: Hashable, Sendable {
    /// The caller's unique name.
    public let sender: BusName
    public let path: ObjectPath
    /// Nil where the caller left it out; the first interface with the member is meant.
    public let interface: InterfaceName?
    public let member: String
    /// The caller's own number of the call.
    public let serial: UInt32
    /// Whether the caller is ready to wait until a person has answered.
    public let allowsInteraction: Bool
}

extension MethodCall {
    var id: CallID { CallID(sender: sender, serial: serial) }
}

/// What an answer needs to know of a call.
package struct CallID: Hashable, Sendable {
    package let sender: BusName
    package let serial: UInt32

    package init(sender: BusName, serial: UInt32) {
        self.sender = sender
        self.serial = serial
    }
}
