import FilmgateModel
import Foundation
import Testing

@testable import Filmgate

@Suite("Values")
struct AssetValueTests {
    @Test(
        "dates keep their microsecond in both directions",
        arguments: [0, 1, -1, 1_714_567_890_123_456, -2_208_988_800_000_001])
    func dates(_ microseconds: Int64) {
        let moment = Timestamp(rawValue: microseconds)
        #expect(Timestamp(Date(moment)) == moment)
    }

    @Test("dates outside the contract's range become the nearest inside")
    func extremeDates() {
        #expect(Timestamp(Date.distantFuture) <= ContractLimits.dates.upperBound)
        #expect(Timestamp(Date(timeIntervalSince1970: .infinity)) == ContractLimits.dates.upperBound)
        #expect(Timestamp(Date(timeIntervalSince1970: -1e300)) == ContractLimits.dates.lowerBound)
        #expect(ContractLimits.dates.contains(Timestamp(Date(timeIntervalSince1970: .nan))))
    }

    @Test("an asset's values are read by name, and one of an unknown type is nil")
    func asset() {
        let asset = Asset(
            id: .random(),
            values: [
                .mediaType: .text("video"), .subtypes: .texts(["slow-motion", "unheard-of"]), .favorite: .flag(true),
                .duration: .seconds(.infinity), .title: .flag(true), .fileSize: .bytes(7),
            ])
        #expect(asset.mediaType == .video)
        #expect(asset.mediaSubtypes == [.slowMotion])
        #expect(asset.isFavorite && !asset.isHidden)
        #expect(asset.duration == nil && asset.title == nil && asset.fileSize == 7)
    }
}
