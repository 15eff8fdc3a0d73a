/// Parses the command line of a program that takes only options, and creates its help.
public struct OptionParser: Sendable {
    private let name: String
    private let synopsis: String
    /// The description in English, which `localized` translates.
    private let summary: String
    /// The options, without `--help` and `--version`.
    private let options: [Option]
    /// Paragraphs that help shows at the end.
    private let notes: [TranslatableText]

    public init(
        _ name: String, synopsis: String, summary: String, options: [Option], notes: [TranslatableText] = []
    ) {
        self.name = name
        self.synopsis = synopsis
        self.summary = summary
        self.options = options
        self.notes = notes
    }

    public enum Request: Sendable {
        case run(OptionValues)
        case help
        case version
    }

    /// Parses the command line. Throws for unknown or repeated options, missing values, and other arguments.
    public func parse(_ arguments: [Argument]) throws(UsageError) -> Request {
        let scan = try CommandLineScanner(arguments, options: allOptions)
        if scan.has(.help) { return .help }
        if scan.has(.version) { return .version }
        if let word = (scan.words + scan.wordsAfterDashes).first {
            throw UsageError(localized("Unexpected argument {word}.", ["word": quoted(try word.checkedText())]))
        }
        var values = OptionValues()
        for (option, value) in scan.found { try values.add(value, to: option) }
        return .run(values)
    }

    /// The hint that is shown after a usage error.
    public var advice: String { localized("'{program} --help' explains the options.", ["program": name]) }

    public var help: String {
        let layout = HelpText(columns: 80)
        let usage = localized("Usage: {command}", ["command": "\(name) \(synopsis)"])
        return layout.paragraph(localized(summary)) + "\n\(usage)\n\n"
            + layout.list(allOptions.map { ($0.usage, $0.localizedHelp) })
            + notes.map { "\n" + layout.paragraph($0.translation) }.joined()
    }

    private var allOptions: [Option] { options + [.help, .version] }
}
