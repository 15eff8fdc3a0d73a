/// The name of a value in XMP: the name of a property, or the path to a field of its structure, such as
/// `xmpMM:History[2]/stEvt:when`.
public struct XMPName: Hashable, Sendable {
    /// A property or field.
    public struct Step: Hashable, Sendable {
        /// The schema's URI.
        public let schema: String
        /// The name without a prefix.
        public let name: String

        public init(schema: String, name: String) {
            self.schema = schema
            self.name = name
        }
    }

    public let steps: [Step]

    /// - Parameter steps: the property, followed by any fields.
    public init?(_ steps: [Step]) {
        guard !steps.isEmpty else { return nil }
        self.steps = steps
    }

    /// Parses a string with prefixes of `XMPSchema`; fields can also have prefixes of `XMPStructure`. Returns nil for
    /// other strings.
    public init?(_ text: String) {
        var steps: [Step] = []
        for part in text.split(separator: "/", omittingEmptySubsequences: false) {
            guard let step = Step(part, isField: !steps.isEmpty) else { return nil }
            steps.append(step)
        }
        // Only paths to fields contain indexes. All values of a list have the name of the list.
        if steps.count == 1, text.contains("[") { return nil }
        self.steps = steps
    }
}

extension XMPName.Step {
    /// Parses `stEvt:when`, or `xmpMM:History[2]` for an item of an array.
    fileprivate init?(_ text: Substring, isField: Bool) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let prefix = String(text[..<colon])
        guard let schema = XMPSchema(rawValue: prefix)?.uri ?? (isField ? XMPStructure(rawValue: prefix)?.uri : nil)
        else { return nil }
        let local = text[colon...].dropFirst().prefix { $0 != "[" }
        guard let first = local.utf8.first, Self.isLetter(first),
            local.utf8.allSatisfy({ Self.isLetter($0) || "0123456789-_".utf8.contains($0) }),
            Self.isIndex(text[local.endIndex...])
        else { return nil }
        self.init(schema: schema, name: String(local))
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// Returns whether the text is empty, or a number of at least 1 in brackets.
    private static func isIndex(_ text: Substring) -> Bool {
        if text.isEmpty { return true }
        let digits = text.dropFirst().dropLast()
        return text.first == "[" && text.last == "]" && (1...4).contains(digits.utf8.count)
            && digits.utf8.allSatisfy("0123456789".utf8.contains) && digits.first != "0"
    }
}
