import FilmgateTestKit

/// A query, and the letters of the assets that match it.
struct Query: Sendable {
    let text: String
    var options: [String: BusArgument] = [:]
    let answer: String
    /// Whether the answer's order counts.
    var isOrdered = false

    init(_ text: String, _ answer: String) {
        self.text = text
        self.answer = answer
    }

    init(_ text: String, _ arguments: [BusArgument], _ answer: String) {
        self.init(text, answer)
        options["arguments"] = .variant("av", .list(arguments))
    }

    init(_ text: String, with options: [String: BusArgument], _ answer: String) {
        self.init(text, answer)
        self.options = options
    }

    init(_ text: String, sort: (String, Bool)..., with options: [String: BusArgument] = [:], ordered answer: String) {
        self.init(text, answer)
        self.options = options
        if !sort.isEmpty {
            self.options["sort"] = .variant("a(sb)", .list(sort.map { [.text($0.0), .flag($0.1)] }))
        }
        isOrdered = true
    }
}

private let all = QueryLibrary.usual
private let hidden: [String: BusArgument] = ["include-hidden": true]
private let trashed: [String: BusArgument] = ["include-trashed": true]
private let whatever = hidden.merging(trashed) { $1 }

/// Answers written by hand, from the table in `QueryLibrary`.
enum QueryTable {
    static let flags = [
        Query("favorite", "aci"),
        Query("not favorite", "bdefghjklmnqrst"),
        Query("favorite = true", "aci"),
        Query("favorite = false", "bdefghjklmnqrst"),
        Query("favorite != true", "bdefghjklmnqrst"),
        Query("true = favorite", "aci"),
        Query("favorite in (true)", "aci"),
        Query("favorite in (true, false)", all),
        Query("favorite = hidden", "bdefghjklmnqrst"),
        Query("true", all),
        Query("false", ""),
        Query("has-adjustments", ""),
        Query("not has-adjustments", all),
        Query("in-album", ""),
        Query("not in-album", all),
        Query("in-album in (true, false)", all),
        Query("in-album is null", ""),
        Query("hidden", ""),
        Query("hidden", with: hidden, "o"),
        Query("not hidden", with: hidden, all),
        Query("rating = 4", "b"),
        Query("rating = 4", with: hidden, "bo"),
        Query("rating = 4", with: trashed, "bp"),
        Query("rating = 4", with: whatever, "bop"),
        Query("trashed-date is null", all),
        Query("trashed-date is not null", ""),
        Query("trashed-date is not null", with: trashed, "p"),
        Query("rating = 4", with: ["include-burst-members": true], "b"),
        Query("rating = 4", with: ["sources": .texts(["user-library"])], "b"),
        Query("rating = 4", with: ["sources": .texts(["cloud"])], ""),
        Query("rating = 4", with: ["sources": .texts([])], ""),
    ]

    static let numbers = [
        Query("rating = 5", "ai"),
        Query("rating != 0", "abcdghimrt"),
        Query("rating > 3", "abi"),
        Query("rating >= 3", "abcdit"),
        Query("rating < 1", "efjklnqs"),
        Query("rating <= 1", "efgjklmnqs"),
        Query("3 < rating", "abi"),
        Query("rating between 2 and 3", "cdhrt"),
        Query("rating between 3 and 2", ""),
        Query("rating not between 1 and 5", "efjklnqs"),
        Query("4 between rating and 5", "bcdefghjklmnqrst"),
        Query("rating in (1, 5)", "agim"),
        Query("rating not in (0)", "abcdghimrt"),
        Query("rating in ()", ""),
        Query("rating not in ()", all),
        Query("rating > -1", all),
        Query("rating = 4.0", "b"),
        Query("rating > 3.5", "abi"),
        Query("rating < 9223372036854775807", all),
        Query("rating = ?", [.variant("y", 4)], "b"),
        Query("rating = ?", [.variant("q", 4)], "b"),
        Query("rating = ?", [.variant("n", 4)], "b"),
        Query("rating = ?", [.variant("i", 4)], "b"),
        Query("rating = ?", [.variant("u", 4)], "b"),
        Query("rating = ?", [.variant("x", 4)], "b"),
        Query("rating = ?", [.variant("t", 4)], "b"),
        Query("rating < ?", [.variant("t", .unsigned(.max))], all),
        Query("rating > ?", [.variant("d", 3.5)], "abi"),
        Query("pixel-width = 320", "cdk"),
        Query("pixel-width = 160", "i"),
        Query("pixel-height in (240)", "cdk"),
        Query("pixel-width > 64 and pixel-height < 200", "i"),
        Query("pixel-height > pixel-width", ""),
        Query("pixel-width > pixel-height", all),
        Query("orientation = 6", "m"),
        Query("duration > 1.5", "d"),
        Query("duration between 0.5 and 1.5 and media-type = 'video'", "ck"),
        Query("duration is not null and media-type = 'video'", "cdk"),
        Query("file-size > 0", all),
        Query("file-size > 1000000000", ""),
    ]

