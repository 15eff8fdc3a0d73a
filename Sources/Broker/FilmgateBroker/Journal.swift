import Glibc

/// Writes lines to standard error. If standard error is the systemd journal, each line begins with its level.
public enum Journal {
    public enum Level: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }

    public static func write(_ level: Level, _ text: String) {
        let line = underJournal ? "<\(level.rawValue)>\(text)\n" : "filmgated: \(text)\n"
        // One write per line, so that lines from several threads are not mixed.
        var bytes = Array(line.utf8)
        _ = unsafe Glibc.write(STDERR_FILENO, &bytes, bytes.count)
    }

    /// Runs `work`. If `work` throws an error other than a cancellation, writes the error to the journal.
    static func noting(_ failure: String, as level: Level = .error, _ work: () async throws -> Void) async {
        do { try await work() } catch is CancellationError {
        } catch {
            write(level, "\(failure): \(error)")
        }
    }

    private static let underJournal = unsafe getenv("JOURNAL_STREAM") != nil
}
