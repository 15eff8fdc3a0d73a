import FilmgateText

extension Invocation {
    /// Writes the result of a change: a sentence for people, or a number with its key for programs. Returns the exit
    /// code.
    func writeResult(_ sentence: String, _ word: String, _ count: Int) throws(CommandFailure) -> ExitCode {
        try output.writeLine(writesJSON ? JSON.text(of: [word: count]) : Text.printable(sentence))
        return .success
    }

    func write(json value: some Encodable) throws(CommandFailure) { try output.writeLine(JSON.text(of: value)) }

    /// Writes the value for programs, or the text for people.
    func write(_ value: some Encodable, orText text: @autoclosure () -> String) throws(CommandFailure) {
        if writesJSON { try write(json: value) } else { try output.write(text()) }
    }

    /// Writes a table, with headings unless `--no-header` is given.
    func writeTable(_ columns: [Table.Column], _ rows: [[String]]) throws(CommandFailure) {
        var table = Table(columns, for: output, hasHeadings: !has(.noHeader))
        try output.write(table.lines(rows))
    }

    /// Writes the items as JSON or as a table, and a note if there are none. Returns the exit code.
    func write<Item: Encodable>(
        _ items: [Item], _ columns: [Table.Column], ifNone sentence: String? = nil, row: (Item) -> [String]
    ) throws(CommandFailure) -> ExitCode {
        if writesJSON { try write(json: items) } else { try writeTable(columns, items.map(row)) }
        if let sentence, items.isEmpty { note(sentence) }
        return .success
    }

    /// Writes a note on standard error, for people only.
    func note(_ sentence: String) {
        guard !writesJSON else { return }
        let lines = error.columns.map { Text.wrapped(Text.printable(sentence), to: max(20, $0)) }
        for line in lines ?? [Text.printable(sentence)] { error.writeIfPossible(line + "\n") }
    }

    /// Writes a note on one line, without wrapping it, because a person may copy the text.
    func note(whole line: String) {
        if !writesJSON { error.writeIfPossible(Text.printable(line) + "\n") }
    }
}
