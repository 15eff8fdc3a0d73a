import Filmgate
public import FilmgateModel
import FoundationEssentials

/// One interpretation of a search: words to find as text, and terms with a meaning. All of them must match.
public struct SearchInterpretation: Hashable, Sendable {
    public private(set) var words: [String] = []
    public private(set) var terms: [SearchTerm] = []

    func adding(words: [String]) -> SearchInterpretation {
        var reading = self
        reading.words += words
        return reading
    }

    func adding(terms: [SearchTerm]) -> SearchInterpretation {
        var reading = self
        reading.terms += terms
        return reading
    }

    public var years: [Int] { terms.compactMap { if case .year(let year) = $0 { year } else { nil } } }
    public var months: [Int] { terms.compactMap { if case .month(let month) = $0 { month } else { nil } } }
    public var days: [Int] { terms.compactMap { if case .day(let day) = $0 { day } else { nil } } }
    public var kinds: [SearchKind] { terms.compactMap { if case .kind(let kind) = $0 { kind } else { nil } } }

    /// Whether the search contains dates, so that the caller must check the results with `contains`.
    public var hasDate: Bool { !years.isEmpty || !months.isEmpty || !days.isEmpty }

    /// Returns whether the local day on which an asset was taken matches the search.
    public func contains(_ date: Timestamp?, clockOffset: Int32?) -> Bool {
        guard hasDate else { return true }
        guard let date,
            let day = CivilTime(
                secondsSince1970: date.rawValue.floorDivided(by: 1_000_000), offset: Int(clockOffset ?? 0))?.date
        else { return false }
        return [(years, day.year), (months, day.month), (days, day.day)].allSatisfy { wanted, value in
            wanted.isEmpty || wanted.contains(value)
        }
    }

    /// Adds the words and terms to a request. The broker compares points in time, so the result can contain assets from
    /// the day before or after. The caller must remove assets that `contains` rejects.
    ///
    /// - Parameter known: the years that have photos.
    func request(from request: FetchRequest<Asset>, in known: [Int]) -> FetchRequest<Asset> {
        var request = words.isEmpty ? request : request.matching(words.joined(separator: " "))
        for term in terms {
            switch term {
            case .year, .month, .day: continue
            case .kind(let kind): request = kind.restricting(request)
            case .device(let cameras, let lenses): request = request.where(Self.condition(cameras, lenses))
            }
        }
        return dates(in: known).map { request.where($0) } ?? request
    }

    /// The maximum number of cameras, and of lenses. It keeps a condition below the limit of 256 values.
    private static let mostNames = 30
    private static let mostRanges = 60

    private static func condition(_ cameras: [String], _ lenses: [String]) -> QueryCondition<AssetFields> {
        let fields = AssetFields()
        let ofCamera = fields.camera.in(Array(cameras.prefix(mostNames)))
        return lenses.isEmpty ? ofCamera : ofCamera || fields.lens.in(Array(lenses.prefix(mostNames)))
    }

    /// Returns the condition for all points in time that have these dates in any time zone; nil if the search contains
    /// no dates, or too many.
    private func dates(in known: [Int]) -> QueryCondition<AssetFields>? {
        let years = years.isEmpty ? known : years
        guard hasDate, !years.isEmpty, years.count <= Self.mostRanges else { return nil }
        let ranges = Set(years).sorted().flatMap { (year: Int) -> [ClosedRange<Date>?] in
            months.isEmpty ? [Self.range(year, 1...12)] : Set(months).sorted().map { Self.range(year, $0...$0) }
        }
        guard ranges.count <= Self.mostRanges else { return nil }
        return ranges.compactMap(\.self).map { AssetFields().creationDate.between($0) }.reduce(nil) { all, range in
            all.map { $0 || range } ?? range
        }
    }

    /// Returns a range of months, extended by one day at both ends.
    private static func range(_ year: Int, _ months: ClosedRange<Int>) -> ClosedRange<Date>? {
        guard let start = CivilDate(year: year, month: months.lowerBound, day: 1) else { return nil }
        let month = months.upperBound
        guard let end = CivilDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1) else {
            return nil
        }
        func moment(_ days: Int32) -> Date { Date(timeIntervalSince1970: Double(days) * 86_400) }
        return moment(start.days - 1)...moment(end.days + 1)
    }
}
