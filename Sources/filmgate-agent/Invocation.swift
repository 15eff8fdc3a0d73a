internal import FilmgateText
internal import Glibc

/// What the command line says.
struct Invocation {
    enum FrontEndKind: Equatable {
        case screen, lines
        case window(String)
        /// Rules alone.
        case nobody
    }

    enum Wish {
        case run(Invocation)
        case help, version
    }

    var frontEnd = FrontEndKind.nobody
    var rules = Rules()
    /// Nil: what the environment says.
    var bus: String?

    static let help = """
        usage: filmgate-agent --tty | --plain | --window PROGRAM | --answer RULES … [--bus ADDRESS]

        Asks you when an app wants your photos, and answers for you by rules where you are not there.

          --tty               ask on the whole terminal
          --plain             ask in plain lines, for any terminal and for screen readers
          --window PROGRAM    ask by another program, which is started
          --answer RULES      answer by rules; what they leave open goes to you where one of the above is
                              given, and is dismissed otherwise. A file, or a rule in words:
                              'flatpak:org.example.App read-write=limit select=newest:10 for=1d'
          --bus ADDRESS       the bus; else FILMGATE_BUS_ADDRESS, else the system bus
          --help, --version

        """

    /// - Throws: where something in it is not as it must be.
    static func parse(_ arguments: [String]) throws(Complaint) -> Wish {
        var invocation = Invocation()
        var hasRules = false
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            func value() throws(Complaint) -> String {
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                    throw Complaint("\(parts[0]) needs a value; see --help.", code: EX_USAGE)
                }
                return value
            }
            switch parts[0] {
            case "--help", "-h": return .help
            case "--version": return .version
            case "--tty": try invocation.choose(.screen)
            case "--plain": try invocation.choose(.lines)
            case "--window": try invocation.choose(.window(try value()))
            case "--bus": invocation.bus = try value()
            case "--answer":
                try invocation.rules.add(try value())
                hasRules = true
            default: throw Complaint("There is no argument '\(Text.clean(word))'; see --help.", code: EX_USAGE)
            }
        }
        guard hasRules || invocation.frontEnd != .nobody else {
            throw Complaint("Say how to ask: --tty, --plain, --window PROGRAM or --answer RULES.", code: EX_USAGE)
        }
        return .run(invocation)
    }

    private mutating func choose(_ kind: FrontEndKind) throws(Complaint) {
        guard frontEnd == .nobody || frontEnd == kind else {
            throw Complaint("Only one of --tty, --plain and --window can be given.", code: EX_USAGE)
        }
        frontEnd = kind
    }
}
