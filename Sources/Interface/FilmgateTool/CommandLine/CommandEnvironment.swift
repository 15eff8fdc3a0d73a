public import Filmgate
import FilmgateLibraryTools
import FoundationEssentials

/// The environment of a command: streams, environment variables, bus, and interruption.
///
/// Relative paths start at the current folder of the process.
public struct CommandEnvironment: Sendable {
    let output: StandardStream
    let error: StandardStream
    let input: StandardInput
    let environment: [String: String]
    /// The bus that is used unless `--bus` names a different one.
    let bus: PhotoLibrary.Bus
    let interruption: Interruption
    /// Lets polkit ask for a password. Returns false if polkit cannot ask.
    let authenticate: @Sendable () async -> Bool

    private init(
        output: StandardStream, error: StandardStream, input: StandardInput, environment: [String: String],
        bus: PhotoLibrary.Bus, interruption: Interruption, authenticate: @escaping @Sendable () async -> Bool
    ) {
        (self.output, self.error, self.input) = (output, error, input)
        (self.environment, self.bus, self.interruption) = (environment, bus, interruption)
        self.authenticate = authenticate
    }

    /// Whether the process runs only this command.
    var areOfThisProcess: Bool { interruption === Interruption.ofThisProcess }

    /// The environment of a command that has its own process.
    static var ofThisProcess: CommandEnvironment {
        CommandEnvironment(
            output: .output, error: .error, input: .ofThisProcess, environment: ProcessInfo.processInfo.environment,
            bus: .usual, interruption: .ofThisProcess, authenticate: { await TerminalAuthentication.begin() })
    }

    /// Creates the environment of a command that runs inside another program. The command never asks for a password.
    ///
    /// - Parameters:
    ///   - output: called with the bytes that the command writes to standard output; `error` is called with the bytes
    ///     for standard error.
    ///   - input: the standard input of the command.
    ///   - columns: the width of the terminal if all three streams are terminals; nil if they are not.
    public init(
        output: @escaping @Sendable ([UInt8]) -> Void, error: @escaping @Sendable ([UInt8]) -> Void,
        input: String = "", columns: Int? = nil, environment: [String: String] = [:], bus: PhotoLibrary.Bus
    ) {
        let terminal = columns.map { TerminalProperties(columns: $0, environment) }
        self.init(
            output: StandardStream(to: output, terminal), error: StandardStream(to: error, terminal),
            input: StandardInput(input, isTerminal: terminal != nil), environment: environment, bus: bus,
            interruption: Interruption(), authenticate: { false })
    }
}
