internal import CFilmgateIPTC
internal import FilmgateModel

/// Reads an IPTC block, by libiptcdata.
struct IPTCBlock {
    var title: String?
    var caption: String?
    var keywords: [String] = []
    var date: CaptureDate?

    /// Returns the block in JPEG's APP13 segment, which wraps it.
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
        if let day = texts(data, IPTC_TAG_DATE_CREATED).first {
            date = IPTCBlock.date(day, texts(data, IPTC_TAG_TIME_CREATED).first)
        }
    }

    /// `20240501` and `120000+0200`.
    private static func date(_ day: String, _ time: String?) -> CaptureDate? {
        let time = time ?? "000000"
        let digits = Array(day.prefix(8) + time.prefix(6)).map { $0.wholeNumberValue ?? -1 }
        guard digits.count == 14, !digits.contains(-1) else { return nil }
        func number(_ range: Range<Int>) -> Int64 { digits[range].reduce(0) { $0 * 10 + Int64($1) } }
        var date = CaptureDate(
            year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(8..<10),
            minute: number(10..<12), second: number(12..<14))
        date?.zone = CaptureDate.seconds(ofZone: String(time.dropFirst(6)))
        return date
    }
}

private func texts(_ data: UnsafeMutablePointer<IptcData>, _ tag: IptcTag) -> [String] {
    var found: [String] = []
    var previous: UnsafeMutablePointer<IptcDataSet>?
    while found.count < Bounds.keywords, let next = iptc_data_get_next_dataset(data, previous, IPTC_RECORD_APP_2, tag) {
        if let bytes = next.pointee.data {
            found.append(MetadataText.decode(UnsafeBufferPointer(start: bytes, count: Int(next.pointee.size))))
        }
        if let previous { iptc_dataset_unref(previous) }
        previous = next
    }
    if let previous { iptc_dataset_unref(previous) }
    return found
}
