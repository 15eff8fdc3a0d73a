import FilmgateText

/// The help of commands, as `--help --json` writes it. The manual page is generated from this JSON.
struct HelpRecord: Encodable {
    let commands: [CommandRecord]
    /// The options of every command.
    let options = Option.common.map(OptionRecord.init)
    let aliases = CommandAliases.commands.map { AliasRecord(name: $0.0, command: $0.1) }
    /// The ways in which a person can name an asset.
    let naming = AssetNameResolver.rule.english
    let exitCodes = ExitCode.allCases.map { ExitRecord(code: $0.rawValue, meaning: $0.meaning) }

    init(_ commands: [Command]) { self.commands = commands.map(CommandRecord.init) }

    private enum CodingKeys: String, CodingKey {
        case commands, options, aliases, naming
        case exitCodes = "exit-codes"
    }
}

extension HelpRecord {
    struct CommandRecord: Encodable {
        let name: String
        let summary: String
        let details: [String]
        let operands: [OperandRecord]
        let options: [OptionRecord]
        let examples: [Command.Example]

        init(_ command: Command) {
            name = command.name
            summary = command.summary.english
            details = command.details.map(\.english)
            operands = command.operands.map { OperandRecord(name: $0.name, count: $0.count.rawValue, help: $0.help) }
            options = command.options.map(OptionRecord.init)
            examples = command.examples
        }
    }

    struct OperandRecord: Encodable {
        let name: String
        let count: String
        let help: String
    }

    struct OptionRecord: Encodable {
        let name: String
        let letter: String?
        /// The name of the option's value.
        let value: String?
        let help: String

        init(_ option: Option) {
            name = option.name
            letter = option.letter.map { String($0) }
            value = option.value.placeholder
            help = option.help
        }
    }

    struct AliasRecord: Encodable {
        let name: String
        let command: String
    }

    struct ExitRecord: Encodable {
        let code: Int32
        let meaning: String
    }
}
