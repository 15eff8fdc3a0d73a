import FilmgateSystem

/// The records that Flatpak keeps on the host for each running app, where no sandboxed program can write.
///
/// If the user has a service manager, Flatpak requests a scope from it, and the runtime folder is where logind creates
/// it. Without a service manager, neither exists, and the file in the process's root folder alone suffices.
struct FlatpakInstances: Sendable {
    /// The folder in which logind creates users' runtime folders.
    var runtimeFolders = "/run/user"
    /// The folder in which systemd keeps a link for each active unit. Only root can create such a link.
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

    /// The file that Flatpak wrote when it started an instance.
    func info(of instance: String, of user: UInt32) throws(IdentificationError) -> FlatpakInfo {
        let what = "the instance's info"
        let file = try reading(what) { () throws(Errno) in
            try Directory(path: "\(runtimeFolders)/\(user)").directory(".flatpak").directory(instance).located("info")
        }
        return try FlatpakInfo(file, of: user, named: what)
    }
}
