public import FilmgateDBus
import FilmgateModel

/// Decodes an `a{sv}`: every known key is taken once, and `finish` refuses the rest.
public struct OptionReader {
    private var remaining: Options
    /// The owner of the options in error messages: `Fetch`, `create-asset`.
    let owner: String

    public init(_ options: Options, of owner: String) {
        remaining = options
        self.owner = owner
    }

    /// Returns the key's value, or nil if it is absent.
    ///
    /// - Throws: `WireError.invalidArgument` if the value has the wrong type.
    public mutating func take<Value: DBusValue>(_ key: String, as type: Value.Type = Value.self) throws -> Value? {
        guard let variant = remaining.removeValue(forKey: key) else { return nil }
        guard variant.signature == Value.signature else {
            throw WireError.invalidArgument(
                "\(owner): '\(key)' must be of the type '\(Value.signature)', not '\(variant.signature)'.")
        }
        return try variant.decoded(as: type)
    }

    /// The same for a key of an enum.
    mutating func take<Value: DBusValue>(
        _ key: some RawRepresentable<String>, as type: Value.Type = Value.self
    ) throws -> Value? {
        try take(key.rawValue, as: type)
    }

    public mutating func require<Value: DBusValue>(_ key: String, as type: Value.Type = Value.self) throws -> Value {
        guard let value = try take(key, as: type) else {
            throw WireError.invalidArgument("\(owner): '\(key)' is missing.")
        }
        return value
    }

    mutating func require<Value: DBusValue>(
        _ key: some RawRepresentable<String>, as type: Value.Type = Value.self
    ) throws -> Value {
        try require(key.rawValue, as: type)
    }

    /// Returns a word of a list, or nil if the key is absent.
    ///
    /// - Throws: `WireError.invalidArgument` for a different word, with those that there are.
    mutating func takeWord<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String, as type: Word.Type = Word.self
    ) throws -> Word? {
        guard let text = try take(key, as: String.self) else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw WireError.invalidArgument("\(owner): '\(key)' must be one of \(words).")
        }
        return word
    }

    /// - Throws: `WireError.invalidArgument` if a key is left, with its name.
    public func finish() throws {
        guard let key = remaining.keys.min() else { return }
        throw WireError.invalidArgument("\(owner): there is no option '\(quotable(key))'.")
    }
}
