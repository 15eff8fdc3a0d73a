internal import CFilmgateGLib
internal import FilmgateModel
public import FilmgateProcess
internal import FilmgateSystem

/// Tells Flatpak apps by `.flatpak-info` in the process's own root folder; the proxy that carries their bus has it too.
public struct FlatpakIdentifier: PeerIdentifier {
    static let sizeLimit = 64 * 1024

    public init() {}

    public func identify(_ process: PinnedProcess, of user: UInt32) -> Identity {
        do {
            let file = try process.root().file(".flatpak-info")
            return Self.identity(in: file, of: user)
        } catch Errno.noEntry {
            return process.isAlive ? .unmarked : .doubtful("the process ended")
        } catch {
            return .doubtful(".flatpak-info cannot be opened: \(error)")
        }
    }

    static func identity(in file: OwnedDescriptor, of user: UInt32) -> Identity {
        do {
            let facts = try file.facts()
            guard facts.isRegular else { return .doubtful(".flatpak-info is no regular file") }
            guard facts.owner == user else { return .doubtful(".flatpak-info belongs to another user") }
            guard let bytes = try file.contents(upTo: sizeLimit) else { return .doubtful(".flatpak-info is too large") }
            guard !bytes.isEmpty, !bytes.contains(0) else { return .doubtful(".flatpak-info is empty or holds a NUL") }
            guard let name = applicationName(in: bytes), isApplicationID(name), let id = ClientID(.flatpak, name) else {
                return .doubtful(".flatpak-info names no application")
            }
            return .client(id)
        } catch {
            return .doubtful(".flatpak-info cannot be read: \(error)")
        }
    }

    private static func applicationName(in bytes: [UInt8]) -> String? {
        guard let file = g_key_file_new() else { return nil }
        defer { g_key_file_unref(file) }
        let loaded = bytes.withUnsafeBytes { buffer in
            g_key_file_load_from_data(
                file, buffer.bindMemory(to: CChar.self).baseAddress, gsize(buffer.count), G_KEY_FILE_NONE, nil)
        }
        guard loaded != 0, let name = g_key_file_get_string(file, "Application", "name", nil) else { return nil }
        defer { g_free(name) }
        return String(cString: name)
    }

    /// Flatpak's grammar: at least two dots, elements of letters, digits, '_' and '-' that begin with no digit, at most 255 bytes.
    static func isApplicationID(_ name: String) -> Bool {
        let elements = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return name.utf8.count <= 255 && elements.count >= 3 && elements.allSatisfy(isElement)
    }

    private static func isElement(_ element: Substring.UTF8View.SubSequence) -> Bool {
        guard let first = element.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
        return element.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}
