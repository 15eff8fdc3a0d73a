public import FilmgateDBus
public import Foundation
import Synchronization
public import Testing

/// A dbus-daemon of a test's own, in a temporary folder; both go with the last reference.
public final class PrivateBus: TestBus {
    public let address: String
    /// The folder with the daemon's configuration and socket; tests may put more into it.
    public let folder: URL
    private let daemon: ChildProcess
    private let loops = Mutex<[EventLoop]>([])
    private let isStopped = Mutex(false)

    /// A bus that is configured as the source's `dbus/private-bus.conf` says.
    public static func shipped() throws -> PrivateBus {
        try PrivateBus(configuration: "\(Source.root)/dbus/private-bus.conf")
    }

    /// - Parameter limits: `<limit>` elements that replace the session bus' usual ones.
    public convenience init(limits: String = "") throws { try self.init(limits: limits, configuration: nil) }

    /// - Parameter path: of a configuration; nil for one as a session bus has it, which passes unrequested replies.
    private init(limits: String = "", configuration path: String?) throws {
        try cancelTestWithoutDaemons()
        folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-bus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let configuration = folder.appending(path: "bus.conf")
        try Self.configuration(in: folder, limits: limits).write(to: configuration, atomically: true, encoding: .utf8)
        daemon = try ChildProcess([
            "dbus-daemon", "--config-file=\(path ?? configuration.path)", "--address=unix:path=\(folder.path)/socket",
            "--print-address", "--nofork", "--nopidfile",
        ])
        // The daemon prints one line as soon as it listens; no line means that it ended.
        guard let line = daemon.line() else { throw BusDidNotStart() }
        address = line
    }

    deinit { stop() }

    public func disconnectAll() { stopDaemon() }

    /// Ends the daemon, which every connection notices.
    public func stopDaemon() {
        guard isStopped.withLock({ !exchange(&$0, true) }) else { return }
        daemon.signal(SIGTERM)
        daemon.wait()
    }

    /// Ends the daemon and the loops of `connect`, and removes the folder.
    public func stop() {
        stopDaemon()
        for loop in loops.withLock({ exchange(&$0, []) }) { loop.stop() }
        try? FileManager.default.removeItem(at: folder)
    }

    /// A connection with a loop and thread of its own, which end with the bus.
    public func connect() async throws -> Connection {
        let loop = try EventLoop.onOwnThread(named: "test")
        loops.withLock { $0.append(loop) }
        return try await Connection.open(address, on: loop)
    }

    private static func configuration(in folder: URL, limits: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(folder.path)/socket</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
          \(limits)
        </busconfig>
        """
    }
}

private func cancelTestWithoutDaemons() throws {
    if isWithoutDaemons { try Test.cancel("this run starts no dbus-daemon") }
}

private func exchange<Value>(_ place: inout Value, _ new: Value) -> Value {
    defer { place = new }
    return place
}

/// dbus-daemon ended before it listened; its own words are on standard error.
public struct BusDidNotStart: Error {}

/// Gives a test, or each test of a suite, a bus of its own as `PrivateBus.current`.
public struct PrivateBusTrait: TestTrait, SuiteTrait, TestScoping {
    public var isRecursive: Bool { true }

    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let bus = try PrivateBus()
        try await PrivateBus.$current.withValue(bus, operation: function)
        bus.stop()
    }
}

extension Trait where Self == PrivateBusTrait {
    public static var privateBus: Self { PrivateBusTrait() }
}

extension PrivateBus {
    @TaskLocal public static var current: PrivateBus?
}
