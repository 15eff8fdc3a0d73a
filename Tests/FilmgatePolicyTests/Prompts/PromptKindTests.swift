import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("A question")
struct QuestionTests {
    @Test("about an access is that access' own")
    func access() {
        #expect(AccessLevel.allCases.map(PromptKind.init) == [.addOnlyAccess, .readWriteAccess])
    }

    @Test(
        "about an access is open until it is decided, the others as long as they make sense",
        arguments: StatusPairTests.pairs)
    func open(_ addOnly: AddOnlyStatus, _ readWrite: ReadWriteStatus) {
        let expected: [PromptKind: Bool] = [
            .addOnlyAccess: addOnly == .notDetermined, .readWriteAccess: readWrite == .notDetermined,
            .selection: readWrite == .limited, .pick: true,
            .confirm: [.limited, .authorized].contains(readWrite),
        ]
        for kind in PromptKind.allCases {
            #expect(kind.isOpen(addOnly, readWrite) == expected[kind], "\(kind)")
        }
    }

    @Test("has no wait after dismissals if none is configured")
    func noWaits() {
        var limits = PromptLimits()
        #expect((0...5).map(limits.wait(afterDismissals:)) == [60, 60, 300, 1800, 1800, 1800].map { .seconds($0) })
        limits.waits = []
        #expect(limits.wait(afterDismissals: 3) == .zero)
    }
}
