internal import FilmgateKeyFiles
internal import FilmgateModel
internal import FilmgateSystem

/// What a `.flatpak-info` says: a key file that Flatpak writes.
struct FlatpakInfo: Hashable, Sendable {
    /// The app's identifier.
    let app: String
    /// The number of the running instance; nil in the file of an older Flatpak.
    let instance: String?

    /// Of the file, in bytes.
    static let sizeLimit = 64 * 1024

    /// Opens nothing but a regular file of the user's.
    ///
    /// - Parameters:
    ///   - file: found, and not opened.
    ///   - name: what to call it in a doubt.
    init(_ file: OwnedDescriptor, of user: UInt32, named name: String) throws(IdentificationError) {
        let facts = try reading(name) { () throws(Errno) in try file.facts() }
        guard facts.isRegular, facts.owner == user else { throw .malformed(name) }
        let bytes = try reading(name) { () throws(Errno) in
            try file.reopenedReadOnly().contents(upTo: Self.sizeLimit)
        }
        guard let bytes, let info = FlatpakInfo(bytes) else { throw .malformed(name) }
        self = info
    }

    /// Nil where the bytes are no key file, do not name an app, or number its instance as Flatpak never does.
    init?(_ bytes: [UInt8]) {
        // GLib reads key files for Flatpak, and so it does here: no two readings of one file.
        guard let file = try? KeyFile(bytes), let name = try? file.string("name", in: "Application"),
            ClientID.isFlatpakName(name)
        else { return nil }
        app = name
        guard file.contains("instance-id", in: "Instance") else {
            instance = nil
            return
        }
        guard let instance = try? file.string("instance-id", in: "Instance"), Self.isInstance(instance) else {
            return nil
        }
        self.instance = instance
    }

    /// A number in decimal digits.
    private static func isInstance(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
