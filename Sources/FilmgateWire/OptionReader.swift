public import FilmgateDBus
internal import FilmgateModel

/// Takes an `a{sv}` apart: every key is claimed once, and `finish` refuses what nobody claimed.
public struct OptionReader {
    private var remaining: Options
    /// What the options belong to, for error texts: `Fetch`, `create-asset`.
    let owner: String

    public init(_ options: Options, of owner: String) {
        remaining = options
        self.owner = owner
    }

    /// The key's value, or nil where it is absent.
    ///
    /// - Throws: `WireError.invalidArgument` where the value is of another type.
    public mutating func take<Value: DBusValue>(_ key: String, as type: Value.Type = Value.self) throws -> Value? {
        guard let variant = remaining.removeValue(forKey: key) else { return nil }
        guard variant.signature == Value.signature else {
            throw WireError.invalidArgument(
                "\(owner): '\(key)' must be of the type '\(Value.signature)', not '\(variant.signature)'.")
        }
        return try variant.decoded(as: type)
    }

    public mutating func require<Value: DBusValue>(_ key: String, as type: Value.Type = Value.self) throws -> Value {
        guard let value = try take(key, as: type) else {
            throw WireError.invalidArgument("\(owner): '\(key)' is missing.")
        }
        return value
    }

    /// - Throws: `WireError.invalidArgument` naming a key that is left.
    public func finish() throws {
        guard let key = remaining.keys.min() else { return }
        throw WireError.invalidArgument("\(owner): there is no option '\(quotable(key))'.")
    }
}
