/// The metadata of a file, under the names of XMP. XMP also defines names for the tags of Exif and IPTC.
///
/// A malicious file can take over the worker that reads it, so the receiver must check `isPlausible`.
public struct FileMetadata: Codable, Hashable, Sendable {
    /// A property and one of its values. If a property is a list, there is a tag for each of its values, in the list's
    /// order.
    public struct Tag: Codable, Hashable, Sendable {
        /// The name, with the prefix of an `XMPSchema`: `exif:FNumber`. For a field of a structure, the path to it in
        /// Exempi's notation: `xmpMM:History[2]/stEvt:when`.
        public let name: String
        public let text: String

        public init(_ name: String, _ text: String) {
            self.name = name
            self.text = text
        }
    }

    public var tags: [Tag]

    public init(_ tags: [Tag] = []) { self.tags = tags }

    /// The maximum number of tags in a worker's reply.
    public static let mostTags = 1_000
    /// The maximum size of a value, in UTF-8 bytes.
    public static let longestText = ContractLimits.captionBytes
    /// The maximum size of all names and values together, in UTF-8 bytes.
    public static let mostBytes = 256 << 10

    /// Whether names and values are well-formed and within the limits, and only lists have several values.
    public var isPlausible: Bool {
        guard tags.count <= FileMetadata.mostTags, tags.allSatisfy(\.isPlausible) else { return false }
        let single = tags.map(\.name).filter { !FileMetadata.isList($0) }
        return Set(single).count == single.count
            && tags.reduce(0) { $0 + $1.text.utf8.count + $1.name.utf8.count } <= FileMetadata.mostBytes
    }

    /// Adds the properties of `other` that this metadata lacks, until a limit is reached.
    public mutating func complete(by other: FileMetadata) {
        let known = Set(tags.map(\.name))
        var bytes = tags.reduce(0) { $0 + $1.text.utf8.count + $1.name.utf8.count }
        for tag in other.tags where !known.contains(tag.name) {
            bytes += tag.text.utf8.count + tag.name.utf8.count
            guard tags.count < FileMetadata.mostTags, bytes <= FileMetadata.mostBytes else { return }
            tags.append(tag)
        }
    }

    /// The names of the properties, without repetition, in the order of `tags`.
    public var names: [String] {
        var seen: Set<String> = []
        return tags.map(\.name).filter { seen.insert($0).inserted }
    }

    /// The values of a property, in the order of `tags`.
    public subscript(name: String) -> [String] { tags.filter { $0.name == name }.map(\.text) }

    /// Returns whether a property is a list of values, even if it has only one value.
    public static func isList(_ name: String) -> Bool { lists.contains(name) }

    private static let lists: Set<String> = [
        "dc:subject", "dc:creator", "dc:contributor", "dc:publisher", "dc:language", "dc:relation", "dc:type",
        "dc:date",
        "photoshop:SupplementalCategories", "Iptc4xmpCore:SubjectCode", "Iptc4xmpCore:Scene",
        "Iptc4xmpExt:PersonInImage", "Iptc4xmpExt:OrganisationInImageName", "Iptc4xmpExt:OrganisationInImageCode",
        "lr:hierarchicalSubject", "digiKam:TagsList", "MicrosoftPhoto:LastKeywordXMP", "MicrosoftPhoto:LastKeywordIPTC",
        "xmp:Identifier", "xmpRights:Owner",
    ]
}

extension FileMetadata.Tag {
    /// The maximum size of a name, in UTF-8 bytes.
    private static let longestName = 64
    private static let longestPath = 256

    /// Whether the prefixes are known, the name is valid in XMP, and the text does not contain control characters
    /// except line ends and tabs.
    var isPlausible: Bool {
        name.utf8.count <= (name.contains("/") ? Self.longestPath : Self.longestName) && XMPName(name) != nil
            && !text.isEmpty && text.utf8.count <= FileMetadata.longestText
            && text.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t"
            }
    }

    /// Whether the text consists of numbers or dates, or is a Boolean or a word that the schema lists.
    public var isPlain: Bool { XMPName(name)?.steps.last.map { XMPVocabulary.isPlain(text, named: $0.name) } ?? false }
}
