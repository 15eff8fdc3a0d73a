import FilmgateModel

extension FieldWriter {
    mutating func put(_ facts: MediaFacts) {
        put(facts.mediaType.rawValue)
        put(facts.mimeType)
        put(facts.subtypes.map(\.rawValue).sorted())
        put(facts.pixelWidth)
        put(facts.pixelHeight)
        put(facts.orientation)
        put(facts.creationDate) { $0.put($1.rawValue) }
        put(facts.timeZoneOffset) { $0.put($1) }
        put(UInt8(facts.dateLacksZone ? 1 : 0))
        put(facts.location) { writer, place in
            writer.put(place.latitude)
            writer.put(place.longitude)
        }
        for text in [facts.cameraMake, facts.cameraModel, facts.lensModel, facts.title, facts.caption] {
            put(text) { $0.put($1) }
        }
        put(facts.keywords)
        put(facts.rating) { $0.put($1) }
        put(facts.isFavorite, facts.isHidden)
        put(facts.contentIdentifier) { $0.put($1) }
        put(facts.burstIdentifier) { $0.put($1) }
        put(UInt8(facts.isBurstPick ? 1 : 0))
        put(facts.duration) { $0.put($1) }
    }
}

extension FieldWriter {
    mutating func put(_ facts: SidecarFacts) {
        put(facts.title) { $0.put($1) }
        put(facts.caption) { $0.put($1) }
        put(facts.keywords)
        put(facts.rating) { $0.put($1) }
        put(facts.location) { writer, place in
            writer.put(place.latitude)
            writer.put(place.longitude)
        }
        put(facts.creationDate) { $0.put($1.rawValue) }
        put(facts.timeZoneOffset) { $0.put($1) }
        put(UInt8(facts.dateLacksZone ? 1 : 0))
        put(UInt8(facts.dateYields ? 1 : 0))
        put(facts.orientation) { $0.put($1) }
        for text in [facts.cameraMake, facts.cameraModel, facts.lensModel] { put(text) { $0.put($1) } }
        put(facts.isFavorite, facts.isHidden, facts.isDateGuessed)
    }

    /// Puts marks, which can be absent.
    private mutating func put(_ marks: Bool?...) {
        for mark in marks { put(mark) { $0.put(UInt8($1 ? 1 : 0)) } }
    }
}

extension FieldReader {
    mutating func facts() throws(Garbled) -> MediaFacts {
        var facts = MediaFacts(
            mediaType: try word(), mimeType: try text(), pixelWidth: 0, pixelHeight: 0)
        for name in try texts(atMost: MediaSubtype.allCases.count) {
            guard let subtype = MediaSubtype(rawValue: name) else { throw Garbled() }
            facts.subtypes.insert(subtype)
        }
        facts.pixelWidth = try number()
        facts.pixelHeight = try number()
        facts.orientation = try number()
        facts.creationDate = try optional { reader throws(Garbled) in Timestamp(rawValue: try reader.number()) }
        facts.timeZoneOffset = try optional { reader throws(Garbled) in try reader.number() }
        facts.dateLacksZone = try flag()
        facts.location = try optional { reader throws(Garbled) in try reader.place() }
        facts.cameraMake = try optionalText()
        facts.cameraModel = try optionalText()
        facts.lensModel = try optionalText()
        facts.title = try optionalText()
        facts.caption = try optionalText()
        facts.keywords = try texts(atMost: Bounds.keywords)
        facts.rating = try optional { reader throws(Garbled) in try reader.number() }
        facts.isFavorite = try mark()
        facts.isHidden = try mark()
        facts.contentIdentifier = try optionalText()
        facts.burstIdentifier = try optionalText()
        facts.isBurstPick = try flag()
        facts.duration = try optional { reader throws(Garbled) in try reader.real() }
        return facts
    }

    mutating func sidecar() throws(Garbled) -> SidecarFacts {
        var facts = SidecarFacts()
        facts.title = try optionalText()
        facts.caption = try optionalText()
        facts.keywords = try texts(atMost: Bounds.keywords)
        facts.rating = try optional { reader throws(Garbled) in try reader.number() }
        facts.location = try optional { reader throws(Garbled) in try reader.place() }
        facts.creationDate = try optional { reader throws(Garbled) in Timestamp(rawValue: try reader.number()) }
        facts.timeZoneOffset = try optional { reader throws(Garbled) in try reader.number() }
        facts.dateLacksZone = try flag()
        facts.dateYields = try flag()
        facts.orientation = try optional { reader throws(Garbled) in try reader.number() }
        facts.cameraMake = try optionalText()
        facts.cameraModel = try optionalText()
        facts.lensModel = try optionalText()
        facts.isFavorite = try mark()
        facts.isHidden = try mark()
        facts.isDateGuessed = try mark()
        return facts
    }

    private mutating func mark() throws(Garbled) -> Bool? {
        try optional { reader throws(Garbled) in try reader.flag() }
    }

    private mutating func flag() throws(Garbled) -> Bool {
        let value: UInt8 = try number()
        guard value <= 1 else { throw Garbled() }
        return value == 1
    }

    private mutating func place() throws(Garbled) -> Location {
        guard let place = Location(latitude: try real(), longitude: try real()) else { throw Garbled() }
        return place
    }

    private mutating func optionalText() throws(Garbled) -> String? {
        try optional { reader throws(Garbled) in try reader.text() }
    }
}
