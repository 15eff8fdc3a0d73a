import FilmgateTestKit

extension [UInt8] {
    /// Changes, removes and inserts bytes at random. Few bytes may remain.
    func damaged(_ random: inout SeededRandom) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = Swift.min(bytes.count, place + Int.random(in: 1...16, using: &random))
            let other = UInt8.random(in: .min ... .max, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where place < bytes.count: bytes[place] = other
            case 1 where place < bytes.count: bytes[place] = other < 0x80 ? 0 : 0xFF
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
            default: bytes.insert(other, at: place)
            }
        }
        return bytes
    }
}
