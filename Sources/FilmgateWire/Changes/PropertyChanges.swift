internal import FilmgateDBus
internal import FilmgateModel

extension AssetChanges {
    init(_ options: Options) throws {
        self.init()
        var reader = OptionReader(options, of: "properties")
        creationDate = try reader.take("creation-date", as: Int64.self).map {
            try AssetChanges.date($0, of: "properties: 'creation-date'")
        }
        location = try reader.take("location", as: Structure<Double, Double>.self).map(AssetChanges.place)
        for name in try reader.take("remove", as: [String].self) ?? [] {
            guard name == "location", location == nil else {
                throw WireError.invalidArgument(
                    "properties: 'remove' takes only 'location', if no new one is set, not '\(quotable(name))'.")
            }
            removesLocation = true
        }
        favorite = try reader.take("favorite")
        hidden = try reader.take("hidden")
        rating = try reader.take("rating")
        title = try reader.take("title")
        caption = try reader.take("caption")
        keywords = try reader.take("keywords")
        try reader.finish()
        try checkBounds()
    }

    var options: Options {
        var options: Options = [:]
        if let creationDate { options["creation-date"] = Variant(creationDate.rawValue) }
        if let location { options["location"] = Variant(Structure(location.latitude, location.longitude)) }
        if removesLocation { options["remove"] = Variant(["location"]) }
        if let favorite { options["favorite"] = Variant(favorite) }
        if let hidden { options["hidden"] = Variant(hidden) }
        if let rating { options["rating"] = Variant(rating) }
        if let title { options["title"] = Variant(title) }
        if let caption { options["caption"] = Variant(caption) }
        if let keywords { options["keywords"] = Variant(keywords) }
        return options
    }

    /// - Parameter name: the name in the error.
    static func date(_ microseconds: Int64, of name: String) throws -> Timestamp {
        let date = Timestamp(rawValue: microseconds)
        guard Bounds.dates.contains(date) else {
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
        if let rating, !Bounds.rating.contains(rating) {
            throw WireError.invalidArgument("properties: 'rating' must be from 0 to 5.")
        }
        guard Bounds.allow(title: title) else {
            throw WireError.invalidArgument("properties: 'title' is longer than \(Bounds.titleBytes) bytes.")
        }
        guard Bounds.allow(caption: caption) else {
            throw WireError.invalidArgument("properties: 'caption' is longer than \(Bounds.captionBytes) bytes.")
        }
        guard Bounds.allow(keywords: keywords ?? []) else {
            throw WireError.invalidArgument(
                "properties: 'keywords' takes at most \(Bounds.keywords) words of 1 to \(Bounds.keywordBytes) bytes.")
        }
    }
}
