import Testing

@testable import filmgate_window

@Suite("Names of copies that are dragged out of the window")
struct CopyNameTests {
    @Test(
        "are those of the originals; if an edit has made a file of a different type, its extension fits",
        arguments: [
            ("IMG_1.HEIC", "image/heic", "image/heic", "IMG_1.HEIC"),
            ("IMG_1.HEIC", "image/heic", "image/jpeg", "IMG_1.jpg"),
            ("IMG_1.jpeg", "image/jpeg", "image/jpeg", "IMG_1.jpeg"),
            ("a.b.heic", "image/heic", "image/jpeg", "a.b.jpg"), ("IMG_1", "image/heic", "image/jpeg", "IMG_1.jpg"),
            ("IMG_1.HEIC", "image/heic", "image/unknown", "IMG_1.HEIC"),
        ])
    func names(filename: String, original: String, type: String, name: String) {
        #expect(SharedPhotoCopier.copyName(filename, of: original, as: type) == name)
    }
}
