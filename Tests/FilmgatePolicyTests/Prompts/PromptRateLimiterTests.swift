import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("What is remembered of those who ask")
struct PatienceTests {
    private func client(_ number: Int) -> ClientID { ClientID(.exe, "/tmp/program-\(number)")! }

    private func moment(_ seconds: Int) -> Moment { Moment(.seconds(seconds)) }

    @Test("is over after two minutes for made-up names that nobody dismissed, however many there were")
    func madeUp() {
        var patience = PromptRateLimiter(limits: PromptLimits())
        for second in 0..<3_600 {
            for number in 0..<10 {
                patience.noteAsked(.pick, by: client(second * 10 + number), at: moment(second))
            }
            #expect(patience.size <= 1_200)
        }
        patience.noteAsked(.pick, by: client(0), at: moment(3_720))
        patience.noteAsked(.pick, by: client(0), at: moment(3_780))
        #expect(patience.size == 2)
    }

    @Test("keeps each to so many within any minute, wherever the minutes begin")
    func anyMinute() {
        let most = PromptLimits().perMinute(.pick)
        for begin in 0..<120 {
            var patience = PromptRateLimiter(limits: PromptLimits())
            patience.noteAsked(.pick, by: client(1), at: moment(0))
            for _ in 0..<most { patience.noteAsked(.pick, by: client(2), at: moment(begin)) }
            patience.noteAsked(.pick, by: client(1), at: moment(begin + 59))
            #expect(patience.refusal(of: .pick, by: client(2), at: moment(begin + 59)) == .tooMany)
            #expect(patience.refusal(of: .pick, by: client(2), at: moment(begin + 60)) == nil)
        }
    }

    @Test("is how often it was dismissed, for a day after its wait, or after it last asked")
    func dismissals() {
        var patience = PromptRateLimiter(limits: PromptLimits())
        let day = 86_400
        patience.noteDismissed(.selection, by: client(1), at: moment(0))
        patience.noteAsked(.selection, by: client(1), at: moment(day))
        patience.noteDismissed(.selection, by: client(1), at: moment(2 * day - 1))
        let second = 2 * day - 1
        #expect(patience.refusal(of: .selection, by: client(1), at: moment(second + 299)) == .tooSoon)
        #expect(patience.refusal(of: .selection, by: client(1), at: moment(second + 300)) == nil)
        patience.noteDismissed(.selection, by: client(1), at: moment(second + 300 + day))
        #expect(patience.refusal(of: .selection, by: client(1), at: moment(second + 300 + day + 60)) == nil)
    }

    @Test("of dismissals is bounded, and whoever waits for the shortest time is forgotten first")
    func most() {
        var patience = PromptRateLimiter(limits: PromptLimits())
        for number in 0...PromptRateLimiter.mostDismissed {
            patience.noteDismissed(.selection, by: client(number), at: moment(number / 100))
        }
        #expect(patience.size == PromptRateLimiter.mostDismissed)
        let last = client(PromptRateLimiter.mostDismissed)
        #expect(patience.refusal(of: .selection, by: last, at: moment(11)) == .tooSoon)
        patience.noteDismissed(.selection, by: last, at: moment(20))
        #expect(patience.size == PromptRateLimiter.mostDismissed, "one that is known needs no room")
    }
}
