internal import Glibc

extension World {
    /// Writes into the library's database behind the broker's back.
    public func tamper(_ statement: String) async throws {
        let program = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
        let result = try await run(
            "/usr/bin/python3", "-c", program, "\(state)/\(getuid())/library.sqlite3", statement)
        guard result.code == 0 else { throw ClientFailure("tampering failed: \(result.errors)") }
    }
}
