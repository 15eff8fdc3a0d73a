// What clients can be called at all: a name that no client bears is a slip of whoever wrote it.

extension ClientID {
    /// Whether a client can be called so.
    public var isPossible: Bool {
        switch kind {
        case .flatpak: ClientID.isFlatpakName(name)
        case .exe: name.hasPrefix("/")
        case .snap, .app, .system: true
        }
    }

    /// Flatpak's own grammar: three elements or more, separated by dots, of letters, digits and `_`, none of which begins
    /// with a digit; the last may hold `-` as well; at most 255 bytes.
    public static func isFlatpakName(_ name: String) -> Bool {
        let elements = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.utf8.count <= 255, elements.count >= 3, let last = elements.last else { return false }
        return elements.dropLast().allSatisfy { isElement($0, hyphens: false) } && isElement(last, hyphens: true)
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
