import FilmgateText
import FoundationEssentials

/// Writes the output of `--json`. Keys are the D-Bus contract's names, and dates are ISO 8601 in UTC.
///
/// Escapes control characters, which a terminal would interpret.
enum JSON {
    static func text(of value: some Encodable) throws(CommandFailure) -> String {
        try text(of: value, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
    }

    /// Returns a value on one line, for commands that write values until they are interrupted.
    static func line(of value: some Encodable) throws(CommandFailure) -> String {
        try text(of: value, [.sortedKeys, .withoutEscapingSlashes]) + "\n"
    }

    private static func text(
        of value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
    ) throws(CommandFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        do { return escaped(String(decoding: try encoder.encode(value), as: UTF8.self)) } catch {
            throw CommandFailure(
                .software, localized("The result cannot be written as JSON: {reason}.", ["reason": "\(error)"]))
        }
    }

    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 != "\n" && $0.isUnprintable }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "\n" || !scalar.isUnprintable {
                result.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return result
    }
}

/// Writes one JSON array in parts.
struct JSONArrayWriter {
    private let stream: StandardStream
    private var isEmpty = true

    init(to stream: StandardStream) { self.stream = stream }

    mutating func write(_ values: [some Encodable]) throws(CommandFailure) {
        var text = ""
        for value in values {
            text += isEmpty ? "[\n" : ",\n"
            text += try JSON.text(of: value)
            isEmpty = false
        }
        try stream.write(text)
    }

    func finish() throws(CommandFailure) { try stream.write(isEmpty ? "[]\n" : "\n]\n") }
}
