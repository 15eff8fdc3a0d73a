import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("A prompt rate limiter")
struct PromptRateLimiterTests {
    private func client(_ number: Int) -> ClientID { ClientID(.exe, "/tmp/program-\(number)")! }

    private func moment(_ seconds: Int) -> MonotonicTime { MonotonicTime(.seconds(seconds)) }

    @Test("forgets made-up clients that were not dismissed after two minutes, however many there were")
    func madeUp() {
        var limiter = PromptRateLimiter(limits: PromptLimits())
        for second in 0..<3_600 {
            for number in 0..<10 {
                limiter.noteAsked(.pick, by: client(second * 10 + number), at: moment(second))
            }
            #expect(limiter.size <= 1_200)
        }
        limiter.noteAsked(.pick, by: client(0), at: moment(3_720))
        limiter.noteAsked(.pick, by: client(0), at: moment(3_780))
        #expect(limiter.size == 2)
    }

    @Test("limits each client within every minute, wherever the minutes begin")
    func anyMinute() {
        let most = PromptLimits().perMinute(.pick)
        for begin in 0..<120 {
            var limiter = PromptRateLimiter(limits: PromptLimits())
            limiter.noteAsked(.pick, by: client(1), at: moment(0))
            for _ in 0..<most { limiter.noteAsked(.pick, by: client(2), at: moment(begin)) }
            limiter.noteAsked(.pick, by: client(1), at: moment(begin + 59))
            #expect(limiter.refusal(of: .pick, by: client(2), at: moment(begin + 59)) == .tooMany)
            #expect(limiter.refusal(of: .pick, by: client(2), at: moment(begin + 60)) == nil)
        }
    }

    @Test("remembers dismissals for a day after the wait, or after the client last asked")
    func dismissals() {
        var limiter = PromptRateLimiter(limits: PromptLimits())
        let day = 86_400
        limiter.noteDismissed(.selection, by: client(1), at: moment(0))
        limiter.noteAsked(.selection, by: client(1), at: moment(day))
        limiter.noteDismissed(.selection, by: client(1), at: moment(2 * day - 1))
        let second = 2 * day - 1
        #expect(limiter.refusal(of: .selection, by: client(1), at: moment(second + 299)) == .tooSoon)
        #expect(limiter.refusal(of: .selection, by: client(1), at: moment(second + 300)) == nil)
        limiter.noteAnswered(.pick, by: client(1))
        #expect(
            limiter.refusal(of: .selection, by: client(1), at: moment(second + 299)) == .tooSoon,
            "an answered picker ends no wait")
        limiter.noteDismissed(.selection, by: client(1), at: moment(second + 300 + day))
        #expect(limiter.refusal(of: .selection, by: client(1), at: moment(second + 300 + day + 60)) == nil)
    }

    @Test("remembers a bounded number of dismissals, and first forgets the client whose wait ends first")
    func most() {
        var limiter = PromptRateLimiter(limits: PromptLimits())
        for number in 0...PromptRateLimiter.mostDismissed {
            limiter.noteDismissed(.selection, by: client(number), at: moment(number / 100))
        }
        #expect(limiter.size == PromptRateLimiter.mostDismissed)
        let last = client(PromptRateLimiter.mostDismissed)
        #expect(limiter.refusal(of: .selection, by: last, at: moment(11)) == .tooSoon)
        limiter.noteDismissed(.selection, by: last, at: moment(20))
        #expect(limiter.size == PromptRateLimiter.mostDismissed, "one that is known needs no room")
    }
}
