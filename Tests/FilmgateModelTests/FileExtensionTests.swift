import Testing

@testable import FilmgateModel

@Suite("Extensions of file names")
struct FileExtensionTests {
    @Test("each format that a library accepts has a usual extension, and each extension one format")
    func formats() {
        for type in MediaFacts.mimeTypes where type != "image/x-raw" {
            let usual = FileExtension.usual(for: type)
            #expect(usual.flatMap { FileExtension.mimeTypes[$0] } == type)
        }
        #expect(FileExtension.usual(for: "image/x-raw") == nil && FileExtension.usual(for: "text/plain") == nil)
    }

    @Test("an extension says what a file is said to be: a picture, a RAW file or a video")
    func kinds() {
        #expect(FileExtension.mediaType(of: "jpeg") == .image && !FileExtension.isRaw("jpeg"))
        #expect(
            FileExtension.mediaType(of: "rwl") == .image && FileExtension.isRaw("rwl") && FileExtension.isRaw("dng"))
        #expect(FileExtension.mediaType(of: "m2ts") == .video && !FileExtension.isRaw("m2ts"))
        #expect(FileExtension.mediaType(of: "txt") == nil && FileExtension.mediaType(of: "JPG") == nil)
    }
}
