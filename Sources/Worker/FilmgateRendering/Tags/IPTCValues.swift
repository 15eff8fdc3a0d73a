import CFilmgateIPTC

/// The data sets of an IPTC block, read with libiptcdata, with their XMP names.
struct IPTCValues {
    private var texts: [Int: [String]] = [:]

    init(_ block: [UInt8]) {
        guard let data = iptc_data_new_from_data(block, UInt32(block.count)) else { return }
        defer { iptc_data_unref(data) }
        guard let sets = data.pointee.datasets else { return }
        for index in 0..<Int(data.pointee.count) {
            guard let set = sets[index]?.pointee, set.record == IPTC_RECORD_APP_2, let bytes = set.data else {
                continue
            }
            let text = MetadataText.decode(UnsafeBufferPointer(start: bytes, count: Int(set.size)))
            texts[Int(set.tag.rawValue), default: []].append(text)
        }
    }

    func addTags(to tags: inout TagList) {
        for (set, values) in texts.sorted(by: { $0.key < $1.key }) {
            switch set {
            case 55: addDate("photoshop:DateCreated", values.first, time: texts[60]?.first, &tags)
            case 62: addDate("xmp:CreateDate", values.first, time: texts[63]?.first, &tags)
            default: if let name = IPTCTags.name(of: set) { tags.add(name, list: values) }
            }
        }
    }

    /// Adds a date from strings such as `20240501` and `120000+0200`.
    private func addDate(_ name: String, _ day: String?, time: String?, _ tags: inout TagList) {
        guard let day, day.utf8.count == 8 else { return }
        let (hour, zone) = (time?.prefix(6) ?? "000000", time.flatMap { IPTCBlock.zone(of: $0) })
        guard
            let date = ISODate.text(
                "\(day.prefix(4)):\(day.dropFirst(4).prefix(2)):\(day.dropFirst(6)) "
                    + "\(hour.prefix(2)):\(hour.dropFirst(2).prefix(2)):\(hour.dropFirst(4))", zone: zone)
        else { return }
        tags.add(name, time == nil ? String(date.prefix(10)) : date)
    }
}
