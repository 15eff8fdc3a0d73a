internal import FilmgateText

extension Invocation {
    /// Says what a change did: a sentence for people, a number by its word for programs.
    func tell(_ sentence: String, _ word: String, _ count: Int) throws(Failure) {
        try output.writeLine(writesJSON ? JSON.text(of: [word: count]) : Text.plain(sentence))
    }

    /// Says something beside the result, where a person reads along.
    func note(_ sentence: String) {
        guard !writesJSON else { return }
        let lines = StandardStream.error.columns.map { Text.wrapped(Text.plain(sentence), to: max(20, $0)) }
        for line in lines ?? [Text.plain(sentence)] { StandardStream.error.writeIfPossible(line + "\n") }
    }

    /// The same on one line, for what a person may copy.
    func note(whole line: String) {
        if !writesJSON { StandardStream.error.writeIfPossible(Text.plain(line) + "\n") }
    }
}
