import FilmgateModel
import Testing

@testable import filmgate_window

@Suite("The list of towns")
struct TownListTests {
    private static let lines = [
        "1\tBudapest\tBudapest\t\t47.49801\t19.03991\tP\tPPLC\tHU", "2\tBudapest XI\t\t\t47.4766\t19.0219\tP\tPPLX\tHU",
        "3\tSuva\tSuva\t\t-18.14161\t178.44149\tP\tPPLC\tFJ", "4\tTaveuni\t\t\t-17.0\t-179.95\tP\tPPL\tFJ",
        "5\tAlert\t\t\t82.5\t-62.3\tP\tPPL\tCA",
    ]
    private let towns = TownList(geoNames: Array(Self.lines.joined(separator: "\n").utf8))

    private func town(_ latitude: Double, _ longitude: Double) throws -> String? {
        towns.nearest(to: try #require(Location(latitude: latitude, longitude: longitude)))
    }

    @Test("finds the nearest town, and no part of one")
    func nearest() throws {
        #expect(try town(47.4766, 19.0219) == "Budapest")
        #expect(try town(47.9, 19.04) == "Budapest")
        #expect(try town(48.0, 19.04) == nil, "more than 50 kilometers away")
    }

    @Test("knows that the earth is round")
    func round() throws {
        #expect(try town(-17.0, 179.95) == "Taveuni")
        #expect(try town(82.5, -64.5) == "Alert", "meridians are near each other")
        #expect(try town(82.5, -58) == nil)
    }

    @Test(
        "leaves out lines that make no sense",
        arguments: [
            "", "\t\t\t\t\t\t\t\t", "1\tX\t\t\tnan\t0\tP\tPPL\t", "1\tX\t\t\t91\t0\tP\tPPL\t",
            "1\tX\t\t\t0\tinf\tP\tPPL\t",
            "1\t\t\t\t0\t0\tP\tPPL\t", "1\tX\t\t\t0\t0\tP\tPPL",
        ])
    func malformed(_ line: String) throws {
        let towns = TownList(geoNames: Array(line.utf8) + [0x0A, 0xFF, 0x00])
        #expect(towns.nearest(to: try #require(Location(latitude: 0, longitude: 0))) == nil)
    }

    @Test("finds towns by the beginnings of their names, the largest first, or by name and country")
    @MainActor func names() throws {
        let lines = [
            "1\tParis\t\t\t48.85341\t2.3488\tP\tPPLC\tFR\t\t\t\t\t\t2138551\t\t42\tEurope/Paris\t2024",
            "2\tParis\t\t\t33.66094\t-95.55551\tP\tPPL\tUS\t\t\t\t\t\t24782\t\t\t\t",
            "3\tParísio\t\t\t1\t2\tP\tPPL\tIT\t\t\t\t\t\t9999999\t\t\t\t",
        ]
        let towns = TownList(geoNames: Array(lines.joined(separator: "\n").utf8))
        #expect(towns.towns(named: "paris", most: 5).map(\.label) == ["Paris, FR", "Paris, US", "Parísio, IT"])
        #expect(towns.towns(named: "Pari", most: 1).map(\.label) == ["Parísio, IT"])
        #expect(towns.town(named: "Paris, us")?.location.longitude == -95.55551)
        #expect(towns.town(named: "PARISIO")?.name == "Parísio")
        #expect(towns.town(named: "Pari") == nil)
        let paris = try #require(Location(latitude: 48.85341, longitude: 2.3488))
        #expect(PlaceEntry.input(" paris ", towns) == .place(paris))
        #expect(PlaceEntry.input("", towns) == .nothing)
        for wrong in ["95, 200", "47.5", "47.5, 19, 2", "Atlantis"] {
            guard case .invalid = PlaceEntry.input(wrong, towns) else {
                Issue.record("\(wrong) is accepted")
                continue
            }
        }
    }
}
