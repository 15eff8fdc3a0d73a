import FilmgateModel

/// The systemd unit of a process, as far as it identifies the process.
///
/// A user's own service manager may move that user's processes to any unit below itself, so such a unit is no proof
/// against that user's other programs. Only the system can put processes into the system's slice.
enum SystemdUnit: Hashable, Sendable {
    /// A scope or service of an application, with the name that systemd specifies for desktop environments.
    case application(id: String, launcher: String?)
    /// A scope or service of a snap.
    case snap(String)
    /// A service of the system, by its unit's full name.
    case service(String)
    case elsewhere

    /// - Parameters:
    ///   - controlGroup: a path in the unified hierarchy; nil if it is unknown.
    ///   - user: the process's user; below another user's service manager, the process is not an application.
    init(controlGroup: String?, of user: UInt32) {
        let folders = (controlGroup ?? "").split(separator: "/")
        let own = ["user.slice", "user-\(user).slice", "user@\(user).service"]
        if folders.first == "system.slice" {
            self = Self.systemUnit(Self.unit(in: folders.dropFirst()))
        } else if folders.count > own.count, zip(folders, own).allSatisfy({ $0 == $1 }) {
            self = Self.userUnit(Self.unit(in: folders.dropFirst(own.count)))
        } else {
            self = .elsewhere
        }
    }

    /// Returns the first folder that is not a slice. The unit itself created the folders below it.
    private static func unit(in folders: ArraySlice<Substring>) -> Substring? {
        folders.first { !$0.hasSuffix(".slice") }
    }

    private static func systemUnit(_ unit: Substring?) -> SystemdUnit {
        guard let unit, unit.hasSuffix(".service") else { return .elsewhere }
        return snap(unit) ?? .service(String(unit))
    }

    private static func userUnit(_ unit: Substring?) -> SystemdUnit {
        guard let unit else { return .elsewhere }
        return snap(unit) ?? application(unit) ?? .elsewhere
    }

    /// Returns the placement for `snap.NAME.APP-UUID.scope` and similar names; nil for other units.
    private static func snap(_ unit: Substring) -> SystemdUnit? {
        guard unit.hasPrefix("snap.") else { return nil }
        let name = unit.dropFirst("snap.".count).prefix { $0 != "." }
        return .snap(unescaped(name) ?? String(name))
    }

    /// Returns the placement for `app[-LAUNCHER]-ID-RANDOM.scope` or `app[-LAUNCHER]-ID[@RANDOM].service`; nil for
    /// other units. systemd escapes a '-' within a part.
    private static func application(_ unit: Substring) -> SystemdUnit? {
        var parts: [Substring]
        if unit.hasSuffix(".scope") {
            parts = unit.dropLast(".scope".count).split(separator: "-", omittingEmptySubsequences: false)
            guard parts.popLast()?.isEmpty == false else { return nil }
        } else if unit.hasSuffix(".service") {
            let name = unit.dropLast(".service".count).prefix { $0 != "@" }
            parts = name.split(separator: "-", omittingEmptySubsequences: false)
        } else {
            return nil
        }
        guard parts.first == "app", parts.count == 2 || parts.count == 3, let id = unescaped(parts[parts.count - 1]),
            ClientID.isDesktopName(id)
        else { return nil }
        return .application(id: id, launcher: parts.count == 3 ? unescaped(parts[1]) : nil)
    }

    /// Returns nil for forms that systemd does not write: escapes other than `\xHH`, and bytes that are not UTF-8.
    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 3, rest.popFirst() == UInt8(ascii: "x"),
                rest.prefix(2).allSatisfy({ $0.isHexadecimalDigit }),
                let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(escaped)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
