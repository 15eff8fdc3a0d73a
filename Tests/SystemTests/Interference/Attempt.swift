import FilmgateTestKit

/// An action of an app: the same in both libraries, by names for which each has identifiers.
struct Attempt {
    /// What an identifier stands for.
    enum Name {
        case shared(Int)
        case own(Int)
        case unseen(Int)
        case album(Int)
        case folder(Int)
        case unknown
        case smart(Int)

        static func photo(_ random: inout SeededRandom) -> Name {
            let number = Int.random(in: 0..<12, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2: return .shared(number)
            case 3...4: return .own(number)
            case 5...6: return .unseen(number)
            default: return .unknown
            }
        }

        static func collection(_ random: inout SeededRandom) -> Name {
            let number = Int.random(in: 0..<12, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return .album(number)
            case 1: return .folder(number)
            case 2: return .smart(number)
            default: return .unknown
            }
        }
    }

    enum Kind {
        case list([String: BusArgument], names: [Name]?, album: Name?)
        case collections(String, [String: BusArgument], containing: Name?, folder: Name?)
        case snapshot
        case count(String, [String: BusArgument])
        /// An action on a result that stays open.
        case update
        case add(isDryRun: Bool)
        case change(String, Name?, photos: [Name])
        case capabilities(String, [Name])
        case files(Name)
        /// An image, with options.
        case image(Name, [String: BusArgument])
        /// A video, or a live photo: of what is none, if the app sees it at all.
        case video(String, Name)
        /// Begins to edit, finishes, and cancels.
        case edit(Name)
        case transient([Name])
        /// The person picks a photo that both libraries have; the app names others.
        case pick(Int, named: [Name], album: Name, [String: BusArgument])
        case ask(String)
        /// Changes since a token that it received earlier.
        case history(Int)
    }

    let kind: Kind

    init(_ random: inout SeededRandom) {
        func names(_ random: inout SeededRandom, upTo count: Int = 4) -> [Name] {
            (0..<Int.random(in: 0...count, using: &random)).map { _ in Name.photo(&random) }
        }
        switch Int.random(in: 0..<30, using: &random) {
        case 28...29:
            kind = .count(Self.counted.randomElement(using: &random) ?? "", Self.options(&random))
        case 0...5:
            kind = .list(
                Self.options(&random),
                names: Int.random(in: 0..<3, using: &random) == 0 ? names(&random, upTo: 8) : nil,
                album: Int.random(in: 0..<3, using: &random) == 0 ? .collection(&random) : nil)
        case 6...8:
            let isAlbum = Bool.random(using: &random)
            kind = .collections(
                isAlbum ? "album" : "folder", Self.collectionOptions(isAlbum, &random),
                containing: isAlbum && Int.random(in: 0..<3, using: &random) == 0 ? .photo(&random) : nil,
                folder: Int.random(in: 0..<4, using: &random) == 0 ? .collection(&random) : nil)
        case 9: kind = .snapshot
        case 10: kind = .add(isDryRun: Int.random(in: 0..<3, using: &random) == 0)
        case 11...14:
            kind = .change(
                Self.changes.randomElement(using: &random) ?? "", .collection(&random), photos: names(&random))
        case 15:
            let isAsset = Bool.random(using: &random)
            kind = .capabilities(
                isAsset ? "asset" : "album", isAsset ? names(&random, upTo: 2) : [.collection(&random)])
        case 16...17: kind = .files(.photo(&random))
        case 18: kind = .transient(names(&random))
        case 19...20: kind = .update
        case 21: kind = .history(Int.random(in: 0..<Twin.tokensKept, using: &random))
        case 22...23:
            let side = [1, 64, 320, 4000].randomElement(using: &random) ?? 64
            let delivery = ["opportunistic", "fast", "high-quality"].randomElement(using: &random) ?? ""
            kind = .image(.photo(&random), ["width": .uint32(UInt32(side)), "delivery": .text(delivery)])
        case 24:
            let member = Bool.random(using: &random) ? "RequestVideo" : "RequestLivePhoto"
            kind = .video(member, .photo(&random))
        case 25...26: kind = .edit(.photo(&random))
        default: kind = .ask(["status", "grants", "wrong", "verify"].randomElement(using: &random) ?? "")
        }
    }

