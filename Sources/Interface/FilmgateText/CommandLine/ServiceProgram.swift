import FilmgateModel
import FilmgateSystem
import Glibc

/// A service in the person's session that uses the broker. Its only option is the broker's bus. The service writes
/// errors to standard error, which systemd sends to the journal.
public struct ServiceProgram: Sendable {
    private let name: String
    private let commandLine: OptionParser

    private static let bus = Option(
        "bus", value: .one("ADDRESS"), "The broker's bus (default: FILMGATE_BUS_ADDRESS, or the system bus)")

    /// - Parameter summary: the description in English, which `localized` translates.
    public init(_ name: String, summary: String) {
        self.name = name
        commandLine = OptionParser(name, synopsis: "[--bus ADDRESS]", summary: summary, options: [Self.bus])
    }

    /// Parses the command line, and runs the service, or prints help or the version. Ends the process on an error.
    ///
    /// - Parameter run: called with the address of the broker's bus.
    public func main(_ run: (String) throws -> Void) {
        // Uses the language of the environment only on a terminal: the journal is in English.
        if isatty(STDERR_FILENO) == 1 { Localized.begin() }
        do {
            switch try commandLine.parse(Argument.ofThisProcess) {
            case .help: print(commandLine.help, terminator: "")
            case .version: print("\(name) \(FilmgateVersion.version)")
            case .run(let values):
                try run(values.text(Self.bus) ?? environmentVariable("FILMGATE_BUS_ADDRESS") ?? "system")
            }
        } catch let error as UsageError {
            report(PhraseJoiner.sentences([error.message, commandLine.advice]))
            exit(EX_USAGE)
        } catch {
            report(localized("The process cannot be set up: {reason}.", ["reason": "\(error)"]))
            exit(EX_OSERR)
        }
    }

    /// Writes a sentence to standard error.
    public func report(_ sentence: String) {
        // If standard error cannot be written, there is no other place for the report.
        try? OwnedDescriptor(owning: dup(STDERR_FILENO)).write("\(name): \(Text.printable(sentence))\n".utf8)
    }
}
