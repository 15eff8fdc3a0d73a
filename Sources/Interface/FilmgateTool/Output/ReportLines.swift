import FilmgateText

struct ReportLines {
    private(set) var text = ""

    mutating func add(_ line: String) { text += line + "\n" }

    /// Adds a line about a number, unless it is 0.
    mutating func addCounted(_ one: String, _ many: String, _ number: Int, _ values: [String: String] = [:]) {
        if number > 0 { add(counted(one, many, number, values)) }
    }
}
