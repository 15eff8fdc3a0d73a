import FilmgateModel
import Testing

@testable import filmgate_window

@Suite("Files and exposures in the units of people")
struct MediaTextTests {
    private func exposure(_ tags: (String, String)...) -> String {
        MediaText.exposure(FileMetadata(tags.map { FileMetadata.Tag($0.0, $0.1) }))
    }

    @Test("an exposure is said as photographers do")
    func exposures() {
        #expect(
            exposure(
                ("exif:FocalLength", "50/1"), ("exif:FNumber", "28/10"), ("exif:ExposureTime", "1/200"),
                ("exifEX:PhotographicSensitivity", "100")) == "1/200 s · f/2.8 · ISO 100 · 50 mm")
        #expect(exposure(("exif:ExposureTime", "10/3000")) == "1/300 s")
        #expect(exposure(("exif:ExposureTime", "5/2"), ("exif:FNumber", "8")) == "2.5 s · f/8")
        #expect(exposure(("exif:ExposureTime", "30/1")) == "30 s")
    }

    @Test(
        "an exposure that no camera has is not shown",
        arguments: ["", "0", "1/0", "0/0", "-1/3", "nan", "x/y", "1e99"])
    func nonsense(_ text: String) {
        #expect(exposure(("exif:ExposureTime", text), ("exif:FNumber", text)).isEmpty)
    }

    @Test("a kind of files has the name that people know")
    func kinds() {
        #expect(MediaText.kind("image/jpeg") == "JPEG")
        #expect(MediaText.kind("image/x-canon-cr2") == "CR2")
        #expect(MediaText.kind("image/heic") == "HEIC")
        #expect(MediaText.kind("video/quicktime") == "QuickTime")
    }

    @Test("a size is said in megapixels")
    func sizes() {
        #expect(MediaText.megapixels(width: 3264, height: 2448) == "8.0 megapixels")
        #expect(MediaText.megapixels(width: 6000, height: 4000) == "24 megapixels")
    }
}
