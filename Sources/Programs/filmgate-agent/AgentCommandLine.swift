import FilmgateText
import Glibc

struct AgentCommandLine {
    enum FrontEndKind: Equatable {
        case screen, lines
        case window(String)
        /// Only rules answer. No person is asked.
        case rulesOnly

        /// The front end's program, if it is `filmgate-window`. Other programs may not support `--app`.
        var settings: String? {
            guard case .window(let program) = self, program.split(separator: "/").last == "filmgate-window" else {
                return nil
            }
            return program
        }
    }

    enum Request {
        case run(AgentCommandLine)
        case help, version
    }

    let frontEnd: FrontEndKind
    /// The program to start with `--app ID` to show an app's settings page; nil if there is none.
    let settings: String?
    let rules: AnswerRules
    /// Whether to show pictures; nil means only if the terminal can show images.
    let pictures: Bool?
    /// The address of the bus; nil means `FILMGATE_BUS_ADDRESS` or, if that is not set, the system bus.
    let bus: String?

    static let program = OptionParser(
        "filmgate-agent",
        synopsis:
            "--tty | --plain | --window PROGRAM | --answer RULES … [--settings PROGRAM] [--pictures | --no-pictures] [--bus ADDRESS]",
        summary: "Asks you when an app wants your photos, or answers by rules.",
        options: [screen, lines, window, answer, settings, pictures, noPictures, bus])

    private static let screen = Option("tty", "Ask on the whole terminal")
    private static let lines = Option("plain", "Ask in plain lines, for any terminal and for screen readers")
    private static let window = Option("window", value: .one("PROGRAM"), "Start this program, and let it ask")
    private static let answer = Option(
        "answer", value: .many("RULES"),
        "Answer by rules: a file, or one rule such as 'flatpak:org.example.App read-write=limit select=newest:10 for=1d'. What no rule answers goes to you with one of the options above, and is dismissed otherwise"
    )
    private static let settings = Option(
        "settings", value: .one("PROGRAM"),
        "Start this program with '--app ID' when an app wants to show its page of the settings (default: the program of --window if it is filmgate-window)"
    )
    private static let pictures = Option(
        "pictures",
        "Show small pictures of photos with --tty, also in blocks of color (default: if the terminal shows images)")
    private static let noPictures = Option("no-pictures", "Show no pictures")
    private static let bus = Option(
        "bus", value: .one("ADDRESS"), "The broker's bus (default: FILMGATE_BUS_ADDRESS, or the system bus)")

    static func parse(_ arguments: [Argument]) throws(AgentError) -> Request {
        switch try request(arguments) {
        case .help: return .help
        case .version: return .version
        case .run(let values):
            guard let frontEnd = frontEnd(values) else {
                throw AgentError(
                    localized("Say how to ask: --tty, --plain, --window PROGRAM or --answer RULES."),
                    code: EX_USAGE)
            }
            let shows = values.has(pictures) ? true : values.has(noPictures) ? false : nil as Bool?
            if shows == true, frontEnd != .screen {
                throw AgentError(localized("'--pictures' needs --tty."), code: EX_USAGE)
            }
            var rules = AnswerRules()
            for text in values.texts(answer) { try rules.add(text) }
            return .run(
                AgentCommandLine(
                    frontEnd: frontEnd, settings: values.text(settings) ?? frontEnd.settings, rules: rules,
                    pictures: shows, bus: values.text(bus)))
        }
    }

    private static func request(_ arguments: [Argument]) throws(AgentError) -> OptionParser.Request {
        do throws(UsageError) {
            let request = try program.parse(arguments)
            if case .run(let values) = request {
                try values.exclude([screen, lines, window])
                try values.exclude([pictures, noPictures])
            }
            return request
        } catch {
            throw AgentError(PhraseJoiner.sentences([error.message, program.advice]), code: EX_USAGE)
        }
    }

    /// Returns the front end that the options choose; nil if no option chooses one.
    private static func frontEnd(_ values: OptionValues) -> FrontEndKind? {
        if values.has(screen) { return .screen }
        if values.has(lines) { return .lines }
        return values.text(window).map { .window($0) } ?? (values.has(answer) ? .rulesOnly : nil)
    }
}
