import FilmgateModel
import Testing

@testable import FilmgatePortal

@Suite("What a dialog's filter accepts")
struct AcceptedMediaTests {
    private func filter(_ rules: [String]) -> DialogFilter {
        DialogFilter("", rules.map { rule -> DialogFilter.Rule in rule.contains("/") ? .mimeType(rule) : .glob(rule) })
    }

    private static let mediaRules: [([String], Set<MediaType>)] = [
        (["*.jpg"], [.image]), (["*.[jJ][pP][gG]", "*.[pP][nN][gG]"], [.image]), (["image/*"], [.image]),
        (["image/png", "image/jpeg"], [.image]), (["video/*", "image/*"], [.image, .video]), (["*.MP4"], [.video]),
        (["*.svg", "*.heic"], [.image]), (["image/jpeg", "video/x-ms-wmv"], [.image]),
        (["image/x-xpixmap", "image/webp", "application/x-navi-animation"], [.image]),
        (["image/png", "application/ico", "text/ico", "image/svg+xml", "text/xml-svg"], [.image]),
    ]

    @Test("pictures and videos, by patterns of every toolkit and by types", arguments: mediaRules)
    func media(_ rules: [String], _ types: Set<MediaType>) {
        #expect(AcceptedMedia(filter(rules))?.mediaTypes == types)
    }

    private static let otherRules: [[String]] = [
        ["*"], ["*.*"], ["*.txt"], ["text/plain"], ["*.jpg", "*.pdf"], ["image/*", "application/pdf"], ["*.svg"],
        ["image/svg+xml"], ["IMG_*.jpg"], ["*.[jp]"], ["*.jp?"], ["*.xcf"], ["*."], [], ["*/*"],
        ["application/octet-stream"],
    ]

    @Test("no other files, no mixed ones, and no formats that no library holds", arguments: otherRules)
    func others(_ rules: [String]) {
        #expect(AcceptedMedia(filter(rules)) == nil)
    }

    @Test("Firefox's list of pictures is one of pictures, and all of them")
    func firefox() throws {
        let endings = [
            "jpe", "jpg", "jpeg", "gif", "png", "bmp", "ico", "svg", "svgz", "tif", "tiff", "ai", "drw", "pct", "psp",
            "xcf",
            "psd", "raw", "webp", "heic",
        ]
        let accepted = try #require(AcceptedMedia(filter(endings.map { "*." + $0 })))
        #expect(accepted.mediaTypes == [.image] && accepted.acceptsAllPictures)
        #expect(AcceptedMedia(filter(["*.jpg", "*.png"]))?.acceptsAllPictures == false)
    }

    @Test("a file is passed on as it is if its ending or its type is accepted, and converted otherwise")
    func formats() throws {
        let heic = ["image/heic", "image/jpeg", "image/png", "image/webp"]
        func format(_ formats: [String], _ name: String?, _ rules: String...) throws -> String? {
            let accepted = try #require(AcceptedMedia(filter(rules)))
            let format = PickedFormat(of: formats, named: name, for: accepted)
            return format.map { "\($0.mimeType) \($0.filename)" }
        }
        #expect(try format(heic, "IMG_1.HEIC", "image/*") == "image/heic IMG_1.HEIC")
        #expect(try format(heic, "IMG_1.HEIC", "*.[hH][eE][iI][cC]", "*.jpg") == "image/heic IMG_1.HEIC")
        #expect(try format(heic, "IMG_1.HEIC", "*.jpeg", "*.png") == "image/jpeg IMG_1.jpeg")
        #expect(try format(heic, "IMG_1.HEIC", "image/jpeg", "image/png") == "image/jpeg IMG_1.jpg")
        #expect(try format(heic, "IMG_1.HEIC", "*.png") == "image/png IMG_1.png")
        #expect(try format(heic, "IMG_1.HEIC", "*.gif") == nil)
        #expect(try format(heic, nil, "*.jpg") == "image/jpeg photo.jpg")
        #expect(try format(heic, ".HEIC", "*.jpg") == "image/jpeg photo.jpg")
        #expect(try format(["image/jpeg"], "a.b.JPEG", "*.jpg", "*.jpeg") == "image/jpeg a.b.JPEG")
        let heif = ["image/heif", "image/jpeg", "image/png", "image/webp"]
        #expect(try format(heif, "IMG_1.HEIC", "image/*") == "image/heif IMG_1.HEIC")
        #expect(try format(heif, "IMG_1.heic", "*.heic", "*.jpg") == "image/heif IMG_1.heic")
        #expect(try format(heif, "IMG_1.png", "image/*") == "image/heif IMG_1.heif")
        #expect(try format(heic, "IMG_1.HIF", "image/*") == "image/heic IMG_1.HIF")
        // Its name says that it is a different format.
        #expect(try format(["image/png", "image/jpeg"], "a.jpg", "*.jpg") == "image/jpeg a.jpg")
        #expect(try format(["video/quicktime", "video/mp4"], "V.MOV", "*.mp4") == "video/mp4 V.mp4")
        #expect(try format(["video/quicktime", "video/mp4"], "V.MOV", "video/*") == "video/quicktime V.MOV")
    }
}