    static let texts = [
        Query("title = 'Alpha'", "a"),
        Query("title = 'alpha'", ""),
        Query("title != 'Alpha'", "bceghiklmnrst"),
        Query("not title = 'Alpha'", "bceghiklmnrst"),
        Query("title is null", "dfjq"),
        Query("title is not null", "abceghiklmnrst"),
        Query("title is null or title != 'Alpha'", "bcdefghijklmnqrst"),
        Query("title < 'B'", "an"),
        Query("title >= 'b'", "bghiklrt"),
        Query("title between 'A' and 'B'", "a"),
        Query("title in ('Alpha', 'beta', 'nothing')", "ab"),
        Query("title not in ('Alpha', 'beta')", "ceghiklmnrst"),
        Query("title contains 'a'", "abeghimst"),
        Query("title contains 'A'", "abeghimst"),
        Query("title not contains 'a'", "cklnr"),
        Query("title contains 'ß'", "es"),
        Query("title contains 'ẞ'", "es"),
        Query("title contains 'ss'", ""),
        Query("title contains 'sure'", "n"),
        Query("title contains 'σίσυφος'", "r"),
        Query("title contains 'ΦΟσ'", "r"),
        Query("title contains 'ä'", "l"),
        Query("title contains 'Ä T'", "l"),
        Query("title contains ''", "abceghiklmnrst"),
        Query("title contains '%'", "n"),
        Query("title contains '_'", "n"),
        Query(#"title contains '\'"#, "n"),
        Query(#"title contains '\o/'"#, "n"),
        Query("title like 'alpha'", "a"),
        Query("title like 'alph_'", "a"),
        Query("title like 'a%'", "a"),
        Query("title like '%a'", "abhim"),
        Query("title like '%A%'", "abeghimst"),
        Query("title not like '%a%'", "cklnr"),
        Query("title like '____'", "bcgk"),
        Query("title like '_____'", "ahimt"),
        Query("title like '%'", "abceghiklmnrst"),
        Query("title like ''", ""),
        Query("title like '%φος'", "r"),
        Query("title like 'g%h%'", "e"),
        Query("title like '%e'", "egls"),
        Query(#"title like '100\%%'"#, "n"),
        Query(#"title like '100\_%'"#, ""),
        Query(#"title like '%\_sure\_%'"#, "n"),
        Query(#"title like '%\\%'"#, "n"),
        Query(#"title like '%\o%'"#, "n"),
        Query("title like ?", ["%TA"], "bi"),
        Query("caption contains 'SEE'", "a"),
        Query("caption contains 'zürich'", "s"),
        Query("caption contains 'STRAßE'", "s"),
        Query("caption contains 'it''s'", "n"),
        Query("caption contains '\"'", "n"),
        Query("caption = 'A caption'", "l"),
        Query("caption is null", "bcefghjkmqrt"),
        Query("alt-text = 'Ein Boot'", "a"),
        Query("alt-text contains 'HÄUSER'", "s"),
        Query("filename like '%.jpg'", "aefjlmrs"),
        Query(#"filename like 'IMG\_%'"#, "abhij"),
        Query("filename = 'clip.mp4'", "c"),
        Query("filename contains 'CLIP'", "cd"),
        Query("filename contains ' '", "df"),
        Query("filename is null", "q"),
        Query("title = filename", "t"),
        Query("title != filename", "abceghiklmnrs"),
        Query("mime-type = 'image/jpeg'", "aefjlmqrst"),
        Query("mime-type like 'video/%'", "cdk"),
        Query("mime-type in ('image/png', 'image/heic')", "bh"),
        Query("mime-type contains 'DNG'", "i"),
        Query("mime-type = 'image/gif' and subtypes contains 'animated'", "g"),
        Query("burst-id is null and adjustment-format is null", all),
        Query("burst-id = '00000000-0000-4000-8000-000000000000'", ""),
    ]

    static let wordsAndLists = [
        Query("media-type = 'video'", "cdk"),
        Query("media-type != 'video'", "abefghijlmnqrst"),
        Query("media-type in ('image', 'video')", all),
        Query("media-type = ?", ["video"], "cdk"),
        Query("playback-style = 'image-animated'", "g"),
        Query("playback-style = 'video'", "cdk"),
        Query("playback-style = 'live-photo'", ""),
        Query("playback-style in ('video', 'image-animated')", "cdgk"),
        Query("source = 'user-library'", all),
        Query("source = 'cloud'", ""),
        Query("availability = 'local'", all),
        Query("availability != 'local'", ""),
        Query("subtypes contains 'panorama'", "e"),
        Query("subtypes contains 'screenshot'", "f"),
        Query("subtypes contains 'animated'", "g"),
        Query("subtypes contains 'raw'", "i"),
        Query("subtypes contains 'burst'", "j"),
        Query("subtypes contains 'slow-motion'", "k"),
        Query("subtypes contains 'live'", ""),
        Query("subtypes not contains 'raw'", "abcdefghjklmnqrst"),
        Query("subtypes contains 'raw' or subtypes contains 'burst'", "ij"),
        Query("subtypes is null", ""),
        Query("keywords contains 'Berg'", "ae"),
        Query("keywords contains 'BERG'", "ae"),
        Query("keywords contains 'see'", "ab"),
        Query("keywords contains 'Meer'", "gh"),
        Query("keywords contains 'Me'", ""),
        Query("keywords contains 'Meer%'", ""),
        Query("keywords contains 'Mee_'", ""),
        Query("keywords contains 'a,b'", "n"),
        Query("keywords contains 'it''s'", "n"),
        Query("keywords contains '日本'", "l"),
        Query("keywords contains 'ｆｕｌｌ'", "r"),
        Query("keywords contains ?", [#"Berg","See"#], ""),
        Query("keywords is null", "cdfijmqst"),
        Query("keywords is not null", "abeghklnr"),
        Query("not keywords contains 'Berg'", "bcdfghijklmnqrst"),
        Query("keywords not contains 'Meer'", "abcdefijklmnqrst"),
        Query("keywords contains 'Berg' and not keywords contains 'see'", "e"),
    ]

    static let dates = [
        Query("creation-date = date '2020-01-01'", "a"),
        Query("creation-date < date '1970-01-01'", "s"),
        Query("creation-date >= date '2024-01-01'", "qrt"),
        Query("creation-date between date '2021-01-01' and date '2021-12-31T23:59:59.999999Z'", "cde"),
        Query("creation-date < date '2022-01-01'", "abcdes"),
        Query("creation-date <= date '2022-01-01'", "abcdefs"),
        Query(
            "creation-date > date '2021-12-31T23:59:59.999998Z' and creation-date < date '2022-01-01T00:00:00.000001Z'",
            "ef"),
        Query("creation-date = date '2021-03-03T09:00:00+01:00'", "cd"),
        Query("creation-date = date '2021-03-03T03:30-04:30'", "cd"),
        Query("creation-date in (date '2020-01-01', date '2024-02-29')", "aq"),
        Query("creation-date >= ?", [.variant("x", 1_704_067_200_000_000)], "qrt"),
        Query("creation-date < ?", [.variant("x", 0)], "s"),
        Query("creation-date < ?", [.variant("i", 0)], "s"),
        Query(
            "creation-date between ? and ?",
            [.variant("x", 1_609_459_200_000_000), .variant("x", 1_640_995_199_999_999)], "cde"),
        Query("added-date > creation-date", all),
        Query("modification-date < creation-date", ""),
        Query("added-date between date '2020-01-01' and date '9999-12-31'", all),
        Query("trashed-date > date '2020-01-01'", ""),
        Query("trashed-date > date '2020-01-01'", with: trashed, "p"),
        Query("date '2020-01-01' < date '2021-01-01'", all),
    ]

    static let places = [
        Query("location is null", "bcfjklmnqst"),
        Query("location is not null", "adeghir"),
        Query("location.latitude > 46", "aeh"),
        Query("location.latitude < 0", "gr"),
        Query("location.latitude between -1 and 1", "d"),
        Query("location.longitude > 100", "gh"),
        Query("location.longitude = 180", "h"),
        Query("location.latitude = 90.0", "h"),
        Query("location.latitude = location.longitude", "di"),
        Query("not location.latitude > 0", "dgr"),
        Query(
            "location.latitude between 45.8 and 47.8 and location.longitude between 5.9 and 10.5", "ae"),
        Query("location.latitude > ?", [.variant("d", 46.55)], "eh"),
        Query("location.latitude in (0, 10)", "di"),
    ]

    static let joined = [
        Query("favorite or rating = 4 and media-type = 'video'", "aci"),
        Query("(favorite or rating = 4) and media-type = 'video'", "c"),
        Query("not favorite and rating > 3", "b"),
        Query("not (favorite and rating > 3)", "bcdefghjklmnqrst"),
        Query("not not favorite", "aci"),
        Query("favorite AND Not rating = 3", "ai"),
        Query("favorite\nand\n\trating = 5", "ai"),
        // Neither true nor false.
        Query("title = 'x' or rating = 5", "ai"),
        Query("not (title = 'x' or rating = 5)", "bceghklmnrst"),
        Query("title = 'x' and false", ""),
        Query("not (title = 'x' and false)", all),
        Query("not (title = 'x' and true)", "abceghiklmnrst"),
        Query("not (title in ('x') or true)", ""),
        Query("title is null and not favorite", "dfjq"),
        Query("duration > 0 or not duration > 0 and false or title is null and media-type = 'video'", "cdk"),
        Query("1 = 1", all),
        Query("1 > 2", ""),
        Query("'a' = 'a' and 'a' < 'b'", all),
        Query("2 in (1, 2)", all),
        Query("2.5 between 2 and 3", all),
        Query("? or favorite", [false], "aci"),
        Query("? and ? = 'x' and rating = ?", [true, "x", .variant("i", 5)], "ai"),
        // Values that look like the language.
        Query("title = ''' or 1=1 --'", ""),
        Query("title = ?", ["x' or '1'='1"], ""),
        Query("title contains ?", ["?"], ""),
        Query("title = ? or title = '?'", ["Alpha"], "a"),
        Query("filename in (?, ?, 'clip.mp4')", ["r.jpg", "s.jpg"], "crs"),
    ]

    static let orders = [
        Query("rating > 3", ordered: "iba"),
        Query("rating > 3", sort: ("rating", false), ("creation-date", true), ordered: "aib"),
        Query("rating > 3", sort: ("favorite", false), ("rating", false), ("filename", true), ordered: "aib"),
        Query("rating > 3", sort: ("mime-type", true), ordered: "abi"),
        Query("rating = 4", sort: ("hidden", false), with: hidden, ordered: "ob"),
        Query("rating = 4", sort: ("trashed-date", true), with: trashed, ordered: "bp"),
        Query("rating = 4", sort: ("trashed-date", false), with: trashed, ordered: "pb"),
        Query("title is not null", sort: ("title", true), ordered: "nabichemkstglr"),
        Query("rating >= 3", sort: ("title", true), ordered: "dabict"),
        Query("rating >= 3", sort: ("title", false), ordered: "tcibad"),
        Query(
            "media-type = 'video' or subtypes contains 'raw'", sort: ("pixel-width", true), ("filename", true),
            ordered: "icdk"),
        Query("media-type = 'video'", sort: ("duration", false), with: ["limit": .uint32(1)], ordered: "d"),
        Query("location is not null", sort: ("location", true), ordered: "grdiaeh"),
        Query("location is not null", sort: ("location", false), ordered: "heaidrg"),
        Query("keywords is not null", sort: ("keywords", true), ordered: "neaghlbkr"),
        Query(
            "rating = 5 or media-type = 'video'", sort: ("media-type", false), ("rating", true), ("filename", false),
            ordered: "kdcia"),
        Query(
            "rating >= 3 and media-type = 'video' or rating = 5 or subtypes contains 'animated'",
            sort: ("playback-style", false), ("filename", true), ordered: "cdgai"),
        Query("caption is not null", sort: ("caption", true), ordered: "lanids"),
        Query("alt-text is not null", sort: ("alt-text", false), ordered: "sa"),
        Query("filename like 'img%'", sort: ("filename", false), ordered: "jihba"),
        Query("true", sort: ("creation-date", true), with: ["limit": .uint32(3)], ordered: "sab"),
        Query("true", sort: ("creation-date", false), with: ["limit": .uint32(3)], ordered: "trq"),
        Query("true", sort: ("orientation", false), with: ["limit": .uint32(1)], ordered: "m"),
        Query("rating > 3", sort: ("source", true), ("rating", true), ("title", true), ordered: "bai"),
        Query(
            "rating > 3", sort: ("has-adjustments", false), ("availability", true), ("burst-id", true),
            ("in-album", true), ("adjustment-format", false), ("title", true), ordered: "abi"),
    ]

    static let shared = flags + numbers + texts + wordsAndLists + dates + places + joined + orders
}
