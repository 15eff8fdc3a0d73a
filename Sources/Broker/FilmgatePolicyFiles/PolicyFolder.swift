import FilmgatePolicy
import FilmgateSystem

/// The limits on policy files. Exceeding one is an error in the policy.
public enum PolicyFileLimits {
    public static let fileBytes = 64 * 1024
    public static let filesInFolder = 256
    public static let rules = 4096
}

/// Reads a policy file.
enum PolicyFileReader {
    /// - Parameter name: a file name without a path.
    static func read(_ name: String, in folder: Directory, at path: String) -> (rules: [Rule], findings: [RuleFinding])
    {
        do throws(Errno) {
            let file = try folder.file(name)
            let facts = try file.facts()
            guard facts.isRegular else { return ([], [fault(path, "It is not a regular file.")]) }
            guard let bytes = try file.contents(upTo: PolicyFileLimits.fileBytes) else {
                return ([], [fault(path, "It is larger than \(PolicyFileLimits.fileBytes) bytes.")])
            }
            let text = ParsedPolicyFile(bytes, of: path)
            let writers = facts.permissions & 0o022 == 0 ? [] : [openToOthers(path)]
            return (text.rules, text.findings + writers)
        } catch {
            let reason =
                error == .tooManyLinks ? "It is a symbolic link, not a regular file." : "It cannot be read: \(error)."
            return ([], [fault(path, reason)])
        }
    }

    static func fault(_ path: String, _ sentence: String) -> RuleFinding {
        RuleFinding(.error, at: PolicyFileLocation(file: path, line: nil), sentence)
    }

    private static func openToOthers(_ path: String) -> RuleFinding {
        RuleFinding(
            .warning, at: PolicyFileLocation(file: path, line: nil),
            "Users other than its owner may write to it. Run 'chmod go-w' on it.")
    }
}

/// A folder with policy files.
struct PolicyFolder {
    let path: String

    /// Returns the names of the folder's policy files in order; an empty array if the folder does not exist.
    func names() throws(Errno) -> [String] {
        let folder: Directory
        do {
            folder = try Directory(path: path)
        } catch {
            if error == .noEntry { return [] }
            throw error
        }
        return try folder.names().filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    func read(_ names: [String]) -> (rules: [Rule], findings: [RuleFinding]) {
        var rules: [Rule] = []
        var findings: [RuleFinding] = []
        do {
            let folder = try Directory(path: path)
            for name in names {
                let file = PolicyFileReader.read(name, in: folder, at: pathOf(name))
                rules += file.rules
                findings += file.findings
            }
        } catch {
            findings.append(PolicyFileReader.fault(path, "The folder cannot be read: \(error)."))
        }
        return (rules, findings)
    }

    func pathOf(_ name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }
}
