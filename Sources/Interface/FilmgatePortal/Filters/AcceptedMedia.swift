import FilmgateModel

/// The pictures and videos that a filter accepts.
struct AcceptedMedia: Hashable, Sendable {
    /// The accepted file name extensions, in lower case and without the dot.
    private(set) var endings: Set<String> = []
    /// The accepted MIME types, which can include `image/*` and `video/*`.
    private(set) var mimeTypes: Set<String> = []
    private(set) var mediaTypes: Set<MediaType> = []

    /// Returns nil if the filter accepts anything other than pictures and videos, or only formats that a library
    /// cannot contain.
    init?(_ filter: DialogFilter) {
        for rule in filter.rules {
            let mediaType: MediaType?
            switch rule {
            case .glob(let pattern):
                guard let ending = Self.ending(of: pattern) else { return nil }
                endings.insert(ending)
                mediaType = FileSuffix.mediaType(ofEnding: ending)
            case .mimeType(let type):
                mimeTypes.insert(type)
                mediaType = FileSuffix.mediaType(ofMIMEType: type)
            }
            guard let mediaType else { return nil }
            mediaTypes.insert(mediaType)
        }
        mediaTypes = mediaTypes.filter(canHold)
        guard !mediaTypes.isEmpty else { return nil }
    }

    /// Whether the filter accepts all common picture formats, so that the app does not depend on one format.
    var acceptsAllPictures: Bool {
        mimeTypes.contains("image/*") || endings.isSuperset(of: ["jpg", "png", "gif", "webp", "bmp"])
    }

    /// Returns whether the filter accepts a file by its MIME type or by the extension of its name.
    func accepts(_ mimeType: String, ending: String?) -> Bool {
        let kind = mimeType.split(separator: "/").first.map { $0 + "/*" } ?? ""
        return mimeTypes.contains(mimeType) || mimeTypes.contains(kind) || ending.map(endings.contains) ?? false
    }

    /// Returns the extension for a file of a MIME type; nil if the filter does not accept the type. Prefers the
    /// extension that the file already has.
    func ending(of mimeType: String, name ending: String?) -> String? {
        if let ending, FileSuffix.fits(ending, mimeType), accepts(mimeType, ending: ending) { return ending }
        let usual = FileExtension.usual(for: mimeType)
        if accepts(mimeType, ending: usual) { return usual ?? ending }
        return FileSuffix.types.filter { $0.value == mimeType && endings.contains($0.key) }.keys.min()
    }

    /// Returns whether the filter accepts a format of this media type that a library can contain.
    private func canHold(_ mediaType: MediaType) -> Bool {
        let stored = FileSuffix.types.filter { FileSuffix.mediaType(ofMIMEType: $0.value) == mediaType }
        return mimeTypes.contains(mediaType == .image ? "image/*" : "video/*")
            || stored.contains { endings.contains($0.key) || mimeTypes.contains($0.value) }
    }

    /// Returns the extension in a pattern such as `*.png` or `*.[jJ][pP][gG]`; nil for any other pattern.
    static func ending(of pattern: String) -> String? {
        guard pattern.hasPrefix("*.") else { return nil }
        var ending = ""
        var rest = pattern.dropFirst(2)
        while let character = rest.popFirst() {
            switch character {
            case "[":
                guard let letter = rest.popFirst(), let other = rest.popFirst(), rest.popFirst() == "]",
                    letter.lowercased() == other.lowercased()
                else { return nil }
                ending += letter.lowercased()
            case "*", "?", "]", "\\", "{": return nil
            default: ending += character.lowercased()
            }
        }
        return ending.isEmpty ? nil : ending
    }
}
