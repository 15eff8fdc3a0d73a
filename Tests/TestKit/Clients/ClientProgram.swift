/// A program that a test has as a client: carries out commands, each named and described as in `client.py`.
protocol ClientProgram: Sendable {
    var pid: Int32 { get }

    /// Carries out a command.
    ///
    /// - Parameter whenSent: runs as soon as a message is on its way.
    /// - Throws: `BusError` for an error that was answered, `ClientFailure` if the command could not be carried out.
    func ask(
        _ command: String, _ keys: [String: BusArgument], whenSent: (@Sendable () -> Void)?
    ) async throws -> ClientAnswer

    /// Ends it at once, with all its connections.
    func kill() async

    /// Lets it end by itself.
    func end() async
}

/// The answer to a command, or word that its message went out.
struct ClientAnswer: Decodable, Sendable {
    var id: Int?
    var event: String?
    var name: String?
    var owner: String?
    var signature: String?
    var serial: Int?
    var values: [Value]?
    var signals: [ReceivedSignal]?
    var descriptor: [String: Value]?
    var content: String?
    var succeeded: [String]?
    var error: BusError?
    var failure: String?
}
