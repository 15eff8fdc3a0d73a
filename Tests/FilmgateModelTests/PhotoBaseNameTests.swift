import FilmgateModel
import Testing

@Suite("Names of files of one photo")
struct PhotoBaseNameTests {
    @Test(
        "have a stem in common",
        arguments: [
            [
                "IMG_1234.HEIC", "IMG_1234.MOV", "IMG_1234.AAE", "IMG_E1234.JPG", "img_1234-edited.jpg",
                "IMG_1234_edited.jpeg",
            ],
            [
                "IMG_0.jpg", "IMG_0-ha editado.jpg", "IMG_0-edytowane.jpg", "IMG_0-editat.jpg",
                "IMG_0-\u{7F16}\u{8F91}.png",
            ],
            ["a-modifi\u{E9}.jpg", "a-modifie\u{301}.jpg", "A.JPG"],
            ["PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng", "PXL_1.RAW-01.MP.COVER.jpg", "PXL_1.jpg"],
            ["PXL_2.MP", "PXL_2.MP.jpg", "PXL_2.MP-edited.jpg", "PXL_2.mp4"],
            ["PXL_3.MP~2", "PXL_3.MP~2.jpg", "PXL_3~2.jpg"],
            ["a(1).jpg", "a-edited(1).jpg", "a(1)-edited.jpg"],
            ["IMG_4120 (1).JPG", "IMG_E4120 (1).JPG"],
        ])
    func same(_ names: [String]) {
        let stems = names.map { PhotoBaseName($0).stem }
        #expect(Set(stems).count == 1, "\(stems)")
    }

    @Test(
        "differ for different photos",
        arguments: [
            ("IMG_1.jpg", "IMG_1(1).jpg"), ("IMG_E12a.JPG", "IMG_12a.JPG"), ("-edited.jpg", ".jpg"),
            ("photo.original.jpg", "photo.jpg"), ("IMG_1-2.jpg", "IMG_1.jpg"), (".mp.jpg", "x.jpg"),
        ])
    func different(_ one: String, _ other: String) {
        #expect(PhotoBaseName(one).stem != PhotoBaseName(other).stem)
    }

    @Test("of edits are known, also by a word that is not, beside the original")
    func edits() {
        func mayEdit(_ edit: String, _ original: String) -> Bool {
            PhotoBaseName(edit).mayEdit(PhotoBaseName(original))
        }
        #expect(PhotoBaseName("a-edited.jpg").isEdit && !PhotoBaseName("a.jpg").isEdit)
        #expect(!PhotoBaseName("PXL_1.RAW-01.COVER.jpg").isEdit)
        #expect(mayEdit("a-edited.jpg", "a.jpg") && mayEdit("a-breytt.jpg", "a.HEIC"))
        #expect(mayEdit("a-breytt(2).jpg", "a(2).jpg") && mayEdit("a-edi.jpg", "a.jpg"))
        #expect(!mayEdit("a-2.jpg", "a.jpg") && !mayEdit("b-edited.jpg", "a.jpg") && !mayEdit("a.jpg", "a-edited.jpg"))
        #expect(!mayEdit("a-breytt.jpg", "a(1).jpg") && !mayEdit("a-edited.jpg", "a-bearbeitet.jpg"))
    }

    @Test("of edits are proven by a known word alone, which long names may have cut")
    func words() {
        func edits(_ edit: String, _ original: String) -> Bool { PhotoBaseName(edit).edits(PhotoBaseName(original)) }
        #expect(edits("a-edited.jpg", "a.jpg") && edits("a-breytt(2).jpg", "a(2).jpg"))
        #expect(!edits("fam-dog.jpg", "fam.jpg") && !edits("a-edi.jpg", "a.jpg"))
        let long = String(repeating: "n", count: 43)
        #expect(edits("\(long)-edi.jpg", "\(long).jpg") && edits("\(long)-edi(1).jpg", "\(long)(1).jpg"))
        #expect(!edits("\(long)-dog.jpg", "\(long).jpg"))
    }

    @Test("lose the number of a copy only if there is one")
    func numbers() {
        for (text, stem, number) in [
            ("a(1)", "a", "(1)"), ("a (12)", "a", " (12)"), ("(1)", "(1)", ""), ("a(b)", "a(b)", ""),
            ("a()", "a()", ""),
        ] {
            let (found, ending) = PhotoBaseName.splitNumber(text)
            #expect(found == stem && ending == number, "\(text)")
        }
    }
}
