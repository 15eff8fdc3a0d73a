/// Returns the title of a moment: `1 May 2024`, `1–3 May 2024`, `30 April – 2 May 2024`.
public func title(from first: LocalDay, to last: LocalDay) -> String {
    let (from, to) = (first.date, last.date)
    let end = "\(to.day) \(name(ofMonth: to.month)) \(to.year)"
    if first == last { return end }
    if from.year != to.year { return "\(from.day) \(name(ofMonth: from.month)) \(from.year) – \(end)" }
    if from.month != to.month { return "\(from.day) \(name(ofMonth: from.month)) – \(end)" }
    return "\(from.day)–\(end)"
}

private func name(ofMonth month: Int) -> String {
    [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ][month - 1]
}
