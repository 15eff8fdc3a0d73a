public import FilmgateDBus

/// A value that is sent as an `a{sv}`. Its initializer lists the keys once, for both reading and writing.
public protocol OptionDictionary: DBusRepresentable where Representation == Options {
    /// The prefix of error messages, such as `Fetch` or `create-asset`.
    static var owner: String { get }
    static var tolerance: OptionTolerance { get }

    /// Codes (reads or writes) each key once. When reading, `value` is nil, and the fields are set from the options.
    /// When writing, the options are set from `value`, and `self` becomes equal to `value`.
    init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure)
}

/// The mistakes that a reader ignores instead of throwing an error.
public enum OptionTolerance: Sendable {
    /// Nothing is ignored: a client learns about each mistake.
    case nothing
    /// Unknown keys are ignored, because a newer program may send more keys.
    case unknownKeys
    /// Unknown keys are ignored, and values of wrong types count as absent. `check` has no effect.
    case unknownValues
}

extension OptionDictionary {
    public static var owner: String { "options" }
    public static var tolerance: OptionTolerance { .nothing }

    /// - Throws: `WireError.invalidArgument` for a key or a value that `tolerance` does not allow.
    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: Self.owner, tolerating: Self.tolerance)
        try self.init(nil, &reader)
        try reader.finish()
    }

    public var representation: Options {
        var writer = OptionWriter()
        _ = Self(self, &writer)
        return writer.options
    }
}

/// Reads or writes an `a{sv}`, key by key.
public protocol OptionCoder {
    /// The error that coding throws; `Never` when writing.
    associatedtype Failure: Error

    /// The prefix of error messages; empty when writing.
    var owner: String { get }

    /// Reads the value of a key, or writes `value`. Returns the value, or nil if the key is absent.
    ///
    /// - Parameters:
    ///   - encoded: returns the value to send, or nil if nothing is sent.
    ///   - decoded: decodes a value. Its second argument is `owner`, for error messages.
    mutating func field<Value, Encoded: DBusValue>(
        _ key: String, _ value: Value?, as encoded: (Value) -> Encoded?,
        _ decoded: (Encoded, _ owner: String) throws -> Value?
    ) throws(Failure) -> Value?

    /// Returns the value of a required field.
    static func require<Value>(_ value: Value?, _ sentence: @autoclosure () -> String) throws(Failure) -> Value

    /// Refuses the options if the condition is false. An error about an unknown key takes precedence. Has no effect
    /// when writing.
    ///
    /// - Parameter sentence: the text after `owner` in the error message.
    mutating func check(_ condition: Bool, _ error: (String) -> WireError, _ sentence: @autoclosure () -> String)
}

/// Writes an `a{sv}`.
public struct OptionWriter: OptionCoder {
    public typealias Failure = Never

    public private(set) var options: Options

    public var owner: String { "" }

    /// - Parameter options: the options to which fields are added.
    public init(_ options: Options = [:]) { self.options = options }

    public mutating func field<Value, Encoded: DBusValue>(
        _ key: String, _ value: Value?, as encoded: (Value) -> Encoded?,
        _ decoded: (Encoded, _ owner: String) throws -> Value?
    ) -> Value? {
        options[key] = value.flatMap(encoded).map { Variant($0) }
        return value
    }

    public static func require<Value>(_ value: Value?, _ sentence: @autoclosure () -> String) -> Value {
        guard let value else { preconditionFailure(sentence()) }
        return value
    }

    public func check(_ condition: Bool, _ error: (String) -> WireError, _ sentence: @autoclosure () -> String) {}
}

extension Options {
    /// Adds the options that `write` writes.
    mutating func put(_ write: (inout OptionWriter) -> Void) {
        var writer = OptionWriter(self)
        write(&writer)
        self = writer.options
    }
}
