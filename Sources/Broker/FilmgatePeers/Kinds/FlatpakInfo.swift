import FilmgateKeyFiles
import FilmgateModel
import FilmgateSystem

/// The contents of a `.flatpak-info`, a key file that Flatpak writes.
struct FlatpakInfo: Hashable, Sendable {
    /// The app's identifier.
    let app: String
    /// The number of the running instance; nil in the file of an older Flatpak.
    let instance: String?

    /// The size limit of the file, in bytes.
    static let sizeLimit = 64 * 1024

    /// Reads a file, if it is a regular file that the user owns.
    ///
    /// - Parameters:
    ///   - file: a path descriptor that is not open for reading.
    ///   - name: the file's name in errors.
    init(_ file: OwnedDescriptor, of user: UInt32, named name: String) throws(IdentificationError) {
        let facts = try reading(name) { () throws(Errno) in try file.facts() }
        guard facts.isRegular, facts.owner == user else { throw .malformed(name) }
        let bytes = try reading(name) { () throws(Errno) in
            try file.reopenedReadOnly().contents(upTo: Self.sizeLimit)
        }
        guard let bytes, let info = FlatpakInfo(bytes) else { throw .malformed(name) }
        self = info
    }

    /// Returns nil if the bytes are not a key file, do not name an app, or have a malformed instance number.
    init?(_ bytes: [UInt8]) {
        do throws(KeyFileError) {
            // Parses the file with GLib, like Flatpak, so that both read the same values.
            let file = try KeyFile(bytes)
            guard let name = try file.string("name", in: "Application"), ClientID.isFlatpakName(name) else {
                return nil
            }
            app = name
            instance = try file.string("instance-id", in: "Instance")
        } catch { return nil }
        if let instance, !Self.isInstance(instance) { return nil }
    }

    /// Returns whether a string is a number in decimal digits.
    private static func isInstance(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// The records about each running app that Flatpak keeps on the host. No sandboxed program can write to them.
///
/// If the user has a service manager, Flatpak requests a scope from it, and the user's runtime folder is the one that
/// logind creates. Without a service manager, there is no scope and no such folder. Then the file in the process's
/// root folder suffices.
struct FlatpakInstances: Sendable {
    /// The folder in which logind creates users' runtime folders.
    var runtimeFolders = "/run/user"
    /// The folder in which systemd keeps a link for each active unit. Only root can create such a link.
    var activeUnits = "/run/systemd/units"

    /// Returns whether the user's own service manager runs.
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

    /// Reads the file that Flatpak wrote when it started an instance.
    func info(of instance: String, of user: UInt32) throws(IdentificationError) -> FlatpakInfo {
        let what = "the instance's info"
        let file = try reading(what) { () throws(Errno) in
            try Directory(path: "\(runtimeFolders)/\(user)").directory(".flatpak").directory(instance).located("info")
        }
        return try FlatpakInfo(file, of: user, named: what)
    }
}
