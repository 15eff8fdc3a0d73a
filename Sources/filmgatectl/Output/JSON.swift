internal import FilmgateText
internal import FoundationEssentials

/// What the tool writes with `--json`: keys are the contract's names, dates ISO 8601 in UTC.
///
/// Characters that could do something to a terminal are written as escapes, which mean the same to every reader of
/// JSON.
enum JSON {
    static func text(of value: some Encodable) throws(Failure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        do { return escaped(String(decoding: try encoder.encode(value), as: UTF8.self)) } catch {
            throw Failure(.software, "The result cannot be written as JSON: \(error).")
        }
    }

    /// On one line, for lists that never end.
    static func line(of value: some Encodable) throws(Failure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return escaped(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n" } catch {
            throw Failure(.software, "The result cannot be written as JSON: \(error).")
        }
    }

    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 != "\n" && Text.isUnfit($0) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "\n" || !Text.isUnfit(scalar) {
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

/// A list of which nobody knows the end yet, written as one JSON array.
struct JSONArrayWriter {
    private let stream: StandardStream
    private var isEmpty = true

    init(to stream: StandardStream) { self.stream = stream }

    mutating func write(_ values: [some Encodable]) throws(Failure) {
        var text = ""
        for value in values {
            text += isEmpty ? "[\n" : ",\n"
            text += try JSON.text(of: value)
            isEmpty = false
        }
        try stream.write(text)
    }

    func finish() throws(Failure) { try stream.write(isEmpty ? "[]\n" : "\n]\n") }
}
