/// Writes a manual page in the language mdoc(7), with one sentence on each line.
struct Mdoc {
    private(set) var text = ""

    /// Writes a macro. Its arguments must not need escapes.
    mutating func macro(_ line: String) { text += ".\(line)\n" }

    mutating func section(_ name: String) { macro("Sh \(name)") }

    mutating func paragraph(_ words: String) {
        macro("Pp")
        sentences(words)
    }

    mutating func sentences(_ words: String) {
        for sentence in Mdoc.sentences(of: words) { text += Mdoc.escaped(sentence) + "\n" }
    }

    /// Writes a list of tags, each a macro with its arguments, and their meanings.
    mutating func list(_ entries: [(tag: String, meaning: String)]) {
        macro("Bl -tag -width Ds")
        for entry in entries {
            macro("It \(entry.tag)")
            sentences(entry.meaning + (entry.meaning.hasSuffix(".") ? "" : "."))
        }
        macro("El")
    }

    /// Writes a line that is shown unchanged.
    mutating func literal(_ line: String) {
        macro("Dl \(Mdoc.quoted(line))")
    }

    /// Splits a text where a sentence ends and the next word begins with a capital letter or a quotation mark.
    private static func sentences(of words: String) -> [String] {
        var sentences: [String] = []
        var sentence = ""
        for word in words.split(separator: " ", omittingEmptySubsequences: true) {
            if let last = sentence.last, ".!?".contains(last), word.first?.isUppercase == true || word.first == "'" {
                sentences.append(sentence)
                sentence = ""
            }
            sentence += (sentence.isEmpty ? "" : " ") + word
        }
        return sentence.isEmpty ? sentences : sentences + [sentence]
    }

    private static func escaped(_ line: String) -> String {
        let text = line.reduce(into: "") { $0 += $1 == "\\" ? "\\e" : String($1) }
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
    }

    /// Quotes the argument of a macro, so that no word of it is a macro.
    private static func quoted(_ line: String) -> String {
        "\"" + line.reduce(into: "") { $0 += $1 == "\"" ? "\\(dq" : $1 == "\\" ? "\\e" : String($1) } + "\""
    }
}
