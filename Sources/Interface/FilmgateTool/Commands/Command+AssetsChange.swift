import Filmgate
import FilmgateLibraryTools
import FilmgateText
import FoundationEssentials

private enum EditOption {
    static let title = Option("title", value: .one("TEXT"), "Its title; '' removes it")
    static let caption = Option("caption", value: .one("TEXT"), "Its caption; '' removes it")
    static let altText = Option(
        "alt-text", value: .one("TEXT"), "What the picture shows, for those who do not see it; '' removes it")
    static let keywords = Option(
        "keywords", value: .one("LIST"), "Its keywords, separated by commas; they replace the present ones")
    static let addKeywords = Option(
        "add-keywords", value: .one("LIST"), "Keywords to add to the present ones, separated by commas")
    static let removeKeywords = Option(
        "remove-keywords", value: .one("LIST"), "Keywords to remove, separated by commas, in upper or lower case")
    static let favorite = Option("favorite", value: .one("YES-OR-NO"), completion: .yesOrNo, "Whether it is a favorite")
    static let hidden = Option(
        "hidden", value: .one("YES-OR-NO"), completion: .yesOrNo, "Whether it is hidden")
    static let rating = Option("rating", value: .one("NUMBER"), "From 0 to 5")
    static let date = Option(
        "creation-date", value: .one("DATE"),
        "When it was taken: 2024-05-01 or 2024-05-01T14:30, by the clock there, or with Z or +02:00")
    static let timeZone = Option(
        "time-zone", value: .one("OFFSET"),
        "The time zone in which it was taken, such as +02:00. What its clock showed stays, and the moment changes")
    static let location = Option("location", value: .one("LATITUDE,LONGITUDE"), "Where it was taken, in degrees")
    static let noLocation = Option("no-location", "Remove its location; the original file keeps it")

    static let all = [
        title, caption, altText, keywords, addKeywords, removeKeywords, favorite, hidden, rating, date, timeZone,
        location, noLocation,
    ]
}

extension Command {
    static let editAsset = Command(
        "assets", "edit", summary: "Change the title, rating and other properties of assets",
        details: [
            TranslatableText(
                "Makes the same change to all assets. If one cannot be changed, none is; more than {n} assets are changed in batches of that size. The files stay as they are.",
                ["n": "\(AssetBatchChanger.most)"])
        ],
        operands: [AssetChoice.operand], options: EditOption.all + AssetChoice.options + [AssetChoice.words],
        examples: [
            Example("assets edit ID --title 'On the beach' --favorite yes", "Give it a title, and make it a favorite."),
            Example("assets edit ID --creation-date 2024-05-01T14:30", "The camera's clock was wrong."),
            Example("assets edit --album Travel/Summer --time-zone +09:00", "The camera did not know where it was."),
            Example("assets edit --search budapest --add-keywords travel,city", "Give what is found two keywords."),
            Example("assets edit --where 'favorite and rating = 0' --rating 5", "Change many assets at once."),
        ]
    ) { invocation in
        try invocation.exclude(EditOption.location, EditOption.noLocation)
        try invocation.exclude(EditOption.keywords, EditOption.addKeywords, EditOption.removeKeywords)
        let properties = try properties(from: invocation)
        let added = invocation.text(EditOption.addKeywords).map(keywords) ?? []
        let removed = invocation.text(EditOption.removeKeywords).map(keywords) ?? []
        guard !properties.isEmpty || !added.isEmpty || !removed.isEmpty else {
            throw invocation.usage(localized("There is nothing to change. Name a property, such as '--title'."))
        }
        let choice = try AssetChoice(invocation, operands: invocation.operands)
        let library = try await invocation.library()
        let assets = try await choice.assets(in: library)
        let (edits, clocks) = try await dated(properties, invocation.text(EditOption.date), assets, in: library)
        try await AssetBatchChanger(of: assets).perform(in: library, localized("Editing"), invocation) {
            part, request in
            if !removed.isEmpty { request.removeKeywords(removed, from: part) }
            if !added.isEmpty { request.addKeywords(added, to: part) }
            if !properties.isEmpty { for asset in part { request.set(edits[asset] ?? properties, of: asset) } }
        }
        try await library.correctClocks(of: clocks)
        return try invocation.writeResult(
            counted("Changed {n} asset.", "Changed {n} assets.", assets.count), "changed", assets.count)
    }

