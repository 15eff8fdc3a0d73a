/// An sRGB color profile, version 2, with a word in everything that is not a color.
enum PlantedProfile {
    static let bytes: [UInt8] = {
        let word = Array("PLANTED".utf8)
        let wide = word.flatMap { byte -> [UInt8] in [0, byte] }
        let head: [UInt8] = Array("desc".utf8) + .big(0) + .big(8)
        let description: [UInt8] = head + word + [UInt8](repeating: 0, count: 79)
        let copyright: [UInt8] = Array("text".utf8) + .big(0) + word + [0]
        // A curve of one number, followed by other bytes.
        let gamma: [UInt8] = Array("curv".utf8) + .big(0) + .big(1) + [2, 0x33]
        let curve: [UInt8] = gamma + word + wide
        let dictionary: [UInt8] = Array("dict".utf8) + wide
        let own: [UInt8] = Array("data".utf8) + .big(0, 8) + word
        func color(_ x: Int, _ y: Int, _ z: Int) -> [UInt8] {
            let numbers: [UInt8] = .big(x) + .big(y) + .big(z)
            return Array("XYZ ".utf8) + .big(0) + numbers + word
        }
        let tags: [(String, [UInt8])] = [
            ("desc", description), ("cprt", copyright), ("dmnd", description), ("dmdd", description),
            ("meta", dictionary), ("PLNT", own), ("wtpt", color(62_289, 65_536, 71_372)),
            ("rXYZ", color(28_578, 14_581, 912)), ("gXYZ", color(25_238, 46_982, 6362)),
            ("bXYZ", color(9376, 3972, 46_799)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var (table, data) = ([UInt8].big(tags.count), [UInt8]())
        let start = 128 + 4 + 12 * tags.count
        for (name, value) in tags {
            // Bytes between the tags, too.
            data += word + [0]
            table += Array(name.utf8) + .big(start + data.count) + .big(value.count)
            data += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
        }
        let size = start + data.count
        let date: [UInt8] = [7, 0xE8, 0, 5, 0, 1, 0, 12, 0, 0, 0, 0]
        let maker = Array("PLNT".utf8)
        let illuminant: [UInt8] = .big(0xF6D6) + .big(0x10000) + .big(0xD32D)
        let kind: [UInt8] = [2, 0x40, 0, 0] + Array("mntrRGB XYZ ".utf8)
        let first: [UInt8] = .big(size) + maker + kind + date
        let device: [UInt8] = .big(0) + maker + maker + .big(0, 8)
        let second: [UInt8] = Array("acsp".utf8) + maker + device + .big(0) + illuminant
        let third: [UInt8] = maker + Array("PLANTEDPLANTED".utf8) + [UInt8](repeating: 0, count: 30)
        return first + second + third + table + data
    }()
}
