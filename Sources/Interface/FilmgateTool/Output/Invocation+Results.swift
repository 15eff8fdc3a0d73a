import FilmgateText

extension Invocation {
    /// Writes the result of a change: a sentence for people, or a number with its key for programs.
    func writeResult(_ sentence: String, _ word: String, _ count: Int) throws(Failure) {
        try output.writeLine(writesJSON ? JSON.text(of: [word: count]) : Text.printable(sentence))
    }

    /// Writes a note on standard error, for people only.
    func note(_ sentence: String) {
        guard !writesJSON else { return }
        let lines = error.columns.map { Text.wrapped(Text.printable(sentence), to: max(20, $0)) }
        for line in lines ?? [Text.printable(sentence)] { error.writeIfPossible(line + "\n") }
    }

    /// Writes a note on one line, for text that a person may copy.
    func note(whole line: String) {
        if !writesJSON { error.writeIfPossible(Text.printable(line) + "\n") }
    }
}
