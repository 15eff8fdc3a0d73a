import FilmgateModel
import Testing

@Suite("File names of photos in a burst")
struct BurstNameTests {
    @Test(
        "have a part that is the same for the whole burst, and mark its cover",
        arguments: [
            ("00000IMG_00000_BURST20190101120000123_COVER.jpg", "BURST20190101120000123", true),
            ("00001IMG_00001_BURST20190101120000123.jpg", "BURST20190101120000123", false),
            ("00002img_00002_burst20190101120000.JPG", "BURST20190101120000", false),
            ("00100sPORTRAIT_BURST20190509154733123_COVER.jpg", "BURST20190509154733123", true),
            ("IMG_20190101_120000_BURST001_COVER.jpg", "IMG_20190101_120000_BURST", true),
            ("IMG_20190101_120000_BURST12.jpg", "IMG_20190101_120000_BURST", false),
            ("IMG_20190101_120000531_BURST000_COVER_TOP.jpg", "IMG_20190101_120000531_BURST", true),
            ("IMG_20190101_120000531_BURST003_TOP.jpg", "IMG_20190101_120000531_BURST", false),
        ])
    func names(_ name: String, _ burst: String, _ isPicked: Bool) {
        #expect(BurstFileNameParser.burst(of: name) == burst)
        #expect(BurstFileNameParser.isPicked(name) == isPicked)
    }

    @Test(
        "are not what only resembles them",
        arguments: [
            "IMG_20190101_120000.jpg", "20190101_120000_001.jpg", "IMG_1_burst2_cover.JPEG", "BURST20190101120000.jpg",
            "IMG_20190101_120000_BURST001_COVER (1).jpg", "IMG_20190101_120000_BURST001~2.jpg", "discover.jpg",
            "00001IMG_00001_BURST20190101.jpg", "IMG_20190101_120000_BURST\u{661}.jpg", "_BURST", "",
        ])
    func others(_ name: String) {
        #expect(BurstFileNameParser.burst(of: name) == nil)
    }
}
