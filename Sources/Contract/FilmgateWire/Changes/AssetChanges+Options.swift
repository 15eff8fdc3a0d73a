import FilmgateDBus
import FilmgateModel

extension AssetChanges {
    private enum Key: String {
        case location, remove, favorite, hidden, rating, title, caption, keywords
        case creationDate = "creation-date"
        case timeZone = "time-zone"
        case altText = "alt-text"
    }

    init(_ options: Options) throws {
        self.init()
        var reader = OptionReader(options, of: "properties")
        creationDate = try reader.take(Key.creationDate, as: Int64.self).map {
            try AssetChanges.date($0, of: "properties: 'creation-date'")
        }
        timeZoneOffset = try reader.take(Key.timeZone)
        location = try reader.take(Key.location, as: Structure<Double, Double>.self).map(AssetChanges.place)
        for name in try reader.take(Key.remove, as: [String].self) ?? [] {
            guard name == Key.location.rawValue, location == nil else {
                throw WireError.invalidArgument(
                    "properties: 'remove' takes only 'location', if no new one is set, not '\(quotable(name))'.")
            }
            removesLocation = true
        }
        isFavorite = try reader.take(Key.favorite)
        isHidden = try reader.take(Key.hidden)
        rating = try reader.take(Key.rating)
        title = try reader.take(Key.title)
        caption = try reader.take(Key.caption)
        altText = try reader.take(Key.altText)
        keywords = try reader.take(Key.keywords)
        try reader.finish()
        try checkBounds()
    }

    /// Returns whether the unchecked keys of a change contain properties that hide an asset.
    static func hide(_ change: Options) -> Bool {
        let properties = change[ChangeKey.properties.rawValue]?.value(as: Options.self)
        return properties?[Key.hidden.rawValue]?.value(as: Bool.self) ?? false
    }

    var options: Options {
        var options: Options = [:]
        options[Key.creationDate] = creationDate?.rawValue
        options[Key.timeZone] = timeZoneOffset
        options[Key.location] = location.map { Structure($0.latitude, $0.longitude) }
        options[Key.remove] = removesLocation ? [Key.location.rawValue] : nil
        options[Key.favorite] = isFavorite
        options[Key.hidden] = isHidden
        options[Key.rating] = rating
        options[Key.title] = title
        options[Key.caption] = caption
        options[Key.altText] = altText
        options[Key.keywords] = keywords
        return options
    }

    /// - Parameter name: the name of the date in the error message.
    static func date(_ microseconds: Int64, of name: String) throws -> Timestamp {
        let date = Timestamp(rawValue: microseconds)
        guard ContractLimits.dates.contains(date) else {
            throw WireError.invalidArgument("\(name) must be in the years 1 to 9999.")
        }
        return date
    }

    private static func place(_ pair: Structure<Double, Double>) throws -> Location {
        guard let place = Location(latitude: pair.values.0, longitude: pair.values.1) else {
            throw WireError.invalidArgument(
                "properties: 'location' must be a latitude within ±90 and a longitude within ±180.")
        }
        return place
    }

    private func checkBounds() throws {
        if let rating, !ContractLimits.rating.contains(rating) {
            throw WireError.invalidArgument("properties: 'rating' must be from 0 to 5.")
        }
        if let timeZoneOffset, !ContractLimits.timeZones.contains(timeZoneOffset) {
            throw WireError.invalidArgument("properties: 'time-zone' must be within a day, in seconds.")
        }
        guard ContractLimits.allow(title: title) else {
            throw WireError.invalidArgument("properties: 'title' is longer than \(ContractLimits.titleBytes) bytes.")
        }
        guard ContractLimits.allow(caption: caption) else {
            throw WireError.invalidArgument(
                "properties: 'caption' is longer than \(ContractLimits.captionBytes) bytes.")
        }
        guard ContractLimits.allow(title: altText) else {
            throw WireError.invalidArgument("properties: 'alt-text' is longer than \(ContractLimits.titleBytes) bytes.")
        }
        guard ContractLimits.allow(keywords: keywords ?? []) else {
            throw WireError.invalidArgument(
                "properties: 'keywords' takes at most \(ContractLimits.keywords) words of 1 to \(ContractLimits.keywordBytes) bytes."
            )
        }
    }
}
