import FilmgateModel
import FilmgatePredicates
import Testing

@Suite("Errors of predicates")
struct ErrorTests {
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

    /// With a `^` under the column in question.
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
            "column 14: 'image' is not a property of assets; texts stand in single quotes, and docs/predicates.md lists the "
                + "properties"),
        Case("creator = 'x'", "column 1: 'creator' is told, but not searched by; leave it out"),
        Case(
            "\u{202E}a\u{200B}bc = 1",
            "column 1: this character means nothing here; it can stand within a text in single quotes alone"),
        Case("rating-1 = 2", "column 1: 'rating-1' is not a property of assets; did you mean 'rating'?"),
        // Grammar.
        Case("", "column 1: the predicate is empty; leave 'where' out to have everything"),
        Case("   ", "column 1: the predicate is empty; leave 'where' out to have everything"),
        Case("rating >", "column 9: the predicate ends here, where there must be a property or a value"),
        Case("rating > 3 4", "column 12: the number 4 cannot stand here; join conditions with 'and' or 'or'"),
        Case("favorite adn hidden", "column 10: 'adn' cannot stand here; did you mean 'and'?"),
        Case("favorite and", "column 13: the predicate ends here, where there must be a property or a value"),
        Case("and favorite", "column 1: 'and' stands here, where there must be a property or a value"),
        Case("(favorite", "column 1: the parenthesis that opens here is not closed; close it with ')'"),
        Case(
            "hidden or (favorite and (rating > 3)",
            "column 11: the parenthesis that opens here is not closed; close it with ')'"),
        Case("favorite)", "column 9: ')' cannot stand here; there is no '(' for it"),
        Case(
            "1 < rating < 3", "column 12: '<' cannot stand here; to compare more than two, join comparisons with 'and'"),
        Case(
            "rating = (3)", "column 10: a property or a value must stand here; parentheses go around whole conditions"),
        Case(
            "rating in 3",
            "column 11: the number 3 stands here, where there must be a list in parentheses after 'in', as (1, 2)"),
        Case(
            "rating in (1 2)", "column 14: the number 2 stands here, where there must be ',' or ')' in the list of 'in'"
        ),
        Case("rating in (1,)", "column 14: ')' stands here, where there must be a property or a value"),
        Case(
            "rating between 1 or 3",
            "column 18: 'or' stands here, where there must be 'and' and the higher end of 'between'"),
        Case("title is empty", "column 10: 'empty' stands here, where there must be 'null' after 'is'"),
        Case(
            "title not 'x'",
            "column 11: the text 'x' stands here, where there must be 'in', 'between', 'contains' or 'like' after 'not'"
        ),
        Case("title = null", "column 9: nothing is equal to null; write 'is null' or 'is not null' after a property"),
        Case("favorite, hidden", "column 9: ',' cannot stand here; commas stand in the list of 'in' alone"),
        // Signs.
        Case("rating == 3", "column 8: '==' compares nothing; write '='"),
        Case("rating <> 3", "column 8: '<>' compares nothing; write '!='"),
        Case("!favorite", "column 1: '!' compares nothing; write 'not'"),
        Case("rating >> 3", "column 8: '>>' compares nothing; there are =, !=, <, <=, > and >="),
        Case("favorite && hidden", "column 10: '&' means nothing here; write 'and'"),
        Case("favorite || hidden", "column 10: '|' means nothing here; write 'or'"),
        Case(
            "favorite; drop table asset",
            "column 9: ';' means nothing here; there is one predicate, and it ends with the text"),
        Case(
            "title = \"x\"",
            "column 9: '\"' means nothing here; texts stand in single quotes, as 'this', and properties' names in none"),
        Case("rating = -", "column 10: a '-' must stand right before a number"),
        Case("rating = - 3", "column 10: a '-' must stand right before a number"),
        Case("rating = +3", "column 10: '+' means nothing here; write a number without it"),
        Case("duration > 1.", "column 13: a digit must follow the '.' of a number"),
        Case("duration > .5", "column 12: '.' means nothing here; a number begins with a digit"),
        Case("duration > 1e", "column 13: a number's exponent needs a digit"),
        Case("rating > 3and favorite", "column 11: a number ends here; leave a space before what follows it"),
        Case("file-size < 99999999999999999999", "column 13: '99999999999999999999' is larger than any number here"),
        Case("duration < 1e999", "column 12: '1e999' is larger than any number here"),
        Case(
            "title = 'It's'",
            "column 14: the text that begins here does not end; close it with ', and write '' for a ' within it"),
        Case(
            "title = 'open",
            "column 9: the text that begins here does not end; close it with ', and write '' for a ' within it"),
        // Counted in code points, not in bytes.
        Case(
            "title = 'äöü€😀' and favorit", "column 21: 'favorit' is not a property of assets; did you mean 'favorite'?"),
        Case(
            "favorite\n  and\n  favorit", "column 18: 'favorit' is not a property of assets; did you mean 'favorite'?"),
        // Types.
        Case("title", "column 1: 'title' is a text, which is no condition by itself; compare it with something"),
        Case("3", "column 1: 3 is a number, which is no condition by itself; compare it with something"),
        Case("rating = 'three'", "column 10: 'three' is a text, and 'rating' is a number; compare it with a number"),
        Case("'three' = rating", "column 1: 'three' is a text, and 'rating' is a number; compare it with a number"),
        Case("title = 3", "column 9: 3 is a number, and 'title' is a text; compare it with a text in single quotes"),
        Case(
            "favorite = 1",
            "column 12: 1 is a number, and 'favorite' is true or false; compare it with true or false, or let it stand alone"
        ),
        Case(
            "favorite > true",
            "column 1: 'favorite' is true or false, of which none comes first; compare it with = or !="),
        Case(
            "rating between 1 and 'x'", "column 22: 'x' is a text, and 'rating' is a number; compare it with a number"),
        Case(
            "rating in (1, true, 3)",
            "column 15: true is true or false, and 'rating' is a number; compare it with a number"),
        Case(
            "rating in (1, pixel-width)", "column 15: 'pixel-width' is a property; the list of 'in' holds values alone"),
        Case("title = rating", "column 9: 'rating' is a number, which cannot be compared with 'title'"),
        Case("media-type = 'imag'", "column 14: 'imag' is not a value of 'media-type'; did you mean 'image'?"),
        Case(
            "media-type = 'photograph'",
            "column 14: 'photograph' is not a value of 'media-type'; there are 'image', 'video'"),
        Case(
            "media-type < 'video'",
            "column 1: 'media-type' is one of several words, of which none comes first; compare it with = or !="),
        Case(
            "media-type contains 'im'",
            "column 1: 'media-type' is one of several words; 'contains' is for texts and lists"),
        Case(
            "subtypes contains 'panoramic'",
            "column 19: 'panoramic' is not a value of 'subtypes'; did you mean 'panorama'?"),
        Case("subtypes = 'raw'", "column 1: 'subtypes' is a list; use 'contains' or 'is null'"),
        Case("keywords like 'x%'", "column 1: 'keywords' is a list; 'like' is for texts"),
        Case("location = 3", "column 1: 'location' is a place; use 'is null', or its '.latitude' and '.longitude'"),
        Case("location.latitude is null", "column 1: before 'is null' there must be a property, such as 'location'"),
        Case("3 is null", "column 1: before 'is null' there must be a property, not a value"),
        Case(
            "title contains 3",
            "column 16: 3 is a number; after 'contains' there must be a text in single quotes or a '?'"),
        Case(
            "title like filename",
            "column 12: 'filename' is a text; after 'like' there must be a text in single quotes or a '?'"),
        Case("id = 'x'", "column 6: 'x' is not an identifier: they are lower-case UUIDs, as fetches give them"),
        Case("id < 'x'", "column 1: 'id' is an identifier, of which none comes first; compare it with = or !="),
        Case(
            "content-hash = 'abc'", "column 16: 'abc' is no content hash: they are 'sha256:' and 64 hexadecimal digits"),
        Case(
            "creation-date > '2024-05-01'",
            "column 17: '2024-05-01' is a text, and 'creation-date' is a date; write date '2024-05-01'"),
        Case(
            "creation-date > 3",
            "column 17: 3 is a number, and 'creation-date' is a date; compare it with a date, as date '2024-05-01T12:00:00Z'"
        ),
        Case(
            "creation-date > date 'yesterday'",
            "column 22: 'yesterday' is no moment; write it as '2024-05-01T12:00:00Z', with 'Z' or an offset such as "
                + "'+02:00' behind the time, or as '2024-05-01'"),
        Case(
            "creation-date > date 3",
            "column 22: the number 3 stands here, where there must be a text after 'date', as in date '2024-05-01T12:00:00Z'"
        ),
        // Placeholders.
        Case("rating = ?", "column 10: this is placeholder 1, and 'arguments' holds 0; give a value for each '?'"),
        Case(
            "rating in (?, ?)", [.integer(1)],
            "column 15: this is placeholder 2, and 'arguments' holds 1; give a value for each '?'"),
        Case("favorite", [.integer(1)], "'arguments' holds 1 for 0 placeholders; give a '?' for each"),
        Case(
            "rating = ?", [.text("x")], "column 10: 'x' is a text, and 'rating' is a number; compare it with a number"),
        Case(
            "creation-date < ?", [.integer(.max)],
            "column 17: 9223372036854775807 microseconds lie outside the years 1 to 9999; give a moment within them"),
        Case("duration = ?", [.real(.nan)], "column 12: argument 1 is no finite number; give one that is"),
        Case(
            "title = ?", [.text(String(repeating: "x", count: 4097))],
            "column 9: argument 1 has 4097 bytes; 4096 is the most"),
        Case(
            "media-type = ?", [.text("\u{1B}[31m")],
            "column 14: '[31m' is not a value of 'media-type'; there are 'image', 'video'"),
    ]

    @Test("say where, what and what to do", arguments: cases)
    func told(_ example: Case) {
        #expect(throws: PredicateError.self) {
            try Predicate<AssetProperty>(parsing: example.text, arguments: example.arguments)
        }
        do throws(PredicateError) {
            _ = try Predicate<AssetProperty>(parsing: example.text, arguments: example.arguments)
        } catch {
            #expect(error.description == example.error)
        }
    }

    @Test("come with a predicate beyond its bounds, and never with one at them")
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
            error(nested(33)) == "column 33: this is nested deeper than 32 levels; take parentheses and 'not' away")
        try parse(String(repeating: "not ", count: 32) + "favorite")
        #expect(
            error(String(repeating: "not ", count: 33) + "favorite")?.hasPrefix("column 129: this is nested") == true)
        #expect(error(String(repeating: "not (", count: 800) + "favorite")?.hasPrefix("column 81: this is") == true)

        let list = { "rating in (" + Array(repeating: "?", count: $0).joined(separator: ",") + ")" }
        try parse(list(256), 256)
        #expect(
            error(list(257), 257) == "column 524: a predicate may have 256 placeholders; ask in several fetches")

        let padded = "title = '" + String(repeating: "é", count: 2043) + "'"
        #expect(padded.utf8.count == 4096)
        try parse(padded)
        #expect(
            error(padded + " ")
                == "a predicate may be 4096 bytes long, and this one has 4097; hand long values over as arguments of '?'"
        )
    }
}
