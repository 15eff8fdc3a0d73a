import FilmgateDBus

/// One filter of a file dialog: its name, and the files that it accepts.
struct DialogFilter: Hashable, Sendable {
    typealias Encoded = Structure<String, [Structure<UInt32, String>]>

    enum Rule: Hashable, Sendable {
        /// A pattern of file names, such as `*.[jJ][pP][gG]`.
        case glob(String)
        /// A MIME type, which can be `image/*`.
        case mimeType(String)
    }

    let name: String
    let rules: [Rule]

    init(_ name: String, _ rules: [Rule]) {
        self.name = name
        self.rules = rules
    }

    init(_ encoded: Encoded) {
        let (name, rules) = encoded.values
        self.name = name
        self.rules = rules.map { rule in
            let (kind, text) = rule.values
            return kind == 0 ? .glob(text) : .mimeType(text.lowercased())
        }
    }
}

extension DialogCall {
    /// The initial filter of the dialog: the current filter, or else the first filter.
    var filter: DialogFilter? { encodedFilter.map { DialogFilter($0) } }

    /// The initial filter, as the app sent it.
    var encodedFilter: DialogFilter.Encoded? {
        options["current_filter"]?.value(as: DialogFilter.Encoded.self)
            ?? options["filters"]?.value(as: [DialogFilter.Encoded].self)?.first
    }
}
