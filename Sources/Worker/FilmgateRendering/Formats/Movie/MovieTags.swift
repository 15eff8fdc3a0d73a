import CFilmgateAV
import FilmgateModel

/// The tags of a movie, under the names of QuickTime, Apple and Android.
struct MovieTags {
    private var words: [String: String] = [:]

    /// - Parameters:
    ///   - texts: strings that libavformat does not find, under the names that libavformat uses.
    ///   - packet: an XMP packet to use if libavformat finds none.
    init(_ movie: Movie, _ texts: [String: String] = [:], packet: [UInt8]? = nil) {
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(movie.context.pointee.metadata, "", entry, AV_DICT_IGNORE_SUFFIX) {
            words[String(cString: next.pointee.key).lowercased()] = String(cString: next.pointee.value)
            entry = next
        }
        words.merge(texts) { found, _ in found }
        if let packet, words["xmp"] == nil { words["xmp"] = String(decoding: packet, as: UTF8.self) }
    }

    func describe(_ facts: inout MediaFacts) {
        let xmp = words["xmp"].map { XMPPacket($0.utf8) }
        facts.take(CaptureDate.best(of: dates, otherwise: [xmp?.takenDate, xmp?.digitizedDate]))
        facts.markGuess(by: xmp)
        facts.location = [location, xmp?.location].compactMap(\.self).first { !$0.isOrigin }
        facts.rating = xmp?.rating
        (facts.isFavorite, facts.isHidden) = (xmp?.isFavorite, xmp?.isHidden)
        facts.contentIdentifier = MetadataText.title(first("content.identifier"))
        facts.cameraMake = MetadataText.title(first("make", "manufacturer"))
        facts.cameraModel = MetadataText.title(first("model"))
        facts.lensModel = MetadataText.title(first("camera.lens_model")) ?? MetadataText.title(xmp?.lens)
        facts.title = MetadataText.title(xmp?.title) ?? MetadataText.title(first("title", "displayname"))
        facts.caption =
            GeneratedCaptionFilter.copied(xmp?.caption)
            ?? GeneratedCaptionFilter.copied(first("description", "comment"))
        facts.altText = MetadataText.title(xmp?.altText)
        let keywords = first("keywords", "ikey")?.split { ",;".contains($0) }.map(String.init) ?? []
        facts.keywords = MetadataText.keywords(flat: (xmp?.keywords ?? []) + keywords, paths: xmp?.keywordPaths ?? [])
    }

    /// Adds the tags that have XMP names to metadata.
    func note(in metadata: inout Metadata) {
        if let xmp = words["xmp"] { metadata.read(xmp: xmp.utf8) }
        for (name, keys) in MovieTags.names {
            for key in keys { if let text = first(key) { metadata.note(name, text) } }
        }
        for keyword in first("keywords", "ikey")?.split(whereSeparator: { ",;".contains($0) }) ?? [] {
            metadata.note("dc:subject", String(keyword))
        }
        if let text = words["com.apple.quicktime.creationdate"],
            let date = ISODate.text(text, zone: String(text.dropFirst(19)))
        {
            metadata.note("exif:DateTimeOriginal", date)
        }
        if let text = words["creation_time"], let date = ISODate.text(text, zone: "Z") {
            metadata.note("xmp:CreateDate", date)
        }
        guard let place = location, let latitude = XMPCoordinate(place.latitude, .latitude),
            let longitude = XMPCoordinate(place.longitude, .longitude)
        else { return }
        metadata.note("exif:GPSLatitude", latitude.text)
        metadata.note("exif:GPSLongitude", longitude.text)
    }

    /// The XMP names, each with the tags of the same meaning.
    private static let names = [
        ("tiff:Make", ["make", "manufacturer"]), ("tiff:Model", ["model"]), ("tiff:Software", ["software"]),
        ("exifEX:LensModel", ["camera.lens_model"]),
        ("exif:FocalLengthIn35mmFilm", ["camera.focal_length.35mm_equivalent"]),
        ("dc:title", ["title", "displayname"]), ("dc:description", ["description"]),
        ("exif:UserComment", ["comment"]), ("dc:creator", ["author", "artist"]), ("dc:rights", ["copyright"]),
        ("xmp:CreatorTool", ["encoder"]), ("photoshop:Instructions", ["information"]),
    ]

    /// Returns the subtype of a slow-motion or time-lapse video. Time lapse is recorded with less than half the playback
    /// rate; Android stores the recorded rate.
    func subtypes(playedAt rate: Double) -> Set<MediaSubtype> {
        let filmed = words["com.android.capture.fps"].flatMap(Double.init) ?? rate
        if filmed >= SlowMotion.leastRate { return [.slowMotion] }
        return filmed > 0 && rate > 0 && filmed < rate / 2 ? [.timeLapse] : []
    }

    private var location: Location? {
        first("location.iso6709", "location", "location-eng").flatMap(MovieTags.location)
    }

    /// The dates, the best first. Apple's date and the `©day` of phones have a zone. The time in the movie header is
    /// UTC; in AVI, it is the local time of the camera. A day without a zone can be the date of publication.
    private var dates: [CaptureDate?] {
        let day = words["date"].flatMap { CaptureDate(iso8601: $0) }
        let header = words["creation_time"].flatMap { CaptureDate(iso8601: $0) }
        return [
            words["com.apple.quicktime.creationdate"].flatMap { CaptureDate(iso8601: $0) },
            day?.zone == nil ? nil : day, header, day,
        ]
    }

    /// Returns the value of the first of these names that has a value. Also tries the names with the prefixes of Apple
    /// and Android.
    private func first(_ names: String...) -> String? {
        for name in names {
            for prefix in ["com.apple.quicktime.", "com.android.", ""] {
                if let value = words[prefix + name] { return value }
            }
        }
        return nil
    }

    /// Parses ISO 6709 in decimal degrees: `+47.4979+019.0402+110.5/`.
    private static func location(_ text: String) -> Location? {
        var numbers: [Substring] = []
        var start = text.startIndex
        for index in text.indices where "+-/".contains(text[index]) {
            if index > start { numbers.append(text[start..<index]) }
            start = index
        }
        if numbers.count < 2, start < text.endIndex { numbers.append(text[start...]) }
        guard numbers.count >= 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1]) else {
            return nil
        }
        return Location(latitude: latitude, longitude: longitude)
    }
}
