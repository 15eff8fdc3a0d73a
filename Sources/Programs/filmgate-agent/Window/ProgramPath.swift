import FilmgateSystem
import FilmgateText

import Glibc

/// Finds a program that the command line names.
enum ProgramPath {
    /// Returns the path of a program. A name without a slash is looked up beside this program, then, as shells do, in
    /// the folders of PATH, but never in the working folder.
    ///
    /// - Parameters:
    ///   - folder: the folder of this program.
    ///   - path: the folders, with colons between them. Nil stands for the system's folders, for a program with rights
    ///     that its caller, who chose PATH, does not have.
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
