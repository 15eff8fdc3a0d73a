import FilmgateDBus
import FilmgateTestKit
import Synchronization
import Testing

@testable import FilmgateDesktop

/// A service that says whether the screen is locked.
private final class LockService: ObjectTree {
    static let active = Signal<MessageArguments<Bool>>("ActiveChanged")
    static let properties = Signal<MessageArguments<String, [String: Variant], [String]>>("PropertiesChanged")
    static let gnome: InterfaceName = "org.gnome.ScreenSaver"
    static let logind: InterfaceName = "org.freedesktop.login1"

    let connection: Connection
    private let state: Mutex<(isLocked: Bool?, asked: Int)>

    /// - Parameter isLocked: the answer; nil if it does not answer.
    init(on bus: InMemoryBus, as name: BusName, isLocked: Bool?) async throws {
        connection = try await bus.connect()
        state = Mutex((isLocked, 0))
        await connection.serve(self)
        try await connection.requestName(name)
    }

    var asked: Int { state.withLock { $0.asked } }

    func set(_ isLocked: Bool?) { state.withLock { $0.isLocked = isLocked } }

    private func answer() throws -> Bool {
        let isLocked = state.withLock { state in
            state.asked += 1
            return state.isLocked
        }
        guard let isLocked else { throw ErrorReply.noReply("This service does not answer.") }
        return isLocked
    }

    func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        let getActive = Method<NoArguments, MessageArguments<Bool>>("GetActive")
        switch path {
        case "/org/gnome/ScreenSaver":
            return [
                ServedInterface(
                    Self.gnome, methods: [ServedMethod(getActive) { _, _ in MessageArguments(try self.answer()) }],
                    introspection: "")
            ]
        case "/org/freedesktop/login1/session/auto":
            let hint = ServedProperty(Property<Bool>("LockedHint")) { _ in try self.answer() }
            return [
                ServedInterface("org.freedesktop.login1.Session", methods: [], properties: [hint], introspection: "")
            ]
        default: return nil
        }
    }

    func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }
}

@Suite("Whether the screen is locked")
struct ScreenLockTests {
    private let bus = InMemoryBus()
    private let provider: Connection
    private let lock: ScreenLock

    init() async throws {
        provider = try await bus.connect()
        lock = ScreenLock(session: provider, system: provider)
    }

    /// Sends the signal of GNOME's screen saver, and returns when the provider has received it.
    private func say(_ isActive: Bool, by sender: Connection) async throws {
        #expect(
            await sender.emit(
                LockService.active, of: LockService.gnome, at: "/org/gnome/ScreenSaver", to: provider.uniqueName,
                MessageArguments(isActive)))
        try await arrived(from: sender)
    }

    /// A call is answered after everything that its sender sent before it.
    private func arrived(from sender: Connection) async throws {
        let ping = Method<NoArguments, NoArguments>("Ping")
        _ = try await sender.call(
            ping, of: "org.freedesktop.DBus.Peer", at: "/", on: provider.uniqueName, MessageArguments())
    }

    @Test("without a screen saver and logind, nothing is locked")
    func none() async throws { #expect(await !lock.isLocked) }

    @Test("a screen saver is asked once, and again after its signal")
    func once() async throws {
        let saver = try await LockService(on: bus, as: "org.gnome.ScreenSaver", isLocked: false)
        for _ in 1...3 { #expect(await !lock.isLocked) }
        #expect(saver.asked == 1)
        saver.set(true)
        try await say(true, by: saver.connection)
        for _ in 1...3 { #expect(await lock.isLocked) }
        saver.set(false)
        try await say(false, by: saver.connection)
        for _ in 1...3 { #expect(await !lock.isLocked) }
        #expect(saver.asked == 3)
    }

    @Test("logind is asked once, and again after a session's properties have changed")
    func logind() async throws {
        let logind = try await LockService(on: bus, as: "org.freedesktop.login1", isLocked: false)
        for _ in 1...3 { #expect(await !lock.isLocked) }
        #expect(logind.asked == 1)
        logind.set(true)
        await logind.connection.emit(
            LockService.properties, of: "org.freedesktop.DBus.Properties", at: "/org/freedesktop/login1/session/c1",
            to: provider.uniqueName, MessageArguments("org.freedesktop.login1.Session", [:], ["LockedHint"]))
        try await arrived(from: logind.connection)
        for _ in 1...3 { #expect(await lock.isLocked) }
        #expect(logind.asked == 2)
    }

    @Test("a signal of a different program changes nothing, and makes nothing ask again")
    func forgedSignal() async throws {
        let saver = try await LockService(on: bus, as: "org.gnome.ScreenSaver", isLocked: true)
        #expect(await lock.isLocked)
        let other = try await bus.connect()
        try await say(false, by: other)
        #expect(await lock.isLocked)
        saver.set(false)
        try await say(false, by: other)
        #expect(await lock.isLocked)
        #expect(saver.asked == 1)
    }

    @Test("a signal of the screen saver itself is not believed: its answer counts")
    func falseSignal() async throws {
        let saver = try await LockService(on: bus, as: "org.gnome.ScreenSaver", isLocked: true)
        try await say(false, by: saver.connection)
        #expect(await lock.isLocked)
        try await say(false, by: saver.connection)
        #expect(await lock.isLocked)
    }

    @Test("a program that takes a screen saver's name late can lock, and cannot unlock what logind says is locked")
    func lateOwner() async throws {
        let logind = try await LockService(on: bus, as: "org.freedesktop.login1", isLocked: true)
        #expect(await lock.isLocked)
        let late = try await LockService(on: bus, as: "org.gnome.ScreenSaver", isLocked: false)
        try await say(false, by: late.connection)
        #expect(await lock.isLocked)
        await logind.connection.close()
        try await arrived(from: late.connection)
        #expect(await !lock.isLocked)
        late.set(true)
        try await say(true, by: late.connection)
        #expect(await lock.isLocked)
    }

    @Test("the answer of a screen saver ends with it: the next owner of its name is asked")
    func nextOwner() async throws {
        let first = try await LockService(on: bus, as: "org.gnome.ScreenSaver", isLocked: false)
        #expect(await !lock.isLocked)
        try await first.connection.releaseName("org.gnome.ScreenSaver")
        let second = try await LockService(on: bus, as: "org.gnome.ScreenSaver", isLocked: true)
        try await arrived(from: second.connection)
        #expect(await lock.isLocked)
        // The first program is still on the bus, and no longer the screen saver.
        try await say(false, by: first.connection)
        #expect(await lock.isLocked)
        #expect(first.asked == 1 && second.asked == 1)
    }

    @Test("a service that is there and does not answer counts as locked, and is asked each time")
    func silent() async throws {
        let saver = try await LockService(on: bus, as: "org.gnome.ScreenSaver", isLocked: nil)
        for _ in 1...2 { #expect(await lock.isLocked) }
        #expect(saver.asked == 2)
        saver.set(false)
        #expect(await !lock.isLocked)
    }

    @Test("it counts as locked after the bus has ended")
    func ended() async throws {
        #expect(await !lock.isLocked)
        await provider.close()
        #expect(await lock.isLocked)
    }
}
