import FilmgateModel

extension ContentLimits {
    /// Reads or writes the limits on content. An absent key means no limit. In a reply, a precision that this program
    /// does not know counts as the lowest.
    init<Coder: OptionCoder>(_ value: ContentLimits?, _ options: inout Coder) throws(Coder.Failure) {
        let pixels = try options.field(ContentLimit.maxPixels.rawValue, value.map { $0.maxPixels ?? 0 }) ?? 0
        let precision = try options.field(
            ContentLimit.locationPrecision.rawValue, value?.locationPrecision.rawValue)
        let types = try options.field(ContentLimit.mediaTypes.rawValue, value?.mediaTypes.names)
        self.init(maxPixels: pixels == 0 ? nil : pixels)
        if let precision {
            let known = LocationPrecision(rawValue: precision)
            options.check(
                known != nil, "'location-precision' must be 'exact' or 'town', not '\(quotable(precision))'.")
            locationPrecision = known ?? .town
        }
        if let types {
            let known = types.map(MediaType.init)
            options.check(
                !known.isEmpty && !known.contains(nil), "'media-types' must hold 'image', 'video' or both.")
            mediaTypes = Set(known.compactMap(\.self))
        }
    }
}
