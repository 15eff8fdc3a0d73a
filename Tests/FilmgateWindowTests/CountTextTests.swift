import FilmgateModel
import FilmgatePrompts
import Testing

@testable import filmgate_window

@Suite("The number of photos and videos in words")
struct CountTextTests {
    private let photo = ListedAsset(id: AssetID(uuid: 1))
    private let videos = (2...3).map { ListedAsset(id: AssetID(uuid: UInt128($0)), duration: 6) }

    @Test("names the kinds if they are known, and else only the number")
    func kinds() {
        #expect(CountText.text(of: [photo] + videos) == "1 photo, 2 videos")
        #expect(CountText.text(of: videos) == "2 videos")
        #expect(CountText.text(photos: 12, videos: 0) == "12 photos")
        #expect(CountText.text(of: []) == "0 items")
        #expect(CountText.text(1) == "1 item")
        #expect(CountText.text(15) == "15 items")
    }

    @Test("counts the videos among chosen photos")
    func chosen() {
        let all = Set(videos.map(\.id))
        #expect(CountText.text(of: [photo.id, videos[0].id], videos: all) == "1 photo, 1 video")
        #expect(CountText.text(of: [photo.id], videos: all) == "1 photo")
    }
}
