internal import FilmgateModel

extension Timestamp {
    /// The time in the form `2026-05-01 14:30:07 UTC`, rounded up to whole seconds.
    var coordinatedTime: String {
        let seconds = -(-rawValue).floorDivided(by: 1_000_000)
        let days = seconds.floorDivided(by: 86_400)
        let (date, clock) = (CivilDate(days: Int32(clamping: days)), seconds - days * 86_400)
        func digits(_ number: some BinaryInteger) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date.year)-\(digits(date.month))-\(digits(date.day)) "
            + "\(digits(clock / 3600)):\(digits(clock / 60 % 60)):\(digits(clock % 60)) UTC"
    }
}
