/// The features of other programs' libraries that Filmgate does not support.
package enum UnsupportedFeature: String, CaseIterable, Sendable {
    case albumDescriptions = "album-descriptions"
    case colorLabels = "color-labels"
    case eventComments = "event-comments"
    case faces
    case pickLabels = "pick-labels"
    case savedSearches = "saved-searches"
}

extension ForeignDatabase {
    /// Returns the number of matching rows in a table; 0 if the table or the column does not exist.
    func count(_ table: String, with column: String, where condition: String = "1") throws(UnreadableLibraryError)
        -> Int
    {
        guard try columns(of: table).contains(column) else { return 0 }
        try check([table])
        var count = 0
        try each("SELECT count(*) FROM \(table) WHERE \(condition)") { count = Int(clamping: $0[0].integer ?? 0) }
        return count
    }
}
