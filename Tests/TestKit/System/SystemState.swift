import Foundation
import Synchronization

/// What can be seen of the broker from outside.
extension SystemWorld {
    /// Of the broker that was started last.
    public var broker: Int32? { brokerProgram.withLock { $0 }?.pid }

    /// What the broker has open, as far as it has a path.
    public var openFiles: [String] {
        guard let broker else { return [] }
        let folder = "/proc/\(broker)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    }

    /// What the broker has in memory of its own, in KiB.
    public var memory: Int {
        guard let broker, let text = try? String(contentsOfFile: "/proc/\(broker)/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") })
        else { return 0 }
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }

    /// All rows of a user's library but those of the audit log and what is kept of its ends, as text.
    public func rows(of user: User) throws -> [Substring] {
        let path = "\(folder)/state/\(user.id)/library.sqlite3"
        let result = try ChildProcess.run(["/usr/bin/sqlite3", "-readonly", path, ".dump"])
        guard result.code == 0 else { throw ClientFailure("\(path) cannot be read: \(result.code)") }
        return result.output.split(separator: "\n").filter {
            !$0.hasPrefix("INSERT INTO audit ") && !$0.hasPrefix("INSERT INTO library ")
        }
    }

    /// Runs a script of SQL on a user's library as the broker's user, with nothing that would stop it; the library must
    /// be closed.
    public func tamper(with user: User, _ script: String) throws {
        let (id, path) = ("\(Self.brokerUser)", "\(folder)/state/\(user.id)/library.sqlite3")
        let result = try ChildProcess.run([
            "/usr/bin/setpriv", "--reuid", id, "--regid", id, "--clear-groups", "--", "/usr/bin/sqlite3", path,
            "PRAGMA ignore_check_constraints = ON; \(script)",
        ])
        guard result.code == 0 else { throw ClientFailure("\(path) cannot be changed: \(result.code)") }
    }

    /// Whether the broker has a user's library open.
    public func isOpen(_ user: User) -> Bool { openFiles.contains("\(folder)/state/\(user.id)/library.sqlite3") }

    /// Has a user have a library, as their first call does.
    public func found(_ user: User) async throws {
        let client = try await client(user)
        _ = try await client.status()
        await client.end()
    }

    /// What the broker wrote so far.
    public var log: String { brokerProgram.withLock { $0 }?.log.soFar ?? "" }
}
