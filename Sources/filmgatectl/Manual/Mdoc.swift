/// A manual page as it grows, one sentence a line as mdoc(7) wants it.
struct Mdoc {
    private(set) var text = ""

    /// A line that begins with a macro, whose arguments are fit to stand there.
    mutating func macro(_ line: String) { text += ".\(line)\n" }

    mutating func section(_ name: String) { macro("Sh \(name)") }

    mutating func paragraph(_ words: String) {
        macro("Pp")
        sentences(words)
    }

    mutating func sentences(_ words: String) {
        for sentence in Mdoc.sentences(of: words) { text += Mdoc.escaped(sentence) + "\n" }
    }

    /// Tags, each a macro with its arguments, and what they mean.
    mutating func list(_ entries: [(tag: String, meaning: String)]) {
        macro("Bl -tag -width Ds")
        for entry in entries {
            macro("It \(entry.tag)")
            sentences(entry.meaning + (entry.meaning.hasSuffix(".") ? "" : "."))
        }
        macro("El")
    }

    /// A line that is shown as it is.
    mutating func literal(_ line: String) {
        macro("Dl \(Mdoc.quoted(line))")
    }

    /// Parted where one ends and the next begins with a capital.
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

    /// Within a macro's line no word may be taken for a macro, nor a quotation mark for its own.
    private static func quoted(_ line: String) -> String {
        "\"" + line.reduce(into: "") { $0 += $1 == "\"" ? "\\(dq" : $1 == "\\" ? "\\e" : String($1) } + "\""
    }
}
