public import FilmgateDBus
import FilmgateModel

/// Reads an `a{sv}`. Each known key is read once. `finish` refuses other keys, if the tolerance is `nothing`.
public struct OptionReader: OptionCoder {
    public typealias Failure = any Error

    private var remaining: Options
    private let tolerance: OptionTolerance
    /// The error of the first failed check.
    private var fault: WireError?
    public let owner: String

    public init(_ options: Options, of owner: String, tolerating tolerance: OptionTolerance = .nothing) {
        remaining = options
        self.tolerance = tolerance
        self.owner = owner
    }

    public mutating func field<Value, Encoded: DBusValue>(
        _ key: String, _ value: Value?, as encoded: (Value) -> Encoded?,
        _ decoded: (Encoded, _ owner: String) throws -> Value?
    ) throws -> Value? {
        try take(key, as: Encoded.self).flatMap { try decoded($0, owner) }
    }

    public static func require<Value>(_ value: Value?, _ sentence: @autoclosure () -> String) throws -> Value {
        guard let value else { throw WireError.invalidArgument(sentence()) }
        return value
    }

    public mutating func check(
        _ condition: Bool, _ error: (String) -> WireError, _ sentence: @autoclosure () -> String
    ) {
        if !condition, fault == nil, tolerance != .unknownValues { fault = error("\(owner): \(sentence())") }
    }

    /// Returns the value of a key, or nil if the key is absent.
    ///
    /// - Throws: `WireError.invalidArgument` for a wrong type, unless `unknownValues` is tolerated.
    public mutating func take<Value: DBusValue>(_ key: String, as type: Value.Type = Value.self) throws -> Value? {
        let variant = tolerance == .nothing ? remaining.removeValue(forKey: key) : remaining[key]
        guard let variant else { return nil }
        guard tolerance != .unknownValues else { return variant.value(as: type) }
        guard variant.signature == Value.signature else {
            throw WireError.invalidArgument(
                "\(owner): '\(key)' must be of the type '\(Value.signature)', not '\(variant.signature)'.")
        }
        return try variant.decoded(as: type)
    }

    /// Returns the value of a key that an enum declares, or nil if the key is absent.
    mutating func take<Value: DBusValue>(
        _ key: some RawRepresentable<String>, as type: Value.Type = Value.self
    ) throws -> Value? {
        try take(key.rawValue, as: type)
    }

    /// Returns the value of a required key.
    mutating func require<Value: DBusValue>(_ key: some RawRepresentable<String>) throws -> Value {
        try required(key.rawValue, nil)
    }

    /// - Throws: the error of a failed check, or `WireError.invalidArgument` with the name of a key that was not read.
    public func finish() throws {
        if tolerance == .nothing, let key = remaining.keys.min() {
            throw WireError.invalidArgument("\(owner): there is no option '\(quotable(key))'.")
        }
        if let fault { throw fault }
    }
}
