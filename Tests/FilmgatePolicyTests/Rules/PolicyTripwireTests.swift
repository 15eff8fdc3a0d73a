import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("Tripwires")
struct PolicyTripwireTests {
    @Test(
        "have a number and a period",
        arguments: [
            ("500/1m", TripwireLimit(count: 500, seconds: 60)), ("1/1s", TripwireLimit(count: 1, seconds: 1)),
            ("1000000/24h", TripwireLimit(count: 1_000_000, seconds: 86_400)),
            ("90/90s", TripwireLimit(count: 90, seconds: 90)), ("", nil), ("500", nil), ("/1m", nil), ("0/1m", nil),
            ("1/0m", nil), ("1/25h", nil), ("1000001/1m", nil), ("5/1", nil), ("5/m", nil), ("5/1m/2", nil),
            ("-5/1m", nil), ("5/1d", nil), (" 5/1m", nil), ("5/99999999999m", nil),
        ] as [(String, TripwireLimit?)])
    func text(_ text: String, _ expected: TripwireLimit?) {
        #expect(TripwireLimit(text) == expected)
        if let expected { #expect(TripwireLimit(expected.description) == expected) }
    }

    @Test("count each asset once, and only those of the period")
    func counting() {
        let limit = TripwireLimit(count: 3, seconds: 60)
        let assets = (0..<5).map { _ in AssetID.random() }
        var counter = TripwireCounter()
        func take(_ asset: AssetID, _ second: Int64) -> Bool {
            counter.take(asset, at: second * 1_000_000, within: limit)
        }
        for _ in 0..<10 { for asset in assets[..<3] { #expect(take(asset, 1)) } }
        #expect(!take(assets[3], 59))
        counter = TripwireCounter()
        for (number, asset) in assets.enumerated() { #expect(take(asset, Int64(number) * 21)) }
        #expect(!take(assets[0], 85), "the last three are not a minute old")
    }

    @Test("are unlimited by default, and can be lifted by a later section")
    func rules() throws {
        var rules = ClientRules()
        let place = PolicyFileLocation(file: "a", line: 1)
        #expect(TripwireKind.allCases.allSatisfy { rules.tripwire($0) == nil })
        try rules.set(.tripwireOriginals, to: "500/1m", at: place)
        try rules.set(.tripwireImages, to: "7/2h", at: place)
        #expect(rules.tripwire(.originals) == TripwireLimit(count: 500, seconds: 60))
        #expect(rules.text(of: .tripwireImages) == "7/2h")
        try rules.set(.tripwireOriginals, to: "unlimited", at: place)
        #expect(rules.tripwire(.originals) == nil && rules.text(of: .tripwireOriginals) == "unlimited")
        #expect(throws: InvalidRuleValue.self) { try rules.set(.tripwireImages, to: "many", at: place) }
    }
}