    private init(_ kind: Kind) { self.kind = kind }

    /// A pick, with what the app asks for.
    static func pick(_ random: inout SeededRandom) -> Attempt {
        let names = (0..<Int.random(in: 0...3, using: &random)).map { _ in Name.photo(&random) }
        return Attempt(
            .pick(
                Int.random(in: 0..<12, using: &random), named: names, album: .collection(&random),
                picking.randomElement(using: &random) ?? [:]))
    }

    private static let changes = [
        "set-properties", "delete-assets", "restore-assets", "purge-assets", "create-album", "create-folder", "rename",
        "delete-albums", "delete-folders", "add-assets", "insert-assets", "move-assets", "remove-assets",
        "add-children", "revert-content", "set-cover", "add-keywords", "remove-keywords", "insert-children",
        "move-children", "set-burst-pick", "set-rule",
    ]

    private static let counted = [
        "year", "month", "day", "media-type", "subtype", "rating", "favorite", "keyword", "camera", "place", "title",
    ]

    private static let words = [
        "secret", "sec", "title", "tit 1", "photo", "jpg", "budapest", "buda", "\" OR secret", "secret*", "!", "render",
    ]

    private static let picking: [[String: BusArgument]] = [
        [:], ["keep": true], ["search": "secret"], ["filter": "media-type = 'video'"], ["remove": .texts(["location"])],
        ["limit": .uint32(0), "representation": "compatible"],
    ]

    private static let conditions = [
        "favorite", "rating >= 3", "title contains 'title'", "title = 'secret'", "keywords contains 'secret'",
        "hidden", "subtypes contains 'burst'", "original-asset is null", "burst-id is null",
        "duration is null and rating < 2",
        "title like 't%1' or favorite", "filename is null", "caption is not null", "media-type = 'video'",
        "creation-date > date '1971-01-01'", "location.latitude < 0", "titel = 'x'", "content-hash is null",
        "camera contains 'secret'", "lens is null", "has-adjustments", "adjustment-format like '%format'",
        "camera like 's%' or time-zone < 0", "location near (47.5, 19, 100)", "place is not null",
        "place like 'b%' or rating > 2", "in-album", "not in-album", "in-album = favorite",
    ]

    private static func options(_ random: inout SeededRandom) -> [String: BusArgument] {
        var options: [String: BusArgument] = [:]
        func chance() -> Bool { Int.random(in: 0..<3, using: &random) == 0 }
        if chance() { options["where"] = .text(conditions.randomElement(using: &random) ?? "") }
        if chance() { options["search"] = .text(words.randomElement(using: &random) ?? "") }
        if chance() { options["limit"] = .uint32(UInt32.random(in: 0..<4, using: &random)) }
        if chance() { options["include-hidden"] = true }
        if chance() { options["include-trashed"] = true }
        if chance() { options["include-burst-members"] = true }
        if chance() {
            let first =
                ["rating", "title", "favorite", "creation-date", "camera", "place", "in-album"].randomElement(
                    using: &random) ?? ""
            var order: [BusArgument] = [.list([.text(first), .flag(false)])]
            if first != "creation-date" { order.append(.list([.text("creation-date"), .flag(true)])) }
            options["sort"] = .variant("a(sb)", .list(order))
        }
        return options
    }

    private static func collectionOptions(_ isAlbum: Bool, _ random: inout SeededRandom) -> [String: BusArgument] {
        var options: [String: BusArgument] = [:]
        let types = isAlbum ? ["album", "smart", "moment", "transient"] : ["folder", "smart", "moment-year"]
        if Bool.random(using: &random) { options["type"] = .text(types.randomElement(using: &random) ?? "") }
        if Bool.random(using: &random) { options["folder"] = "" }
        let conditions = ["count > 0", "title contains 'title'", "start-date is null", "parent is null", "count = 2"]
        if Bool.random(using: &random) { options["where"] = .text(conditions.randomElement(using: &random) ?? "") }
        return options
    }
}
