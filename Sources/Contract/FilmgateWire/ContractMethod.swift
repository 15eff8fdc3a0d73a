public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// The requirement that a method checks first.
public enum Requirement: Hashable, Sendable {
    /// Nothing; even unidentified callers may call it.
    case nothing
    /// Policy must allow the operation.
    case operation(Operation)
    /// Policy must allow each change of the batch.
    case changes
    /// The caller must be authorized for this operation in the library that it names; nil if the operation depends on
    /// the arguments.
    case administration(AdminOperation?)
    /// The caller must be a program that may ask the person on the broker's behalf.
    case agentPermit
}

/// The cost of a call for its client, in addition to counting as a call in progress.
public enum CallCost: Sendable {
    case none
    /// One of the few reads that a client may make at a time. Further calls wait for their turn.
    case reading
}

/// The audit log's records of a method.
public struct AuditRule<In: ArgumentList, Out: ArgumentList>: Sendable {
    /// Whether refused and failed calls are recorded.
    public let recordsRefusals: Bool
    /// Returns the objects that the arguments name, for the entries of refusals.
    public let subject: @Sendable (In) -> AuditSubject
    /// Returns the subject of an allowed call's entry, or nil if there is no entry, or if the entry is written with the
    /// change.
    public let allowed: @Sendable (In, Out) -> AuditSubject?
    /// Whether to record allowed calls with which the owner reads their own library using the owner's tools.
    public private(set) var recordsOwner = true

    /// Records nothing.
    public static var nothing: AuditRule {
        AuditRule(recordsRefusals: false, subject: { _ in AuditSubject() }, allowed: { _, _ in nil })
    }

    /// Records calls and the objects that their arguments name.
    public static func calls(
        about subject: @escaping @Sendable (In) -> AuditSubject = { _ in AuditSubject() }
    ) -> AuditRule {
        AuditRule(recordsRefusals: true, subject: subject, allowed: { arguments, _ in subject(arguments) })
    }

    /// Records calls, except the owner's own calls with the owner's tools, which would fill the log that they show.
    public static func othersCalls(
        about subject: @escaping @Sendable (In) -> AuditSubject = { _ in AuditSubject() }
    ) -> AuditRule {
        var rule = calls(about: subject)
        rule.recordsOwner = false
        return rule
    }

    /// Records calls and the objects that their replies name.
    public static func replies(
        about subject: @escaping @Sendable (In) -> AuditSubject = { _ in AuditSubject() },
        giving allowed: @escaping @Sendable (In, Out) -> AuditSubject?
    ) -> AuditRule {
        AuditRule(recordsRefusals: true, subject: subject, allowed: allowed)
    }

    /// Records refusals. Allowed changes are recorded with the change, or with the person's answer.
    public static func refusals(
        about subject: @escaping @Sendable (In) -> AuditSubject = { _ in AuditSubject() }
    ) -> AuditRule {
        AuditRule(recordsRefusals: true, subject: subject, allowed: { _, _ in nil })
    }
}

/// One method of the contract, with everything that the broker needs to check, serve and record its calls.
public struct ContractMethod<In: ArgumentList, Out: ArgumentList>: Sendable {
    public let method: Method<In, Out>
    public let interface: InterfaceName
    public let requires: Requirement
    public let cost: CallCost
    public let audit: AuditRule<In, Out>
    /// Whether a delegate may call it for an app.
    public let isForDelegates: Bool

    public init(
        _ name: String, of interface: InterfaceName, requires: Requirement, cost: CallCost = .none,
        audit: AuditRule<In, Out>, isForDelegates: Bool = false
    ) {
        method = Method(name)
        self.interface = interface
        self.requires = requires
        self.cost = cost
        self.audit = audit
        self.isForDelegates = isForDelegates
    }
}

/// An interface of the contract: its name, its introspection text, and its members, which must match the text.
public protocol ContractInterface: SendableMetatype {
    static var name: InterfaceName { get }
    /// The bytes of `dbus/NAME.xml`.
    static var document: [UInt8] { get }
    /// Its members, for the test that compares them with the introspection text.
    static var members: [Member] { get }
}

/// A member as declared in the introspection text.
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
