import FilmgateSystem

/// What Flatpak leaves on the host for each app that it runs, where no sandboxed program can write.
///
/// If the user has a service manager, Flatpak asks it for a scope, and the runtime folder is where logind makes it. Without one there is
/// neither, and the mark in the process's root folder stands alone.
struct FlatpakInstances: Sendable {
    /// Where logind makes users' runtime folders.
    var runtimeFolders = "/run/user"
    /// Where systemd keeps a link for each unit that is active, which root alone can make.
    var activeUnits = "/run/systemd/units"

    /// Whether the user's own service manager runs.
    func hasServiceManager(_ user: UInt32) throws(IdentificationError) -> Bool {
        do {
            _ = try Directory(path: activeUnits).located("invocation:user@\(user).service")
            return true
        } catch .noEntry {
            return false
        } catch {
            throw .unreadable("the user's service manager", error)
        }
    }

    /// What Flatpak wrote of an instance when it started it.
    func info(of instance: String, of user: UInt32) throws(IdentificationError) -> FlatpakInfo {
        let what = "the instance's info"
        let file = try reading(what) { () throws(Errno) in
            try Directory(path: "\(runtimeFolders)/\(user)").directory(".flatpak").directory(instance).located("info")
        }
        return try FlatpakInfo(file, of: user, named: what)
    }
}
