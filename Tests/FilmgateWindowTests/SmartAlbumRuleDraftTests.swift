import FilmgateModel
import FilmgatePredicates
import Testing

@testable import filmgate_window

@Suite("The editor of a smart album's rule")
@MainActor struct SmartAlbumRuleDraftTests {
    @Test(
        "shows a rule as the conditions that it was made of",
        arguments: [
            "favorite", "not favorite", "media-type = 'video'", "subtypes contains 'live'", "rating >= 4", "in-album",
            "favorite and not in-album",
            "place contains 'Paris' and camera contains 'X100'", "keywords contains 'sea' or title contains 'it''s'",
            "favorite and rating >= 1 and caption contains 'cake'",
        ])
    func rules(_ text: String) throws {
        let draft = try #require(try SmartAlbumRuleDraft(Predicate(parsing: text)))
        #expect(draft.predicate?.text == text)
        #expect(draft.needsAny == text.contains(" or "))
    }

    @Test("shows days as days, in the person's time zone")
    func days() throws {
        var draft = SmartAlbumRuleDraft(conditions: [
            RuleCondition(subject: .since, text: "2019-05-01"), RuleCondition(subject: .before, text: " 2019-06-01 "),
        ])
        let rule = try #require(draft.predicate)
        let shown = try #require(SmartAlbumRuleDraft(rule))
        #expect(shown.conditions.map(\.text) == ["2019-05-01", "2019-06-01"] && shown.predicate == rule)
        draft.conditions[0].text = "May"
        #expect(draft.predicate == nil, "not complete")
    }

    @Test(
        "leaves other rules to text",
        arguments: [
            "true", "favorite and (rating >= 4 or title is null)", "rating >= 6", "rating > 3",
            "creation-date >= date '2019-05-01T12:34:56Z'", "location near (1, 2, 3)",
        ])
    func others(_ text: String) throws {
        #expect(try SmartAlbumRuleDraft(Predicate(parsing: text)) == nil)
    }

    @Test("has no rule while a text is missing")
    func incomplete() {
        #expect(
            SmartAlbumRuleDraft(conditions: [RuleCondition(), RuleCondition(subject: .place, text: " ")]).predicate
                == nil)
        #expect(SmartAlbumRuleDraft().predicate?.text == "media-type = 'image'")
    }
}
