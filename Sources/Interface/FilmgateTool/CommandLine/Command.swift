import FilmgateText

/// A command of the tool, with all data for parsing, help, completions and the manual page.
struct Command: Sendable {
    struct Example: Encodable, Sendable {
        let line: String
        /// The meaning, as a sentence in English.
        let meaning: String

        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// The words that name the command: a noun, or a noun and a verb.
    let words: [String]
    /// The summary: a sentence on one line, without a period at the end.
    let summary: TranslatableText
    /// Whole paragraphs that a person should read before they use the command.
    let details: [TranslatableText]
    let operands: [CommandOperand]
    let options: [Option]
    let examples: [Example]
    let run: @Sendable (Invocation) async throws -> ExitCode

    init(
        _ words: String..., summary: TranslatableText, details: [TranslatableText], operands: [CommandOperand] = [],
        options: [Option] = [],
        examples: [Example], run: @escaping @Sendable (Invocation) async throws -> ExitCode
    ) {
        self.words = words
        self.summary = summary
        self.details = details
        self.operands = operands
        self.options = options
        self.examples = examples
        self.run = run
    }

    var name: String { words.joined(separator: " ") }

    /// The command's own options and the common options.
    var allOptions: [Option] { options + Option.common }
}
