import Foundation

/// One connection to the bus, of a client program that runs in a sandbox or outside of one.
///
/// Interfaces may be named in short: `Library1` is `org.filmgate.Library1`.
public final class TestClient: Sendable {
    /// Where calls go unless they say otherwise.
    public static let service = "org.filmgate.Library1"
    public static let root = "/org/filmgate/Library1"

    /// The connection's unique name, as the client itself is told; a sandbox' proxy has the same one.
    public let name: String
    private let program: any ClientProgram
    private let label: String

    /// Connects once more from a program that runs already.
    private init(in program: any ClientProgram, label: String) async throws {
        let answer = try await program.ask("connect", ["on": .text(label)], whenSent: nil)
        guard let name = answer.name else { throw ClientFailure("connecting gave no name") }
        self.name = name
        self.program = program
        self.label = label
    }

    convenience init(_ program: any ClientProgram) async throws { try await self.init(in: program, label: "main") }

    /// The process that `/proc` shows: the client's outside of sandboxes, else that of the script around it.
    public var pid: Int32 { program.pid }

    /// Another connection of the same program.
    public func anotherConnection() async throws -> TestClient {
        try await TestClient(in: program, label: String(UInt64.random(in: 0...UInt64.max), radix: 16))
    }

    // MARK: Calling

    /// Calls a method and waits for the answer.
    ///
    /// - Parameters:
    ///   - interactive: whether the message allows interactive authorization.
    ///   - timeout: in seconds; nil: none.
    ///   - whenSent: runs as soon as the message is on its way, with others under way perhaps.
    /// - Throws: `BusError` for an error that was answered, `ClientFailure` where the call could not be made.
    @discardableResult
    public func call(
        _ interface: String, _ member: String, _ signature: String = "", _ arguments: BusArgument...,
        at path: String = root, on destination: String = service, interactive: Bool = false,
        timeout: Double? = TestClient.timeLimit,
        whenSent: (@Sendable () -> Void)? = nil
    ) async throws -> Reply {
        try await call(
            interface, member, signature, list: arguments, at: path, on: destination, interactive: interactive,
            timeout: timeout, whenSent: whenSent)
    }

    /// The same with arguments that a test made.
    @discardableResult
    public func call(
        _ interface: String, _ member: String, _ signature: String, list arguments: [BusArgument],
        at path: String = root, on destination: String = service, interactive: Bool = false,
        timeout: Double? = TestClient.timeLimit, whenSent: (@Sendable () -> Void)? = nil
    ) async throws -> Reply {
        var keys = message(interface, member, signature, arguments, path, destination)
        keys["interactive"] = .flag(interactive)
        if let timeout { keys["timeout"] = .number(timeout) } else { keys["timeout"] = .number(2_000_000) }
        let answer = try await program.ask("call", keys, whenSent: whenSent)
        return Reply(signature: answer.signature ?? "", values: answer.values ?? [], serial: answer.serial)
    }

    /// Calls a method that must be refused.
    ///
    /// - Returns: the error that was answered.
    /// - Throws: `ClientFailure` where it was not refused.
    public func error(
        _ interface: String, _ member: String, _ signature: String = "", _ arguments: BusArgument...,
        at path: String = root, on destination: String = service, interactive: Bool = false
    ) async throws -> BusError {
        var keys = message(interface, member, signature, arguments, path, destination)
        keys["interactive"] = .flag(interactive)
        do {
            let answer = try await program.ask("call", keys, whenSent: nil)
            throw ClientFailure("\(interface).\(member) was not refused: \(answer.values ?? [])")
        } catch let error as BusError {
            return error
        }
    }

    /// Sends a call that wants no answer.
    public func send(
        _ interface: String, _ member: String, _ signature: String = "", _ arguments: BusArgument...,
        at path: String = root, on destination: String = service
    ) async throws {
        var keys = message(interface, member, signature, arguments, path, destination)
        keys["reply"] = false
        _ = try await program.ask("call", keys, whenSent: nil)
    }

    public func property(_ name: String, of interface: String, at path: String = root) async throws -> Value? {
        try await call("org.freedesktop.DBus.Properties", "Get", "ss", .text(full(interface)), .text(name), at: path)[0]
    }

    /// Sends a message that claims to answer a call that another connection made; only clients in process can.
    ///
    /// - Parameters:
    ///   - kind: `return`, `error`, `call` or `signal`; interface, member and path are those of the last two.
    ///   - serial: of the call that it claims to answer.
    public func forge(
        _ kind: String, answering serial: Int, to destination: String, _ signature: String, _ arguments: BusArgument...,
        as member: (interface: String, member: String) = ("Agent1", "Prompt"), at path: String = root
    ) async throws {
        var keys = message(member.interface, member.member, signature, arguments, path, destination)
        keys["kind"] = .text(kind)
        keys["answers"] = .integer(Int64(serial))
        _ = try await program.ask("forge", keys, whenSent: nil)
    }

    // MARK: Signals

    /// Seconds after which something that ought to come comes no more: long, for the machine may be busy with other
    /// tests.
    public static let timeLimit = 60.0

