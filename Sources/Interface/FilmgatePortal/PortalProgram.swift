import FilmgateDBus
import FilmgatePickStore
import FilmgateSystem
import FilmgateText
import Glibc
import Synchronization

/// The program `filmgate-portal`, which shows the picker to apps that do not use Filmgate's API.
public enum PortalProgram {
    static let program = ServiceProgram(
        "filmgate-portal", summary: "Shows the picker when an app opens pictures or videos in a file dialog.")

    public static func main() { program.main { try run(brokerBus: $0) } }

    private static func run(brokerBus: String) throws {
        let signals = try SignalDescriptor([SIGTERM, SIGINT, SIGHUP])
        let loop = try EventLoop()
        let watch = try loop.watch(signals.descriptor) { if signals.next() != nil { loop.stop() } }
        // Loads the translations of the strings that this program adds to the desktop's own dialogs.
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
                program.report("\(error)")
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
