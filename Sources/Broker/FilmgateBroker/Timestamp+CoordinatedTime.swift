import FilmgateModel

extension Timestamp {
    /// The time in the form `2026-05-01 14:30:07 UTC`, rounded up to whole seconds.
    var coordinatedTime: String {
        let seconds = -(-rawValue).floorDivided(by: 1_000_000)
        guard let time = CivilTime(secondsSince1970: seconds) else { return "" }
        return "\(time.dateText) \(time.exactClockText) UTC"
    }
}
