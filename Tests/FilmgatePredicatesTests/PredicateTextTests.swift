import FilmgateModel
import FilmgatePredicates
import Testing

/// Predicates are parsed and written again, which shows the precedence of every operator.
@Suite("Predicates as text")
struct PredicateTextTests {
    static let id = "0d4ee0a8-3c5f-4c3a-9d63-0c4bb8dcf0a1"

    @Test(
        "are parsed by the grammar, in any case and with any spaces",
        arguments: [
            ("favorite", "favorite"),
            ("favorite = true", "favorite"),
            ("favorite AND Not hidden", "favorite and not hidden"),
            ("true or FALSE", "true or false"),
            ("favorite or hidden and rating=3", "favorite or hidden and rating = 3"),
            ("(favorite or hidden) and rating = 3", "(favorite or hidden) and rating = 3"),
            ("((favorite)) and ((hidden and (rating > 3)))", "favorite and (hidden and rating > 3)"),
            ("not not favorite", "not not favorite"),
            ("not (favorite and hidden)", "not (favorite and hidden)"),
            ("not rating > 3", "not rating > 3"),
            ("rating\n\t>=\r3", "rating >= 3"),
            ("rating>-1", "rating > -1"),
            ("3<rating", "3 < rating"),
            ("title = 'It''s ''this'''", "title = 'It''s ''this'''"),
            ("title = ''", "title = ''"),
            ("title not like '50\\%%'", "title not like '50\\%%'"),
            ("not title like 'a'", "title not like 'a'"),
            ("rating not in (1,2 , 3)", "rating not in (1, 2, 3)"),
            ("rating in ()", "rating in ()"),
            ("rating between 1 and 3 and favorite", "rating between 1 and 3 and favorite"),
            ("rating not between 1 and 3 or hidden", "rating not between 1 and 3 or hidden"),
            ("title is null", "title is null"),
            ("title is not null", "title is not null"),
            ("not title is null", "title is not null"),
            ("pixel-width > pixel-height", "pixel-width > pixel-height"),
            ("title = filename", "title = filename"),
            ("media-type in ('image', 'video')", "media-type in ('image', 'video')"),
            ("subtypes contains 'time-lapse'", "subtypes contains 'time-lapse'"),
            ("keywords not contains 'Meer'", "keywords not contains 'Meer'"),
            ("duration > 1.5e1", "duration > 15.0"),
            ("location.latitude between -10 and 10.5", "location.latitude between -10 and 10.5"),
            ("location is not null", "location is not null"),
            ("id = '\(id)'", "id = '\(id)'"),
            ("creation-date < date '2024-05-01'", "creation-date < date '2024-05-01T00:00:00Z'"),
            ("creation-date < DATE '2024-05-01T12:00+02:00'", "creation-date < date '2024-05-01T10:00:00Z'"),
            (
                "creation-date < date '2024-02-29T23:59:59.250-00:30'",
                "creation-date < date '2024-03-01T00:29:59.25Z'"
            ),
            ("creation-date > date '0001-01-01'", "creation-date > date '0001-01-01T00:00:00Z'"),
            (
                "creation-date > date '9999-12-31T23:59:59.999999Z'",
                "creation-date > date '9999-12-31T23:59:59.999999Z'"
            ),
            ("creation-date > date '1969-12-31T23:59:59.5Z'", "creation-date > date '1969-12-31T23:59:59.5Z'"),
        ])
    func read(_ text: String, _ written: String) throws {
        let predicate = try Predicate<AssetProperty>(parsing: text)
        #expect(predicate.text == written)
        #expect(try Predicate<AssetProperty>(parsing: predicate.text) == predicate)
    }

    @Test("take arguments in the order of their placeholders, and dates as numbers")
    func arguments() throws {
        let predicate = try Predicate<AssetProperty>(
            parsing:
                "rating = ? and title like ? and creation-date > ? and favorite = ? and duration < ? and id = ? and ?",
            arguments: [
                .integer(3), .text("a'%"), .integer(1_714_564_800_000_000), .boolean(false), .real(0.5),
                .text(Self.id), .boolean(true),
            ])
        #expect(
            predicate.text == "rating = 3 and title like 'a''%' and creation-date > date '2024-05-01T12:00:00Z' "
                + "and favorite = false and duration < 0.5 and id = '\(Self.id)' and true")
    }

    @Test(
        "refuse dates that do not exist",
        arguments: [
            "2023-02-29", "2024-13-01", "2024-00-01", "2024-04-31", "2024-1-1", "0000-01-01", "24-01-01",
            "2024-05-01T24:00Z", "2024-05-01T12:60Z", "2024-05-01T12:00:60Z", "2024-05-01T12:00", "2024-05-01T12Z",
            "2024-05-01T12:00:00.Z", "2024-05-01T12:00:00.1234567Z", "2024-05-01T12:00+2:00", "2024-05-01T12:00Z ",
            "2024-05-01Z", "0001-01-01T00:00+00:01", "9999-12-31T23:59-00:01", "٢٠٢٤-٠٥-٠١", "",
        ])
    func noDate(_ text: String) {
        #expect(throws: PredicateError.self) {
            try Predicate<AssetProperty>(parsing: "creation-date = date '\(text)'")
        }
    }
}
