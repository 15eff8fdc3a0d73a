import CFilmgateIPTC
import FilmgateModel

/// An IPTC block, which is read with libiptcdata.
struct IPTCBlock {
    var title: String?
    var caption: String?
    var keywords: [String] = []
    var date: CaptureDate?
    var digitizedDate: CaptureDate?
    /// The time of creation, on January 1, 1970, if the block contains a time but no date.
    var time: CaptureDate?

    /// Returns the IPTC block in a JPEG's APP13 segment; nil if there is none.
    static func data(inSegment segment: [UInt8]) -> ArraySlice<UInt8>? {
        var length: UInt32 = 0
        let start = iptc_jpeg_ps3_find_iptc(segment, UInt32(segment.count), &length)
        guard start > 0, Int(start) + Int(length) <= segment.count else { return nil }
        return segment[Int(start)..<Int(start) + Int(length)]
    }

    init?(_ bytes: some Collection<UInt8>) {
        let block = Array(bytes)
        guard let data = iptc_data_new_from_data(block, UInt32(block.count)) else { return nil }
        defer { iptc_data_unref(data) }
        title = texts(data, IPTC_TAG_OBJECT_NAME).first
        caption = texts(data, IPTC_TAG_CAPTION).first
        keywords = texts(data, IPTC_TAG_KEYWORDS)
        let clock = texts(data, IPTC_TAG_TIME_CREATED).first.flatMap { IPTCBlock.clock($0) }
        date = IPTCBlock.date(texts(data, IPTC_TAG_DATE_CREATED).first, clock)
        if date == nil { time = clock }
        digitizedDate = IPTCBlock.date(
            texts(data, IPTC_TAG_DIGITAL_CREATION_DATE).first,
            texts(data, IPTC_TAG_DIGITAL_CREATION_TIME).first.flatMap { IPTCBlock.clock($0) })
    }

    private static func date(_ day: String?, _ clock: CaptureDate?) -> CaptureDate? {
        var date = day.flatMap { CaptureDate(iso8601: $0) }
        if date?.precision == .day, let clock { date?.add(clock) }
        return date
    }

    /// Returns the zone of a time such as `120000+0200`; nil for `+0000`, which programs write for an unknown zone.
    static func zone(of time: String) -> String? {
        let zone = String(time.dropFirst(6))
        return CaptureDate.seconds(ofZone: zone) == 0 ? nil : zone
    }

    private static func clock(_ text: String) -> CaptureDate? {
        var time = CaptureDate(iso8601: "1970-01-01T\(text.prefix(6))")
        time?.zone = zone(of: text).flatMap(CaptureDate.seconds(ofZone:))
        return time?.withoutOddZone
    }
}

private func texts(_ data: UnsafeMutablePointer<IptcData>, _ tag: IptcTag) -> [String] {
    var found: [String] = []
    var previous: UnsafeMutablePointer<IptcDataSet>?
    while found.count < ContractLimits.keywords,
        let next = iptc_data_get_next_dataset(data, previous, IPTC_RECORD_APP_2, tag)
    {
        if let bytes = next.pointee.data {
            found.append(MetadataText.decode(UnsafeBufferPointer(start: bytes, count: Int(next.pointee.size))))
        }
        if let previous { iptc_dataset_unref(previous) }
        previous = next
    }
    if let previous { iptc_dataset_unref(previous) }
    return found
}
