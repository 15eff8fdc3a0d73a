internal import FilmgateModel
internal import FilmgateProcess
internal import FilmgateSystem

/// Names any other program of the host by its executable, which proves nothing: the last to be tried.
///
/// Only a program that shares the broker's root folder is one of the host. In any other the path means another file, and
/// whoever made that folder may have made it to shut the program in.
struct ProgramIdentifier: Identifier {
    func identify(_ process: any ObservableProcess, of user: UInt32) -> Identity {
        do {
            guard try sharesRoot(process) else { return .doubtful(.unknownSandbox) }
            let path = try reading("the executable") { () throws(Errno) in try process.executable().path }
            return Self.identity(ofProgramAt: path)
        } catch {
            return .doubtful(error)
        }
    }

    /// A file whose name truly ends in ` (deleted)` cannot be told from one that was removed, and is refused with it.
    static func identity(ofProgramAt path: String) -> Identity {
        guard !path.hasSuffix(" (deleted)") else { return .doubtful(.executableGone) }
        // A proxy outside of a sandbox that is known here speaks for a program that it does not name.
        guard path.split(separator: "/").last != "xdg-dbus-proxy" else { return .doubtful(.unknownSandbox) }
        guard path.hasPrefix("/"), let client = ClientID(.exe, path) else {
            return .doubtful(.malformed("the executable's path"))
        }
        return .client(client)
    }

    private func sharesRoot(_ process: any ObservableProcess) throws(Doubt) -> Bool {
        let (root, own) = try reading("the root folder") { () throws(Errno) in
            (try process.root().descriptor.facts(), try OwnedDescriptor.facts(ofFileAt: "/"))
        }
        return root.device == own.device && root.inode == own.inode
    }
}
