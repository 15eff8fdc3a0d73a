public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// The requirement that a caller of a method must meet.
public enum Requirement: Hashable, Sendable {
    /// Nothing: even unidentified callers may call the method.
    case nothing
    /// Policy must allow the operation.
    case operation(Operation)
    /// Policy must allow each change of the batch.
    case changes
    /// The caller must be authorized for this operation in the library that the arguments name; nil means that the
    /// operation depends on the arguments.
    case administration(AdminOperation?)
    /// The caller must be a program that may ask the person on the broker's behalf.
    case agentPermit
}

/// The limit that a call counts toward, in addition to the limit on calls in progress.
public enum CallCost: Sendable {
    case none
    /// The call is a read. A client may have only a few reads in progress; its further reads wait for their turn.
    case reading
}

/// The rule that determines how the audit log records the calls of a method.
public struct AuditRule<In: ArgumentList, Out: ArgumentList>: Sendable {
    /// Whether refused and failed calls are recorded.
    public let recordsRefusals: Bool
    /// A function that returns the objects that the arguments name, for the entries of refusals.
    public let subject: @Sendable (In) -> AuditSubject
    /// A function that returns the subject for the entry of an allowed call. It returns nil if the call has no entry,
    /// or if its entry is written together with the change that the call makes.
    public let allowed: @Sendable (In, Out) -> AuditSubject?
    /// Whether to record allowed calls that the owner makes with the owner's tools.
    public private(set) var recordsOwner = true

    /// The rule that records nothing.
    public static var nothing: AuditRule {
        AuditRule(recordsRefusals: false, subject: { _ in AuditSubject() }, allowed: { _, _ in nil })
    }

    /// Returns the rule that records calls, with the objects that their arguments name.
    public static func calls(
        about subject: @escaping @Sendable (In) -> AuditSubject = { _ in AuditSubject() }
    ) -> AuditRule {
        AuditRule(recordsRefusals: true, subject: subject, allowed: { arguments, _ in subject(arguments) })
    }

    /// Returns the rule that records calls, except calls that the owner makes with the owner's tools. Those calls would
    /// fill the log that the tools show.
    public static func othersCalls(
        about subject: @escaping @Sendable (In) -> AuditSubject = { _ in AuditSubject() }
    ) -> AuditRule {
        var rule = calls(about: subject)
        rule.recordsOwner = false
        return rule
    }

    /// Returns the rule that records calls, with the objects that their replies name.
    public static func replies(
        about subject: @escaping @Sendable (In) -> AuditSubject = { _ in AuditSubject() },
        giving allowed: @escaping @Sendable (In, Out) -> AuditSubject?
    ) -> AuditRule {
        AuditRule(recordsRefusals: true, subject: subject, allowed: allowed)
    }

    /// Returns the rule that records only refusals, for methods whose allowed calls need no entry here. If such a call
    /// has an entry, it is written elsewhere, such as together with a change or with the person's answer.
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
    /// Whether a delegate may call the method for an app.
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
    /// The members of the interface, for the test that compares them with the introspection text.
    static var members: [Member] { get }
}

/// A member of an interface, as declared in the introspection text.
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
    /// The part of `document` from `<interface` to `</interface>`, for the method `Introspect`.
    public static var introspection: String {
        let lines = String(decoding: document, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("  <interface ") }),
            let end = lines.firstIndex(where: { $0.hasPrefix("  </interface>") }), start < end
        else { return "" }
        return lines[start...end].joined(separator: "\n") + "\n"
    }
}
