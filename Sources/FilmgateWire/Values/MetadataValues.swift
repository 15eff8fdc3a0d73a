public import FilmgateDBus
public import FilmgateModel

extension FileMetadata {
    /// The reply of `GetMetadata`: texts, and lists of texts.
    public var options: Options {
        var options: Options = [:]
        for tag in tags where options[tag.name] == nil {
            options[tag.name] = FileMetadata.isList(tag.name) ? Variant(self[tag.name]) : Variant(tag.text)
        }
        return options
    }

    /// Reads a reply. Values of other types, which later versions may have, are left out.
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
