internal import Filmgate
internal import FoundationEssentials

private enum EditOption {
    static let title = Option("title", value: .one("TEXT"), "Its title; an empty one takes it away")
    static let caption = Option("caption", value: .one("TEXT"), "Its caption; an empty one takes it away")
    static let keywords = Option("keywords", value: .one("LIST"), "Its keywords with commas, in place of those it has")
    static let favorite = Option("favorite", value: .one("YES-OR-NO"), "Whether it is a favorite")
    static let hidden = Option("hidden", value: .one("YES-OR-NO"), "Whether it is hidden from view")
    static let rating = Option("rating", value: .one("NUMBER"), "From 0 to 5")
    static let date = Option(
        "creation-date", value: .one("DATE"),
        "When it was taken: 2024-05-01, 2024-05-01T14:30, with Z or +02:00 or in local time")
    static let location = Option("location", value: .one("LATITUDE,LONGITUDE"), "Where it was taken, in degrees")

    static let all = [title, caption, keywords, favorite, hidden, rating, date, location]
}

extension Command {
    private static let identifiers = Operand("ID", count: .atLeastOne, "Identifiers, as 'assets list' shows them")

    static let editAsset = Command(
        "assets", "edit", summary: "Change what is said about assets",
        details: ["All the assets named are changed alike, all of them or none. The files stay as they are."],
        operands: [identifiers], options: EditOption.all,
        examples: [
            Example("assets edit ID --title 'On the beach' --favorite yes", "Give it a title and keep it close."),
            Example("assets edit ID --creation-date 2024-05-01T14:30", "The camera's clock was wrong."),
        ]
    ) { invocation in
        let properties = try properties(from: invocation)
        guard !properties.isEmpty else {
            throw Failure.usage("Nothing is to be changed: name a property, as '--title'.", of: invocation.command)
        }
        let assets = try invocation.identifiers(invocation.operands)
        try await set(properties, of: assets, in: invocation.library())
        return .success
    }

    static let deleteAssets = Command(
        "assets", "delete", summary: "Put assets into the trash",
        details: ["All the assets named, or none. They stay in the trash for 30 days."],
        operands: [identifiers], examples: [Example("assets delete ID", "It goes to the trash.")]
    ) { invocation in
        let assets = try invocation.identifiers(invocation.operands)
        try await invocation.library().performChanges { $0.deleteAssets(assets) }
        return .success
    }

    /// All of them or none; an error names the asset at fault.
    private static func set(
        _ properties: AssetProperties, of assets: [AssetID], in library: PhotoLibrary
    ) async throws {
        var request = ChangeRequest()
        for asset in assets { request.set(properties, of: asset) }
        do throws(PhotoLibraryError) { _ = try await library.perform(request) } catch {
            guard case .inChange(let index, let cause) = error, assets.indices.contains(index) else { throw error }
            let failure = Failure(cause)
            throw Failure(failure.code, "\(assets[index]): \(failure.message)", advice: failure.advice)
        }
    }

    private static func properties(from invocation: Invocation) throws -> AssetProperties {
        var properties = AssetProperties()
        properties.title = invocation.text(EditOption.title)
        properties.caption = invocation.text(EditOption.caption)
        properties.keywords = invocation.text(EditOption.keywords)?.split(separator: ",").map(trimmed)
        properties.isFavorite = try invocation.value(EditOption.favorite, expected: "yes or no", readFlag)
        properties.isHidden = try invocation.value(EditOption.hidden, expected: "yes or no", readFlag)
        properties.rating = try invocation.number(EditOption.rating, 0...5).map { Int32($0) }
        properties.creationDate = try invocation.value(EditOption.date, expected: "a date as 2024-05-01T14:30") {
            Moment.parse($0).map { Date($0) }
        }
        properties.location = try invocation.value(
            EditOption.location, expected: "degrees as 47.38,8.54", readLocation)
        return properties
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
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
        guard parts.count == 2, let latitude = Double(trimmed(parts[0])), let longitude = Double(trimmed(parts[1]))
        else {
            return nil
        }
        return Location(latitude: latitude, longitude: longitude)
    }
}
