import FilmgateModel
import Testing

@testable import FilmgatePolicy

/// Every answer, to either question, on each of the twenty pairs of statuses.
@Suite("An answer")
struct PromptAnswerTests {
    static let now = Timestamp(rawValue: 1_000)
    static let asset = ObjectID("00000000-0000-4000-8000-000000000001")!
    static let decisions: [PromptAnswer.Decision] = [.allow, .limit([asset]), .limit([]), .deny]
    static let others: [PromptAnswer.Decision] = [.dismiss, .done([]), .picked(PickAnswer([])), .otherFiles]

    @Test(
        "sets the status that was asked about, on every pair of statuses", arguments: StatusPairTests.pairs,
        decisions + others)
    func statuses(_ pair: (AddOnlyStatus, ReadWriteStatus), _ decision: PromptAnswer.Decision) {
        let standing = Grant(addOnly: pair.0, readWrite: pair.1, rights: .location, grantor: .admin)
        let usual = Rights.usual(for: .flatpak)
        for access in AccessLevel.allCases {
            let made = grant(by: PromptAnswer(decision), about: access, on: standing, of: .flatpak, at: Self.now)
            let expected: (AddOnlyStatus, ReadWriteStatus, Rights)? =
                switch (access, decision) {
                // Permission to add does not change the rights of a client that may read already.
                case (.addOnly, .allow):
                    (.authorized, pair.1, standing.readWrite.allowsReading ? .location : usual)
                case (.addOnly, .limit), (_, .dismiss), (_, .done), (_, .picked), (_, .otherFiles): nil
                case (.addOnly, .deny): (.denied, pair.1, .location)
                case (.readWrite, .allow): (.authorized, .authorized, usual)
                case (.readWrite, .limit): (.authorized, .limited, usual)
                case (.readWrite, .deny): (pair.0, .denied, .location)
                }
            #expect(
                made
                    == expected.map { Grant(addOnly: $0.0, readWrite: $0.1, rights: $0.2, grantor: .person) })
        }
    }

    @Test("gives the chosen rights, or else those that are usual for the kind", arguments: ClientKind.allCases)
    func rights(_ kind: ClientKind) {
        for access in AccessLevel.allCases {
            let plain = grant(by: PromptAnswer(.allow), about: access, on: .undetermined, of: kind, at: Self.now)
            #expect(plain?.rights == Rights.usual(for: kind))
            for said in [Rights.all, [], .location] {
                let answer = PromptAnswer(.allow, rights: said)
                #expect(grant(by: answer, about: access, on: .undetermined, of: kind, at: Self.now)?.rights == said)
            }
        }
    }

    @Test("sets the limits of reading, which an answer about adding leaves to a client that reads")
    func limits() {
        let answer = PromptAnswer(.allow, limits: ContentLimits(maxPixels: 512))
        for access in AccessLevel.allCases {
            let made = grant(by: answer, about: access, on: .undetermined, of: .flatpak, at: Self.now)
            #expect(made?.limits.maxPixels == 512)
        }
        let reader = Grant(
            addOnly: .notDetermined, readWrite: .limited, rights: [], limits: ContentLimits(maxPixels: 64),
            grantor: .admin)
        let made = grant(by: PromptAnswer(.allow), about: .addOnly, on: reader, of: .flatpak, at: Self.now)
        #expect(made?.limits.maxPixels == 64 && made?.rights == [])
        let denied = grant(by: PromptAnswer(.deny), about: .readWrite, on: reader, of: .flatpak, at: Self.now)
        #expect(denied?.limits.maxPixels == 64)
    }

    @Test("with the right to manage, but not to write, is invalid")
    func incomplete() {
        let answer = PromptAnswer(.allow, rights: [.captions, .manage])
        #expect(grant(by: answer, about: .readWrite, on: .undetermined, of: .exe, at: Self.now) == nil)
    }

    @Test("with an end in the past is invalid")
    func validity() {
        for (moment, counts) in [
            (Self.now.rawValue - 1, false), (Self.now.rawValue, false), (Self.now.rawValue + 1, true),
        ] {
            for decision in Self.decisions {
                let answer = PromptAnswer(decision, validity: .until(Timestamp(rawValue: moment)))
                let made = grant(by: answer, about: .readWrite, on: .undetermined, of: .flatpak, at: Self.now)
                #expect((made != nil) == counts)
            }
        }
        #expect(
            grant(
                by: PromptAnswer(.allow, validity: .once), about: .addOnly, on: .undetermined, of: .exe, at: Self.now)
                != nil)
    }

    @Test("about a selection adds and removes relative to what was shown")
    func edits() {
        let ids = (1...4).map { ObjectID("00000000-0000-4000-8000-00000000000\($0)")! }
        let edit = SelectionEdit(from: [ids[0], ids[1]], to: [ids[3], ids[1], ids[3], ids[2]])
        #expect(edit.added == [ids[3], ids[2]])
        #expect(edit.removed == [ids[0]])
        #expect(edit.count == 3)
        #expect(SelectionEdit(from: [], to: []).count == 0)
        #expect(SelectionEdit(from: ids, to: []).removed == ids)
    }
}
