import FilmgateModel
import Foundation
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    @Test("are random UUIDs of version 4")
    func random() {
        var zeros: UInt128 = 0
        var ones: UInt128 = .max
        for _ in 0..<1000 {
            let id = AssetID.random()
            let text = Array(id.description)
            #expect(text[14] == "4" && "89ab".contains(text[19]), "\(id)")
            #expect(AssetID(id.description) == id && AssetID(bytes: id.bytes) == id)
            zeros |= id.uuid
            ones &= id.uuid
        }
        #expect((zeros & ~ones).nonzeroBitCount == 122)
    }

    @Test("are their text in JSON")
    func json() throws {
        let ids = [AssetID.random(), AssetID.random()]
        let bytes = try JSONEncoder().encode(ids)
        #expect(try JSONDecoder().decode([String].self, from: bytes) == ids.map(\.description))
        #expect(try JSONDecoder().decode([AssetID].self, from: bytes) == ids)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([AssetID].self, from: Data(#"["x"]"#.utf8)) }
    }

    @Test("are read in one form only")
    func form() {
        let text = "00112233-4455-6677-8899-aabbccddeeff"
        #expect(AssetID(text)?.description == text)
        #expect(
            AssetID(text)?.bytes == [
                0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF,
            ])
        for other in [text.uppercased(), text + "0", String(text.dropLast()), text.replacing("-", with: ""), ""] {
            #expect(AssetID(other) == nil, "\(other)")
        }
        #expect(AssetID(bytes: [1, 2, 3]) == nil)
    }
}
