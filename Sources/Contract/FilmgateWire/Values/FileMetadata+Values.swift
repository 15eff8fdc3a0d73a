public import FilmgateDBus
public import FilmgateModel

extension FileMetadata {
    /// The metadata in the form of a reply of `GetMetadata`: strings, and lists of strings.
    public var options: Options {
        var options: Options = [:]
        for tag in tags where options[tag.name] == nil {
            options[tag.name] = FileMetadata.isList(tag.name) ? Variant(self[tag.name]) : Variant(tag.text)
        }
        return options
    }

    /// Decodes the metadata that a client specifies for a new file, with the names and values of `GetMetadata`.
    ///
    /// - Throws: `WireError.invalidArgument` with the name of the wrong property.
    init(described options: Options) throws {
        self.init()
        for (name, value) in options.sorted(by: { $0.key < $1.key }) {
            let isList = FileMetadata.isList(name)
            let single = value.value(as: String.self).map { [$0] }
            guard let texts = single ?? (isList ? value.value(as: [String].self) : nil) else {
                throw WireError.invalidArgument(
                    "metadata: '\(quotable(name))' must be of the type 's'\(isList ? " or 'as'" : "").")
            }
            let new = texts.map { Tag(name, $0) }
            guard FileMetadata(new).isPlausible else {
                throw WireError.invalidArgument(
                    "metadata: '\(quotable(name))' must be a name that GetMetadata uses, such as 'tiff:Make', with a text of 1 "
                        + "to \(FileMetadata.longestText) bytes without control characters.")
            }
            tags += new
        }
        guard isPlausible else {
            throw WireError.invalidArgument(
                "metadata: at most \(FileMetadata.mostTags) values of \(FileMetadata.mostBytes) bytes in all.")
        }
    }

    /// Decodes a reply of `GetMetadata`. Skips values of other types, which later versions may send.
    public init(_ options: Options) {
        self.init()
        for (name, value) in options.sorted(by: { $0.key < $1.key }) {
            if let text = value.value(as: String.self) {
                tags.append(Tag(name, text))
            } else {
                tags += (value.value(as: [String].self) ?? []).map { Tag(name, $0) }
            }
        }
    }
}
