import FilmgateKeyFiles
import Testing

@Suite("Numbers in key files")
struct KeyFileNumberTests {
    @Test("a whole number is read", arguments: [("0", 0), ("42", 42), ("18446744073709551615", UInt64.max)])
    func number(text: String, number: UInt64) throws {
        let file = try KeyFile(Array("[limits]\nbytes=\(text)\n".utf8))
        #expect(try file.number("bytes", in: "limits") == number)
        #expect(try file.number("files", in: "limits") == nil)
    }

    @Test("what is no number in the range is an error", arguments: ["-1", "18446744073709551616", "1e3", "ten", ""])
    func invalid(text: String) throws {
        let file = try KeyFile(Array("[limits]\nbytes=\(text)\n".utf8))
        let error = #expect(throws: KeyFileError.self) { try file.number("bytes", in: "limits") }
        #expect(error?.message == "[limits] bytes: The value must be a whole number of at least 0.")
    }

    @Test("a number outside of the range is an error", arguments: ["0", "10"])
    func range(text: String) throws {
        let file = try KeyFile(Array("[limits]\nbytes=\(text)\n".utf8))
        let error = #expect(throws: KeyFileError.self) { try file.number("bytes", in: "limits", of: 1...9) }
        #expect(error?.message == "[limits] bytes: The value must be a whole number between 1 and 9.")
    }
}
