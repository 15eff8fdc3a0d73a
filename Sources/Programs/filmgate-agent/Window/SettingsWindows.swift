import FilmgateProcess
import FilmgateSystem

import FoundationEssentials

/// Starts windows with apps' settings pages, at most one for each app.
///
/// Each window is a separate process, which calls the broker on behalf of the library's owner. The process keeps
/// running when the agent ends.
actor SettingsWindows {
    /// The maximum number of open windows. The limit is necessary because apps can request windows.
    static let mostWindows = 4

    private let program: String
    /// The address of the bus; nil means the default address.
    private let bus: String?
    private let complain: @Sendable (String) -> Void
    /// The running windows, by the app's identifier.
    private var running: [String: SpawnedProcess] = [:]

    /// - Parameter complain: called with a sentence if the program cannot be started.
    init(_ program: String, bus: String?, complain: @escaping @Sendable (String) -> Void = AgentProgram.write) {
        self.program = program
        self.bus = bus
        self.complain = complain
    }

    /// Starts a window with an app's page, unless one is open.
    ///
    /// - Parameter app: the app's identifier, such as `flatpak:org.example.App`.
    /// - Returns: whether a window with the page is open or being opened.
    func show(_ app: String) -> Bool {
        // This also reaps the programs that have ended.
        running = running.filter { !$0.value.hasEnded }
        guard running[app] == nil else { return true }
        guard running.count < Self.mostWindows else { return false }
        do throws(Errno) {
            running[app] = try SpawnedProcess(
                program, arguments: ["--app", app] + (bus.map { ["--bus", $0] } ?? []),
                environment: ProcessInfo.processInfo.environment, descriptors: [])
            return true
        } catch {
            complain(AgentError(notStarted: program, because: error).text)
            return false
        }
    }
}
