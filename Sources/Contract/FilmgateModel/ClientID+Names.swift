extension ClientID {
    /// Whether a client of this kind can have this name. If not, the name was probably mistyped.
    public var isPossible: Bool {
        switch kind {
        case .flatpak: ClientID.isFlatpakName(name)
        case .exe: ClientID.isProgramPath(name)
        case .snap: ClientID.isSnapName(name)
        case .app: ClientID.isDesktopName(name)
        case .system: !name.contains("/")
        }
    }

    /// Returns whether the name is a path as the kernel reports it: absolute, without empty, `.` or `..` components.
    public static func isProgramPath(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count >= 2 && parts[0].isEmpty
            && parts.dropFirst().allSatisfy { part in
                !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
            }
    }

    /// Returns whether a name is valid in Flatpak: at most 255 bytes, and at least three elements separated by dots.
    /// Elements have letters, digits and `_`, and do not begin with a digit. The last element may also contain `-`.
    public static func isFlatpakName(_ name: String) -> Bool {
        let elements = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.utf8.count <= 255, elements.count >= 3, let last = elements.last else { return false }
        return elements.dropLast().allSatisfy { isElement($0, hyphens: false) } && isElement(last, hyphens: true)
    }

    /// Returns whether a name is valid in snapd: at most 40 lower-case letters, digits and single inner hyphens, with
    /// at least one letter. A parallel installation adds `_` and up to ten letters and digits.
    public static func isSnapName(_ name: String) -> Bool {
        let parts = name.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts[0].utf8.count <= 40, groups.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isLowerOrDigit) }),
            !parts[0].utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: "-") })
        else { return false }
        guard parts.count == 2 else { return true }
        return (1...10).contains(parts[1].utf8.count) && parts[1].utf8.allSatisfy(isLowerOrDigit)
    }

    /// Returns whether an application's desktop file can have this name, without the suffix `.desktop`.
    public static func isDesktopName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 && $0 != "/" }
    }

    /// Returns whether the byte is an ASCII letter or digit.
    public static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isLowerOrDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func isLowerOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isElement(_ element: Substring.UTF8View, hyphens: Bool) -> Bool {
        guard let first = element.first, !isDigit(first) else { return false }
        return element.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
            case UInt8(ascii: "-"): hyphens
            default: isDigit(byte)
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
