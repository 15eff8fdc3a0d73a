/// TIFFs with a word in unknown tags, in place of a date, in XMP and in Photoshop's resources, and behind the file.
enum PlantedTIFF {
    /// Adds the tags to the first directory, which moves to the end of the file.
    static func tiff(_ plain: [UInt8]) -> [UInt8] {
        let isLittle = plain[0] == UInt8(ascii: "I")
        func number(_ number: Int, _ width: Int) -> [UInt8] { isLittle ? .little(number, width) : .big(number, width) }
        func value(_ bytes: [UInt8], _ offset: Int, _ width: Int) -> Int {
            isLittle ? bytes.little(at: offset, width) : bytes.big(at: offset, width)
        }
        let start = value(plain, 4, 4)
        let count = value(plain, start, 2)
        var bytes = plain + [UInt8](repeating: 0, count: plain.count % 2)
        var entries: [Int: [UInt8]] = [:]
        for index in 0..<count {
            let place = start + 2 + 12 * index
            entries[value(plain, place, 2)] = Array(plain[place..<place + 12])
        }
        let word = PlantedPictures.word
        let resource: [UInt8] = Array("8BIM".utf8) + [4, 0x0A, 0, 0] + .big(8) + word + [0]
        let values: [(tag: Int, type: Int, content: [UInt8])] = [
            (0x0132, 2, word + [0]), (0x02BC, 1, PlantedPictures.packet), (0x8649, 7, resource),
            (0xFFF1, 2, word + [0]), (0xFFF2, 7, word + word), (0xFFF3, 7, Array("PLNT".utf8)),
        ]
        for (tag, type, content) in values {
            let head = number(tag, 2) + number(type, 2) + number(content.count, 4)
            entries[tag] = head + (content.count <= 4 ? content : number(bytes.count, 4))
            if content.count > 4 { bytes += content + [UInt8](repeating: 0, count: content.count % 2) }
        }
        let table = entries.sorted { $0.key < $1.key }.flatMap { $0.value }
        let next = Array(plain[start + 2 + 12 * count..<start + 6 + 12 * count])
        bytes.replaceSubrange(4..<8, with: number(bytes.count, 4))
        return bytes + number(entries.count, 2) + table + next + word
    }
}
