import FilmgateModel
import FilmgatePredicates
import Testing

@Suite("Errors of predicates")
struct PredicateErrorTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let arguments: [PredicateArgument]
        let error: String

        init(_ text: String, _ error: String) { self.init(text, [], error) }

        init(_ text: String, _ arguments: [PredicateArgument], _ error: String) {
            (self.text, self.arguments, self.error) = (text, arguments, error)
        }

        var testDescription: String { text }
    }

    /// In some cases a `^` marks the column.
    static let cases: [Case] = [
        // Names.
        Case(
            "rating > 3 and favorit",
            //             ^
            "column 16: 'favorit' is not a property of assets; did you mean 'favorite'?"),
        Case("Favorite", "column 1: 'Favorite' is not a property of assets; did you mean 'favorite'?"),
        Case(
            "creation_date is null",
            "column 1: 'creation_date' is not a property of assets; did you mean 'creation-date'?"),
        Case(
            "location.lat > 3",
            "column 1: 'location.lat' is not a property of assets; did you mean 'location.latitude'?"),
        Case(
            "media-type = image",
            //            ^
            "column 14: 'image' is not a property of assets; write texts in single quotes; docs/predicates.md lists the "
                + "properties"),
        Case("favorite = yes", "column 12: 'yes' is not a property of assets; write true, or a text in single quotes"),
        Case("hidden = No", "column 10: 'No' is not a property of assets; write false, or a text in single quotes"),
        Case("creator = 'x'", "column 1: 'creator' is readable, but not searchable; leave it out"),
        Case(
            "\u{202E}a\u{200B}bc = 1",
            "column 1: this character is not allowed here; it can only be in a text in single quotes"),
        Case("rating-1 = 2", "column 1: 'rating-1' is not a property of assets; did you mean 'rating'?"),
        // Grammar.
        Case("", "column 1: the predicate is empty; omit 'where' to get everything"),
        Case("   ", "column 1: the predicate is empty; omit 'where' to get everything"),
        Case("rating >", "column 9: expected a property or a value, found the end of the predicate"),
        Case("rating > 3 4", "column 12: the number 4 is not allowed here; join conditions with 'and' or 'or'"),
        Case("favorite adn hidden", "column 10: 'adn' is not allowed here; did you mean 'and'?"),
        Case("favorite and", "column 13: expected a property or a value, found the end of the predicate"),
        Case("and favorite", "column 1: expected a property or a value, found 'and'"),
        Case("(favorite", "column 1: the parenthesis that opens here is not closed; close it with ')'"),
        Case(
            "hidden or (favorite and (rating > 3)",
            "column 11: the parenthesis that opens here is not closed; close it with ')'"),
        Case("favorite)", "column 9: ')' is not allowed here; there is no '(' for it"),
        Case(
            "1 < rating < 3",
            "column 12: '<' is not allowed here; to compare more than two, join comparisons with 'and'"),
        Case(
            "rating = (3)", "column 10: expected a property or a value; parentheses enclose whole conditions"),
        Case(
            "rating in 3",
            "column 11: expected a list in parentheses after 'in', such as (1, 2), found the number 3"),
        Case(
            "rating in (1 2)", "column 14: expected ',' or ')' in the list of 'in', found the number 2"
        ),
        Case("rating in (1,)", "column 14: expected a property or a value, found ')'"),
        Case(
            "rating between 1 or 3",
            "column 18: expected 'and' and the upper bound of 'between', found 'or'"),
        Case("title is empty", "column 10: expected 'null' after 'is', found 'empty'"),
        Case(
            "title not 'x'",
            "column 11: expected 'in', 'between', 'contains', 'like' or 'near' after 'not', found the text 'x'"
        ),
        Case("title = null", "column 9: nothing is equal to null; write 'is null' or 'is not null' after a property"),
        Case("favorite, hidden", "column 9: ',' is not allowed here; commas are only allowed in the list of 'in'"),
        // Signs.
        Case("rating == 3", "column 8: '==' is not an operator; write '='"),
        Case("rating <> 3", "column 8: '<>' is not an operator; write '!='"),
        Case("!favorite", "column 1: '!' is not an operator; write 'not'"),
        Case("rating >> 3", "column 8: '>>' is not an operator; the operators are =, !=, <, <=, > and >="),
        Case("favorite && hidden", "column 10: '&' is not allowed here; write 'and'"),
        Case("favorite || hidden", "column 10: '|' is not allowed here; write 'or'"),
        Case(
            "favorite; drop table asset",
            "column 9: ';' is not allowed here; there can be only one predicate"),
        Case(
            "title = \"x\"",
            "column 9: '\"' is not allowed here; write texts in single quotes, like 'this', and property names without quotes"
        ),
        Case("rating = -", "column 10: a '-' must be directly before a number"),
        Case("rating = - 3", "column 10: a '-' must be directly before a number"),
        Case("rating = +3", "column 10: '+' is not allowed here; write a number without it"),
        Case("duration > 1.", "column 13: a digit must follow the '.' of a number"),
        Case("duration > .5", "column 12: '.' is not allowed here; a number begins with a digit"),
        Case("duration > 1e", "column 13: a number's exponent needs a digit"),
        Case("rating > 3and favorite", "column 11: a number ends here; put a space after it"),
        Case("file-size < 99999999999999999999", "column 13: '99999999999999999999' is too large for a number"),
        Case("duration < 1e999", "column 12: '1e999' is too large for a number"),
        Case(
            "title = 'It's'",
            "column 14: the text that begins here is not closed; close it with ', and write '' for a ' in it"),
        Case(
            "title = 'open",
            "column 9: the text that begins here is not closed; close it with ', and write '' for a ' in it"),
        // Counted in code points, not in bytes.
        Case(
            "title = 'äöü€😀' and favorit", "column 21: 'favorit' is not a property of assets; did you mean 'favorite'?"),
        Case(
            "favorite\n  and\n  favorit", "column 18: 'favorit' is not a property of assets; did you mean 'favorite'?"),
        // Types.
        Case("title", "column 1: 'title' is a text, not a condition; compare it with something"),
        Case("3", "column 1: 3 is a number, not a condition; compare it with something"),
        Case("rating = 'three'", "column 10: 'three' is a text, but 'rating' is a number; compare it with a number"),
        Case("'three' = rating", "column 1: 'three' is a text, but 'rating' is a number; compare it with a number"),
        Case("title = 3", "column 9: 3 is a number, but 'title' is a text; compare it with a text in single quotes"),
        Case(
            "favorite = 1",
            "column 12: 1 is a number, but 'favorite' is true or false; compare it with true or false, or write it alone"
        ),
        Case(
            "favorite > true",
            "column 1: 'favorite' is true or false, which has no order; compare it with = or !="),
        Case(
            "rating between 1 and 'x'", "column 22: 'x' is a text, but 'rating' is a number; compare it with a number"),
        Case(
            "rating in (1, true, 3)",
            "column 15: true is true or false, but 'rating' is a number; compare it with a number"),
        Case(
            "rating in (1, pixel-width)",
            "column 15: 'pixel-width' is a property; the list of 'in' can only hold values"),
        Case("title = rating", "column 9: 'rating' is a number, which cannot be compared with 'title'"),
        Case("media-type = 'imag'", "column 14: 'imag' is not a value of 'media-type'; did you mean 'image'?"),
        Case(
            "media-type = 'photograph'",
            "column 14: 'photograph' is not a value of 'media-type'; the values are 'image', 'video'"),
        Case(
            "media-type < 'video'",
            "column 1: 'media-type' is one of several words, which has no order; compare it with = or !="),
        Case(
            "media-type contains 'im'",
            "column 1: 'media-type' is one of several words; 'contains' is for texts and lists"),
        Case(
            "subtypes contains 'panoramic'",
            "column 19: 'panoramic' is not a value of 'subtypes'; did you mean 'panorama'?"),
        Case("subtypes = 'raw'", "column 1: 'subtypes' is a list; use 'contains' or 'is null'"),
        Case("keywords like 'x%'", "column 1: 'keywords' is a list; 'like' is for texts"),
        Case(
            "location = 3",
            "column 1: 'location' is a place; use 'near' or 'is null', or its '.latitude' and '.longitude'"),
        Case("location.latitude is null", "column 1: expected a property such as 'location' before 'is null'"),
        Case("3 is null", "column 1: expected a property before 'is null', not a value"),
        Case(
            "title contains 3",
            "column 16: 3 is a number, but 'contains' needs a text in single quotes or a '?'"),
        Case(
            "title like filename",
            "column 12: 'filename' is a text, but 'like' needs a text in single quotes or a '?'"),
        Case(
            "id = 'x'", "column 6: 'x' is not an identifier; identifiers are lower-case UUIDs, as fetches return them"),
        Case("id < 'x'", "column 1: 'id' is an identifier, which has no order; compare it with = or !="),
        Case(
            "content-hash = 'abc'",
            "column 16: 'abc' is not a content hash; a content hash is 'sha256:' and 64 hexadecimal digits"),
        Case(
            "creation-date > '2024-05-01'",
            "column 17: '2024-05-01' is a text, but 'creation-date' is a date; write date '2024-05-01'"),
        Case(
            "creation-date > 3",
            "column 17: 3 is a number, but 'creation-date' is a date; compare it with a date, such as date '2024-05-01T12:00:00Z'"
        ),
        Case(
            "creation-date > date 'yesterday'",
            "column 22: 'yesterday' is not a date; write it as '2024-05-01T12:00:00Z', with 'Z' or an offset such as "
                + "'+02:00' after the time, or as '2024-05-01'"),
        Case(
            "creation-date > date 3",
            "column 22: expected a text after 'date', such as date '2024-05-01T12:00:00Z', found the number 3"
        ),
        // Placeholders.
        Case("rating = ?", "column 10: this is placeholder 1, but 'arguments' holds 0; pass a value for each '?'"),
        Case(
            "rating in (?, ?)", [.integer(1)],
            "column 15: this is placeholder 2, but 'arguments' holds 1; pass a value for each '?'"),
        Case("favorite", [.integer(1)], "'arguments' holds 1 for 0 placeholders; write a '?' for each"),
        Case(
            "rating = ?", [.text("x")], "column 10: 'x' is a text, but 'rating' is a number; compare it with a number"),
        Case(
            "creation-date < ?", [.integer(.max)],
            "column 17: 9223372036854775807 microseconds lie outside the years 1 to 9999; give a date in these years"),
        Case("duration = ?", [.real(.nan)], "column 12: argument 1 is not a finite number; give a finite one"),
        Case(
            "title = ?", [.text(String(repeating: "x", count: 4097))],
            "column 9: argument 1 has 4097 bytes; the limit is 4096"),
        Case(
            "media-type = ?", [.text("\u{1B}[31m")],
            "column 14: '[31m' is not a value of 'media-type'; the values are 'image', 'video'"),
    ]

    @Test("have a column, a message and advice", arguments: cases)
    func messages(_ example: Case) {
        #expect(throws: PredicateError.self) {
            try Predicate<AssetProperty>(parsing: example.text, arguments: example.arguments)
        }
        do throws(PredicateError) {
            _ = try Predicate<AssetProperty>(parsing: example.text, arguments: example.arguments)
        } catch {
            #expect(error.description == example.error)
        }
    }

    @Test("are thrown beyond each limit, but not at it")
    func bounds() throws {
        func parse(_ text: String, _ arguments: Int = 0) throws(PredicateError) {
            _ = try Predicate<AssetProperty>(
                parsing: text, arguments: Array(repeating: .integer(1), count: arguments))
        }
        func error(_ text: String, _ arguments: Int = 0) -> String? {
            do throws(PredicateError) {
                try parse(text, arguments)
                return nil
            } catch { return error.description }
        }
        func nested(_ levels: Int) -> String {
            String(repeating: "(", count: levels) + "favorite" + String(repeating: ")", count: levels)
        }
        try parse(nested(32))
        #expect(
            error(nested(33)) == "column 33: this is nested deeper than 32 levels; remove parentheses and 'not'")
        try parse(String(repeating: "not ", count: 32) + "favorite")
        #expect(
            error(String(repeating: "not ", count: 33) + "favorite")?.hasPrefix("column 129: this is nested") == true)
        #expect(error(String(repeating: "not (", count: 800) + "favorite")?.hasPrefix("column 81: this is") == true)

        let list = { "rating in (" + Array(repeating: "?", count: $0).joined(separator: ",") + ")" }
        try parse(list(256), 256)
        #expect(
            error(list(257), 257)
                == "column 524: a predicate has at most 256 placeholders; split the query into several fetches")

        let padded = "title = '" + String(repeating: "é", count: 2043) + "'"
        #expect(padded.utf8.count == 4096)
        try parse(padded)
        #expect(
            error(padded + " ")
                == "a predicate has at most 4096 bytes, and this one has 4097; pass long values as arguments of '?'"
        )
    }
}
