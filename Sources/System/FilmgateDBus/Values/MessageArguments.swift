import CFilmgateDBus

/// The arguments of a method, a reply or a signal.
public protocol ArgumentList: Sendable {
    /// The signature: the concatenated types of the arguments.
    static var signature: String { get }

    func encode(into encoder: inout MessageEncoder)

    /// - Throws: `TypeMismatch` if the number or the types of the values differ; an argument type's own error for an
    ///   invalid value.
    init(decoding values: [MessageValue]) throws
}

/// A list of any number of arguments.
public struct MessageArguments<each Argument: DBusValue>: ArgumentList {
    public let values: (repeat each Argument)

    public init(_ values: repeat each Argument) { self.values = (repeat each values) }

    public static var signature: String { joinedSignature(repeat (each Argument).self) }

    public func encode(into encoder: inout MessageEncoder) { repeat (each values).encode(into: &encoder) }

    public init(decoding values: [MessageValue]) throws {
        var rest = values[...]
        let values = (repeat try takeFirst(of: &rest, as: (each Argument).self))
        guard rest.isEmpty else { throw TypeMismatch(expected: Self.signature) }
        self.init(repeat each values)
    }
}

/// An empty list of arguments.
public typealias NoArguments = MessageArguments<>

/// The name and the signatures of a method.
public struct Method<Input: ArgumentList, Output: ArgumentList>: Sendable {
    public let name: String
    public let inSignature: String
    public let outSignature: String

    /// - Precondition: the name is a valid member name, and the types have valid signatures.
    public init(_ name: String) {
        self.name = checkedMember(name)
        inSignature = checkedSignature(Input.signature)
        outSignature = checkedSignature(Output.signature)
    }
}

/// The name and the signature of a signal.
public struct Signal<Input: ArgumentList>: Sendable {
    public let name: String
    public let signature: String

    /// - Precondition: the name is a valid member name, and the types have valid signatures.
    public init(_ name: String) {
        self.name = checkedMember(name)
        signature = checkedSignature(Input.signature)
    }
}

/// The name and the signature of a read-only property.
public struct Property<Value: DBusValue>: Sendable {
    public let name: String
    public let signature: String

    /// - Precondition: the name is a valid member name, and the type has a valid signature.
    public init(_ name: String) {
        self.name = checkedMember(name)
        signature = checkedSignature(Value.signature)
    }
}

private func checkedMember(_ name: String) -> String {
    precondition(isValid(name, dbus_validate_member), "not a member name: \(name)")
    return name
}

private func checkedSignature(_ signature: String) -> String {
    precondition(isValid(signature, dbus_signature_validate), "not a signature: \(signature)")
    return signature
}
