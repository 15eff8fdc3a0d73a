import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// How a statement finds the matches of a search in the index.
enum SearchPlan {
    /// Reads all matches, and sorts them.
    case matches
    /// Goes through the assets in the order of an index, and looks up each one among the matches. This is faster if
    /// many match.
    case order

    func condition(_ expression: String) -> SQL {
        switch self {
        case .matches: "a.row IN (\(SearchPlan.matches(expression)))"
        // The sign keeps SQLite from reading the matches first.
        case .order: "+a.row IN (\(SearchPlan.matches(expression)))"
        }
    }

    fileprivate static func matches(_ expression: String) -> SQL {
        "SELECT rowid FROM search WHERE search MATCH \(expression)"
    }
}

extension SearchWords {
    /// Returns the FTS5 expression, which searches words only in the columns that the client may read. Each word is a
    /// quoted string, in which only the quotation mark has a meaning.
    func expression(visibleTo visibility: Visibility) -> String {
        let columns = SearchWords.columns(visibleTo: visibility).joined(separator: " ")
        let phrases = words.map { "\"\(SearchWords.escaped($0))\"*" }
        return "{\(columns)} : (\(phrases.joined(separator: " AND ")))"
    }

    /// Doubles quotation marks by code point: for Swift, a quotation mark with a combining mark is a different
    /// character, but for FTS5 it still ends a string.
    private static func escaped(_ word: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in word.unicodeScalars {
            if scalar == "\"" { text.append(scalar) }
            text.append(scalar)
        }
        return String(text)
    }

    /// Returns the columns of the index that the client may search.
    static func columns(visibleTo visibility: Visibility) -> [String] {
        properties.filter(visibility.tells).map { property in
            switch property {
            case .place where visibility.limits.locationPrecision == .town: "town"
            case .altText: "alt_text"
            default: property.rawValue
            }
        }
    }
}

extension AssetQuery {
    /// Chooses the plan by the number of matches, which it counts only up to a limit.
    func searchPlan(in scope: SQLScope, visibleTo visibility: Visibility, of database: DatabaseConnection) throws
        -> SearchPlan
    {
        guard let search, identifiers == nil, album == nil, isByDate else { return .matches }
        switch scope {
        case .everything, .assets: break
        case .members, .item, .nothing: return .matches
        }
        let total = try database.first("SELECT assets + trashed FROM library") { Int($0.integer(0)) } ?? 0
        // Examining an asset costs about half as much as sorting a match.
        let few = limit == 0 ? Double(total) / 2 : (Double(limit) * Double(total) / 2).squareRoot()
        let probe: SQL = """
            SELECT count(*) FROM (\(SearchPlan.matches(search.expression(visibleTo: visibility))) LIMIT \(Int(few) + 1))
            """
        let matches = try database.first(probe) { Int($0.integer(0)) } ?? 0
        return matches > Int(few) ? .order : .matches
    }

    /// Whether the order is that of an index of creation dates.
    private var isByDate: Bool {
        sort.isEmpty ? membership == nil : sort.count == 1 && sort[0].property == .creationDate
    }
}