    static let deleteAssets = Command(
        "assets", "delete", summary: "Move assets to the trash",
        details: [
            TranslatableText(
                "They stay in the trash for 30 days; 'filmgatectl trash restore' brings them back. With '--where' or '--album', the tool asks first; without a terminal, give '--yes'."
            ) + AssetNameResolver.rule
        ],
        operands: [AssetChoice.operand], options: AssetChoice.options + [ConfirmationPrompt.option],
        examples: [
            Example("assets delete ID", "Move a photo to the trash."),
            Example("assets delete --where 'rating = 1'", "Move all photos with one star to the trash."),
        ]
    ) { invocation in
        let choice = try AssetChoice(invocation, operands: invocation.operands)
        let library = try await invocation.library()
        let assets = try await choice.assets(in: library)
        let question = counted("Move {n} asset to the trash?", "Move {n} assets to the trash?", assets.count)
        try choice.confirm(question, changing: assets, otherwise: localized("Nothing was deleted."))
        // A condition never matches photos in the trash.
        let named = choice.isCondition ? [] : assets
        let there = try await library.assets(withIdentifiers: named, reading: [.trashedDate]).count(where: \.isTrashed)
        try await AssetBatchChanger(of: assets).perform(in: library, localized("Deleting"), invocation) {
            part, request in
            request.deleteAssets(part)
        }
        let moved = assets.count - there
        let parts =
            [counted("Moved {n} asset to the trash", "Moved {n} assets to the trash", moved)]
            + (there > 0 ? [counted("{n} was already there", "{n} were already there", there)] : [])
        return try invocation.writeResult(PhraseJoiner.clauses(parts), "deleted", moved)
    }

    private static func properties(from invocation: Invocation) throws -> AssetChanges {
        var properties = AssetChanges()
        properties.title = invocation.text(EditOption.title)
        properties.caption = invocation.text(EditOption.caption)
        properties.altText = invocation.text(EditOption.altText)
        properties.keywords = invocation.text(EditOption.keywords).map(keywords)
        properties.isFavorite = try invocation.value(EditOption.favorite, expected: localized("yes or no"), readFlag)
        properties.isHidden = try invocation.value(EditOption.hidden, expected: localized("yes or no"), readFlag)
        properties.rating = try invocation.number(EditOption.rating, 0...5).map { Int32($0) }
        properties.creationDate = try invocation.value(
            EditOption.date, expected: localized("a date such as 2024-05-01T14:30")
        ) { TimeText.parse($0) }
        properties.timeZoneOffset = try invocation.value(
            EditOption.timeZone, expected: localized("an offset such as +02:00"), TimeText.offset)
        properties.location = try invocation.value(
            EditOption.location, expected: localized("degrees such as 47.38,8.54"), readLocation)
        properties.removesLocation = invocation.has(EditOption.noLocation)
        return properties
    }

    /// Returns the changes of each asset with its new date, and the new dates that depend on the assets' `clockOffset`.
    ///
    /// - Parameter date: the new date, a local time of the asset if the text states no zone; nil keeps the local time.
    private static func dated(
        _ properties: AssetChanges, _ date: String?, _ ids: [AssetID], in library: PhotoLibrary
    ) async throws -> (properties: [AssetID: AssetChanges], clocks: [AssetID: OffsetDateTime]) {
        guard date != nil || properties.timeZoneOffset != nil else { return ([:], [:]) }
        var dated: [AssetID: AssetChanges] = [:]
        var clocks: [AssetID: OffsetDateTime] = [:]
        let isOfClock = properties.timeZoneOffset == nil && date.map(TimeText.statesZone) == false
        for asset in try await library.assets(withIdentifiers: ids, reading: [.creationDate, .clockOffset]) {
            let present = asset.clockOffset.map { CivilTime.Zone.offset(Int($0)) } ?? .local
            let zone = properties.timeZoneOffset.map { CivilTime.Zone.offset(Int($0)) } ?? present
            var own = properties
            if let date {
                own.creationDate = TimeText.parse(date, in: zone)
            } else {
                own.creationDate = asset.creationTimestamp.flatMap { TimeText.moment($0, from: present, to: zone) }
            }
            dated[asset.id] = own
            if isOfClock, let date = own.creationDate, let offset = asset.clockOffset {
                clocks[asset.id] = OffsetDateTime(date, offset: offset)
            }
        }
        return (dated, clocks)
    }

    /// Returns the keywords in a list with commas, without duplicates.
    private static func keywords(_ text: String) -> [String] {
        var known: Set<String> = []
        return text.split(separator: ",").map(Text.trimmed).filter { !$0.isEmpty && known.insert($0).inserted }
    }

    private static func readFlag(_ text: String) -> Bool? {
        switch text {
        case "yes", "true": true
        case "no", "false": false
        default: nil
        }
    }

    private static func readLocation(_ text: String) -> Location? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(Text.trimmed(parts[0])),
            let longitude = Double(Text.trimmed(parts[1]))
        else {
            return nil
        }
        return Location(latitude: latitude, longitude: longitude)
    }
}
