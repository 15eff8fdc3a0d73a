import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateText
import Glibc

/// What `filmgate-desktop` does: it answers the desktop's search, and mirrors the grants of sandboxed apps in the
/// permission store. Both need the owner's access, which `filmgate-portal` must not have.
public enum DesktopProgram {
    static let program = OptionProgram(
        "filmgate-desktop", synopsis: "[--bus ADDRESS]",
        summary: "Answers the desktop's search for photos, and shows apps' access in the desktop's permission store.",
        options: [bus])

    private static let bus = Option(
        "bus", value: .one("ADDRESS"), "The broker's bus (default: FILMGATE_BUS_ADDRESS, or the system bus)")

    public static func main() {
        if isatty(STDERR_FILENO) == 1 { Localized.begin() }
        do {
            switch try program.parse(Argument.ofThisProcess) {
            case .help: print(program.help, terminator: "")
            case .version: print("filmgate-desktop \(Release.version)")
            case .run(let values):
                try run(
                    brokerBus: values.text(bus) ?? environmentVariable("FILMGATE_BUS_ADDRESS") ?? "system")
            }
        } catch let error as UsageError {
            report(PhraseList.sentences([error.message, program.advice]))
            exit(EX_USAGE)
        } catch {
            report(localized("The process cannot be set up: {reason}.", ["reason": "\(error)"]))
            exit(EX_OSERR)
        }
    }

    private static func run(brokerBus: String) throws {
        let signals = try SignalDescriptor([SIGTERM, SIGINT, SIGHUP])
        let loop = try EventLoop()
        let watch = try loop.watch(signals.descriptor) { if signals.next() != nil { loop.stop() } }
        let tasks = ServiceStarter(loop: loop, brokerBus: brokerBus) { report("\($0)") }.start()
        loop.run()
        for task in tasks { task.cancel() }
        withExtendedLifetime(watch) {}
    }

    private static func report(_ sentence: String) {
        // If no program reads the output, the error cannot be reported.
        try? OwnedDescriptor(owning: dup(STDERR_FILENO)).write(
            "filmgate-desktop: \(Text.printable(sentence))\n".utf8)
    }
}
