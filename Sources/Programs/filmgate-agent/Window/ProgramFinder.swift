import FilmgateSystem
import FilmgateText

import Glibc

/// Finds a program that is named on the command line.
enum ProgramFinder {
    /// Returns the path of a program. Looks up a name without a slash in the folder of this program, then in the
    /// absolute folders of PATH. Returns a name with a slash unchanged, without checking it.
    ///
    /// - Parameters:
    ///   - folder: the folder of this program.
    ///   - path: the folders to search, with colons between them; nil for `/usr/bin:/bin`. The default is nil in a
    ///     set-group-ID program, whose caller must not choose PATH.
    /// - Throws: if there is no program with the name.
    static func find(
        _ name: String, beside folder: String = ThisProgram.folder, path: String? = environmentVariable("PATH")
    ) throws(AgentError) -> String {
        guard !name.contains("/") else { return name }
        let folders = (path ?? "/usr/bin:/bin").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        for folder in [folder] + folders {
            let program = "\(folder)/\(name)"
            var facts = stat()
            if stat(program, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, access(program, X_OK) == 0 {
                return program
            }
        }
        throw AgentError(notStarted: name, because: .noEntry)
    }
}
