import FilmgateModel

/// Decodes and cleans the text in a file's metadata.
enum MetadataText {
    /// Cleans a title. Returns nil if no text remains.
    static func title(_ text: String?) -> String? { FileTextCleaner.clean(text, bytes: ContractLimits.titleBytes) }

    static func caption(_ text: String?) -> String? { FileTextCleaner.clean(text, bytes: ContractLimits.captionBytes) }

    /// Returns keywords with a path, such as `Places/Paris`, then plain keywords. Removes duplicates, and returns at
    /// most as many keywords as an asset may have.
    ///
    /// Programs that support paths also write the components of each path as plain keywords, for other programs. Such
    /// keywords are omitted.
    /// - Parameters:
    ///   - flat: the plain keywords.
    ///   - paths: the components of each path.
    static func keywords(flat: [String], paths: [[String]]) -> [String] {
        let paths = paths.filter { !$0.isEmpty && !$0[0].hasPrefix("_Digikam") }
        let parts = Set(paths.filter { $0.count > 1 }.joined())
        let joined = paths.map { $0.joined(separator: "/") }
        let known = Set(joined)
        let texts = joined + flat.filter { !parts.contains($0) && !known.contains($0) }
        var seen: Set<String> = []
        let cleaned = texts.compactMap { FileTextCleaner.clean($0, bytes: ContractLimits.keywordBytes) }
        return Array(cleaned.filter { seen.insert($0).inserted }.prefix(ContractLimits.keywords))
    }

    /// Decodes bytes up to the first zero: as UTF-8 if they are valid UTF-8; otherwise, in a legacy encoding.
    static func decode(_ bytes: some Collection<UInt8>) -> String {
        let text = bytes.prefix { $0 != 0 }
        return String(validating: text, as: UTF8.self) ?? LegacyTextDecoder.decode(Array(text))
    }

    /// Decodes UTF-16 without a byte order mark, up to the first zero.
    static func decodeLittleEndian16(_ bytes: [UInt8]) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).lazy.map {
            UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
        }
        return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    }
}
