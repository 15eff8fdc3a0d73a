/// A script on Debian's Python that tells in lines how far it has come, and goes on when it is given one.
///
/// Its first argument is the bus' address; it finds the modules beside `client.py`.
public final class Script: Sendable {
    public let program: Program
    private let lines = Lines()

    /// - Parameter source: what comes after `address` and the path to modules are there.
    public convenience init(_ source: String, on bus: PrivateBus) throws {
        let prologue = "import sys\naddress = sys.argv[1]\nsys.path.insert(0, sys.argv[2])\n"
        try self.init(["/usr/bin/python3", "-c", prologue + source, bus.address, Source.python])
    }

    public init(_ command: [String], environment: [String: String] = Program.plainEnvironment) throws {
        var environment = environment
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        program = try Program(
            command[0], Array(command.dropFirst()), environment: environment, onLine: lines.hear)
    }

    /// The next line that it writes.
    ///
    /// - Throws: `ClientFailure` with what it wrote to standard error, where it ended.
    public func line() async throws -> String {
        if let line = await lines.next() { return line }
        await program.ended()
        throw ClientFailure("the script ended: \(await program.log.all())")
    }

    /// Has it go on.
    public func proceed() { program.write("\n") }
}
