public import FilmgateDBus
public import FilmgatePolicy

/// What a method asks of its caller before anything else happens.
public enum Requirement: Hashable, Sendable {
    /// Nothing, not even that the caller could be identified.
    case nothing
    /// That policy allows the operation.
    case operation(Operation)
    /// That policy allows each change of the batch.
    case changes
    /// That the caller administers the library.
    case administration
    /// That the caller may ask the person for the broker.
    case agentPermit
}

/// One method of the contract with every fact about it.
public struct ContractMethod<In: ArgumentList, Out: ArgumentList>: Sendable {
    public let method: Method<In, Out>
    public let requires: Requirement

    public init(_ name: String, requires: Requirement) {
        method = Method(name)
        self.requires = requires
    }
}

/// An interface of the contract: its name and its introspection text, which says the same as its rows.
public protocol ContractInterface: SendableMetatype {
    static var name: InterfaceName { get }
    /// The bytes of `dbus/NAME.xml`.
    static var document: [UInt8] { get }
    /// Its members, for the test that compares them with the document.
    static var members: [Member] { get }
}

/// A member as the introspection document states it.
public enum Member: Hashable, Sendable {
    case method(String, takes: String, gives: String)
    case signal(String, carries: String)
    case property(String, type: String)

    public init<In, Out>(_ row: ContractMethod<In, Out>) {
        self = .method(row.method.name, takes: In.signature, gives: Out.signature)
    }

    public init<Values>(_ signal: Signal<Values>) { self = .signal(signal.name, carries: Values.signature) }

    public init<Value>(_ property: Property<Value>) { self = .property(property.name, type: Value.signature) }
}

extension ContractInterface {
    /// The text from `<interface` to `</interface>`, for Introspect.
    public static var introspection: String {
        let lines = String(decoding: document, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("  <interface ") }),
            let end = lines.firstIndex(where: { $0.hasPrefix("  </interface>") }), start < end
        else { return "" }
        return lines[start...end].joined(separator: "\n") + "\n"
    }
}
