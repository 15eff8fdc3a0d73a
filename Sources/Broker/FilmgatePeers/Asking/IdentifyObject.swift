public import FilmgateDBus
import FilmgateSystem

/// The object of `filmgate-identify`, which identifies the process behind a bus name or a pidfd, for the broker only.
public struct IdentifyObject: ObjectTree {
    private let served: [ServedInterface]

    /// - Parameter connection: the connection on which the object is served. The object also asks the bus over it.
    /// - Throws: the errors of `Connection.call`, if the bus does not report the owner of the broker's name.
    public init(_ connection: Connection) async throws {
        try await connection.followOwner(of: IdentifyInterface.broker)
        let search = InProcessSearch(
            ask: { name in try await connection.credentials(of: name) },
            pool: LookupPool(Lookup(isOfSystem: true), timeLimit: .seconds(4), on: connection.loop))
        let identify = ServedMethod(IdentifyInterface.identify) { call, arguments in
            try await Self.checkBroker(call, on: connection)
            let (text, pid, start) = try arguments.decoded().values
            guard let name = BusName(text), name.isUnique else {
                throw ErrorReply.invalidArgs("'\(text)' is no connection's name")
            }
            return MessageArguments(await search.find(name, ProcessConstraint(pid: pid, start: start)).options)
        }
        let identifyProcess = ServedMethod(IdentifyInterface.identifyProcess) { call, arguments in
            try await Self.checkBroker(call, on: connection)
            let (process, user, start) = try arguments.decoded().values
            return MessageArguments(
                await search.find(process, of: user, ProcessConstraint(pid: 0, start: start)).options)
        }
        served = [
            ServedInterface(
                IdentifyInterface.name, methods: [identify, identifyProcess], introspection: Self.introspection)
        ]
    }

    /// - Throws: `accessDenied` for every caller except the broker.
    private static func checkBroker(_ call: MethodCall, on connection: Connection) async throws {
        guard await connection.followedOwner(of: IdentifyInterface.broker) == call.sender else {
            throw ErrorReply.accessDenied("only the owner of \(IdentifyInterface.broker) is answered")
        }
    }

    /// The limits of the service. They allow as many requests as a broker sends at the same time.
    public static let limits: ServiceLimits = {
        var limits = ServiceLimits(callsInFlight: 1024)
        limits.callsOfAll = 4096
        return limits
    }()

    public func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        path == IdentifyInterface.path ? served : nil
    }

    public func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }

    private static let introspection = """
          <interface name="org.filmgate.Identify1">
            <method name="Identify">
              <arg name="name" type="s" direction="in"/>
              <arg name="pid" type="u" direction="in"/>
              <arg name="start" type="t" direction="in"/>
              <arg name="identity" type="a{sv}" direction="out"/>
            </method>
            <method name="IdentifyProcess">
              <arg name="process" type="h" direction="in"/>
              <arg name="user" type="u" direction="in"/>
              <arg name="start" type="t" direction="in"/>
              <arg name="identity" type="a{sv}" direction="out"/>
            </method>
          </interface>

        """
}

extension BusName {
    /// The name that `filmgate-identify` owns.
    public static let identify = IdentifyInterface.busName
}

/// `org.filmgate.Identify1`, which `filmgate-identify` serves for the broker of the system setting.
enum IdentifyInterface {
    static let name: InterfaceName = "org.filmgate.Identify1"
    static let path: ObjectPath = "/org/filmgate/Identify1"
    static let busName: BusName = "org.filmgate.Identify1"
    /// The broker's bus name. Only the owner of this name gets a reply.
    static let broker: BusName = "org.filmgate.Library1"

    /// Takes a bus name, and a `ProcessConstraint` as process number and start time; returns an `IdentificationResult`.
    static let identify = Method<MessageArguments<String, UInt32, UInt64>, MessageArguments<Options>>("Identify")
    /// Takes a pidfd, the user whose process it must be, and the time by which it must have started; returns an
    /// `IdentificationResult`.
    static let identifyProcess = Method<MessageArguments<OwnedDescriptor, UInt32, UInt64>, MessageArguments<Options>>(
        "IdentifyProcess")
}

/// Asks `filmgate-identify`, which may read processes that the broker itself may not read.
///
/// Sends at most four requests about each user at the same time. So a user whose files hang does not delay other
/// users, although the bus lets a connection wait for at most 128 replies.
struct DelegatedSearch: PeerSearch {
    private let connection: Connection
    /// The limiter for the requests about each user.
    private let turns: KeyedLimiter<UInt32>

    /// The bus names on which an answer depends: if one of them gets a new owner, a failed request may succeed. The
    /// broker's own name is one of them, because `filmgate-identify` answers only the owner of that name.
    static let answerDependsOn: Set = [IdentifyInterface.busName, IdentifyInterface.broker]

    private static let timeLimit = Duration.seconds(5)

    init(_ connection: Connection) {
        self.connection = connection
        turns = KeyedLimiter(width: 4, loop: connection.loop)
    }

    func find(_ name: BusName, _ constraint: ProcessConstraint) async -> IdentificationResult {
        let user: UInt32
        do {
            user = try await connection.user(of: name)
        } catch {
            return .unknown(.missingCredentials("\(error)"))
        }
        do {
            let (pid, start) = constraint.arguments
            return try await turns.run(for: user) {
                await answer(
                    IdentifyInterface.identify, MessageArguments(name.rawValue, pid, start), constraint, of: user)
            }
        } catch {
            return .unknown(.leftTheBus)
        }
    }

    func find(_ process: OwnedDescriptor, of user: UInt32, _ constraint: ProcessConstraint) async
        -> IdentificationResult
    {
        do {
            return try await turns.run(for: user) {
                await answer(
                    IdentifyInterface.identifyProcess, MessageArguments(process, user, constraint.arguments.start),
                    constraint,
                    of: user)
            }
        } catch {
            return .unknown(.leftTheBus)
        }
    }

    private func answer<In>(
        _ method: Method<In, MessageArguments<Options>>, _ arguments: In, _ constraint: ProcessConstraint,
        of user: UInt32
    ) async -> IdentificationResult {
        do {
            let answer = try await connection.call(
                method, of: IdentifyInterface.name, at: IdentifyInterface.path, on: IdentifyInterface.busName,
                arguments, options: CallOptions(timeout: Self.timeLimit)
            ).values
            return IdentificationResult(answer, within: constraint, of: user)
        } catch {
            return .unknown(.unanswered("\(error)"))
        }
    }
}