    /// Takes the signals that came: waits until there are `count`, or for so many seconds, 0 to wait for none.
    ///
    /// - Parameter most: those beyond stay for the next time; nil: all that are there are taken.
    public func signals(
        _ member: String? = nil, at path: String? = nil, count: Int = 1, most: Int? = nil,
        within seconds: Double = TestClient.timeLimit
    ) async throws -> [ReceivedSignal] {
        var keys: [String: BusArgument] = ["count": .integer(Int64(count)), "timeout": .number(seconds)]
        if let most { keys["most"] = .integer(Int64(most)) }
        if let path { keys["path"] = .text(path) }
        if let member { keys["member"] = .text(member) }
        return try await ask("signals", keys).signals ?? []
    }

    /// Takes one signal.
    ///
    /// - Throws: `ClientFailure` where none comes.
    public func signal(_ member: String, at path: String? = nil) async throws -> ReceivedSignal {
        guard let signal = try await signals(member, at: path).first else { throw ClientFailure("no \(member) came") }
        return signal
    }

    /// Answers a call that came.
    public func reply(to call: Int, _ signature: String = "", _ arguments: BusArgument...) async throws {
        _ = try await ask(
            "reply",
            ["call": .integer(Int64(call)), "signature": .text(signature), "arguments": .list(arguments)])
    }

    public func reply(to call: Int, error: String) async throws {
        _ = try await ask("reply", ["call": .integer(Int64(call)), "error": .text(error)])
    }

    /// Asks the bus for signals that are not sent to this connection alone.
    public func match(_ rule: String) async throws { _ = try await ask("match", ["rule": .text(rule)]) }

    /// Waits until somebody owns the name.
    ///
    /// - Returns: the owner's unique name.
    @discardableResult
    public func ownerAppears(of name: String) async throws -> String {
        try await ask("await-name", ["name": .text(name)]).owner ?? ""
    }

    // MARK: Descriptors

    /// Opens something, to pass it more than once or to change it meanwhile.
    public func open(_ content: BusArgument.Content) async throws -> HeldDescriptor {
        HeldDescriptor(try await ask("open", ["descriptor": .descriptor(content)]).descriptor ?? [:])
    }

    /// Looks at a descriptor anew.
    public func describe(_ descriptor: HeldDescriptor) async throws -> HeldDescriptor {
        HeldDescriptor(try await ask("describe", ["kept": .integer(Int64(descriptor.number))]).descriptor ?? [:])
    }

    /// Reads a whole file, or a pipe until its end; only clients that are processes can.
    public func bytes(of descriptor: HeldDescriptor) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let answer = try await ask(
                "read", ["kept": .integer(Int64(descriptor.number)), "offset": .integer(Int64(bytes.count))])
            guard let part = answer.content.flatMap({ Data(base64Encoded: $0) }) else {
                throw ClientFailure("nothing was read")
            }
            if part.isEmpty { return bytes }
            bytes += part
        }
    }

    /// Tries to change a file that it was handed, and to make it writable.
    ///
    /// - Parameter broker: the broker's process, whose descriptors are tried as well; nil for none.
    /// - Returns: what succeeded.
    public func attack(_ descriptor: HeldDescriptor, broker: Int32? = nil) async throws -> [String] {
        var keys: [String: BusArgument] = ["kept": .integer(Int64(descriptor.number))]
        if let broker { keys["broker"] = .integer(Int64(broker)) }
        let answer = try await ask("attack", keys)
        guard let succeeded = answer.succeeded else { throw ClientFailure("no attack was made") }
        return succeeded
    }

    /// Takes a lease on a file that it was handed, which holds up others that open the file; waits until it can be had.
    public func lease(_ descriptor: HeldDescriptor) async throws -> Bool {
        try await ask("lease", ["kept": .integer(Int64(descriptor.number))]).succeeded == ["lease"]
    }

    public func forget(_ descriptor: HeldDescriptor) async throws {
        _ = try await ask("forget", ["kept": .integer(Int64(descriptor.number))])
    }

    // MARK: Leaving

    /// Closes the connection; the program stays.
    public func disconnect() async throws { _ = try await ask("disconnect", [:]) }

    /// Waits until the bus closes the connection.
    public func hungUp() async throws { _ = try await ask("await-hang-up", [:]) }

    /// Kills the program, with all its connections.
    public func kill() async { await program.kill() }

    /// Ends the program, with all its connections.
    public func end() async { await program.end() }

    private func ask(_ command: String, _ keys: [String: BusArgument]) async throws -> ClientAnswer {
        try await program.ask(command, keys.merging(["on": .text(label)]) { $1 }, whenSent: nil)
    }

    private func message(
        _ interface: String, _ member: String, _ signature: String, _ arguments: [BusArgument], _ path: String,
        _ destination: String
    ) -> [String: BusArgument] {
        [
            "on": .text(label), "destination": .text(destination), "path": .text(path),
            "interface": .text(full(interface)), "member": .text(member), "signature": .text(signature),
            "arguments": .list(arguments),
        ]
    }

    private func full(_ interface: String) -> String {
        interface.contains(".") ? interface : "org.filmgate.\(interface)"
    }
}
