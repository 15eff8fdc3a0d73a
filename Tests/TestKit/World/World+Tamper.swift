extension World {
    /// Writes into the library's database behind the broker's back.
    public func tamper(_ statement: String) async throws {
        try await change("database.execute(sys.argv[2]); database.commit()", statement)
    }

    /// Has a script of Python at the broker's own `database`.
    ///
    /// - Parameter argument: is the script's `sys.argv[2]`.
    public func change(_ script: String, _ argument: String = "") async throws {
        let opening = """
            import glob, sqlite3, sys, time
            database = sqlite3.connect(glob.glob(sys.argv[1] + "/*/library.sqlite3")[0], timeout=30)

            """
        let result = try await run("/usr/bin/python3", "-c", opening + script, state, argument)
        guard result.code == 0 else { throw ClientFailure("tampering failed: \(result.errors)") }
    }
}
