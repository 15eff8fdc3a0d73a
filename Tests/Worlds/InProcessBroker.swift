import FilmgateDBus
import FilmgatePolicy
import FilmgateSystem
package import FilmgateTestKit

@testable import FilmgateBroker
@testable import filmgated

/// Starts brokers on the process's event loop, configured as the program is.
package struct InProcessBrokers: BrokerStarter {
    /// Decides for brokers of every user's libraries, as on the system bus; nil for the private setting.
    var authority: ScriptedAuthority?
    /// Whether views of the library's folder through which nothing can be written are made.
    let makesViews: Bool
    /// Bytes of content in memory that clients may have open.
    let contentMemory: UInt64
    /// How many descriptors the broker shares out as if its process could have so many; nil for as many as it can have.
    let descriptors: Int?

    package init(makesViews: Bool = true, contentMemory: UInt64 = 1 << 30, descriptors: Int? = nil) {
        (self.makesViews, self.contentMemory, self.descriptors) = (makesViews, contentMemory, descriptors)
    }

    init(authority: ScriptedAuthority) {
        self.init()
        self.authority = authority
    }

    package func start(on bus: InMemoryBus, state: String, configuration: String) async throws -> any RunningBroker {
        let settings = try Settings(
            bus: authority == nil ? "in memory" : "system", state: state, Configuration(path: configuration))
        let connection = try await bus.connect(on: BrokerActor.loop)
        let deciding: any Authority = if let authority { authority } else { PrivateBusAuthority() }
        let environment = BrokerEnvironment(
            clock: .system, authority: deciding, sessions: NoSessions(), delegatesIdentification: true,
            makesViews: makesViews, contentMemory: contentMemory, descriptors: descriptors)
        do {
            return InProcessBroker(try await Broker.start(settings, over: connection, in: environment))
        } catch {
            await connection.close()
            throw error
        }
    }
}

private struct InProcessBroker: RunningBroker {
    let broker: Broker

    init(_ broker: Broker) { self.broker = broker }

    func stop() async { await broker.stop() }
    func reloadPolicy() async { _ = await broker.reloadPolicy() }
}

/// Nobody is in a session.
struct NoSessions: AgentSessionTracker {
    func presence(of process: UInt32, of user: UInt32) -> SessionPresence { .unknown }
    func isInWaylandSession(_ process: UInt32, of user: UInt32) -> Bool { false }
    func watch(_ body: @escaping @BrokerActor @Sendable () -> Void) -> [Watch] { [] }
}
