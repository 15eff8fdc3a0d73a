import FilmgateModel
import FilmgateDBus
import FilmgatePickStore
import FilmgateSystem
import FilmgateText
import Glibc
import Synchronization

/// What `filmgate-portal` does: it shows the picker to apps that know nothing of Filmgate.
public enum PortalProgram {
    static let program = OptionProgram(
        "filmgate-portal", synopsis: "[--bus ADDRESS]",
        summary: "Shows the picker when an app opens pictures or videos in a file dialog.",
        options: [bus])

    private static let bus = Option(
        "bus", value: .one("ADDRESS"), "The broker's bus (default: FILMGATE_BUS_ADDRESS, or the system bus)")

    public static func main() {
        if isatty(STDERR_FILENO) == 1 { Localized.begin() }
        do {
            switch try program.parse(Argument.ofThisProcess) {
            case .help: print(program.help, terminator: "")
            case .version: print("filmgate-portal \(Release.version)")
            case .run(let values):
                try run(
                    brokerBus: values.text(bus) ?? environmentVariable("FILMGATE_BUS_ADDRESS") ?? "system")
            }
        } catch let error as UsageError {
            PortalJournal.write(PhraseList.sentences([error.message, program.advice]))
            exit(EX_USAGE)
        } catch {
            PortalJournal.write(localized("The process cannot be set up: {reason}.", ["reason": "\(error)"]))
            exit(EX_OSERR)
        }
    }

    private static func run(brokerBus: String) throws {
        let signals = try SignalDescriptor([SIGTERM, SIGINT, SIGHUP])
        let loop = try EventLoop()
        let watch = try loop.watch(signals.descriptor) { if signals.next() != nil { loop.stop() } }
        // Texts in the dialogs of others.
        Localized.begin()
        let store = PickStore()
        let executor = LoopExecutor(on: loop)
        let hasFailed = Mutex(false)
        let task = Task(executorPreference: executor) {
            do {
                let connection = try await Connection.open("session", on: loop)
                let service = PortalService(connection, brokerBus: brokerBus, store: store, DesktopFolders())
                try await service.begin()
                await connection.closed
            } catch {
                PortalJournal.write("\(error)")
                hasFailed.withLock { $0 = true }
            }
            loop.stop()
        }
        loop.run()
        task.cancel()
        store.removeAll()
        withExtendedLifetime((watch, executor)) {}
        if hasFailed.withLock({ $0 }) { exit(EX_UNAVAILABLE) }
    }
}
