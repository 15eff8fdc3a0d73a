import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum AdjustDatesOption {
    static let difference = Option(
        "difference", value: .one("DIFFERENCE"),
        "How late the clock was: +1:30, -1:00 or -2d 03:00 (days, hours, minutes)")
    static let right = Option(
        "right-time", value: .one("DATE"),
        "When the first asset was really taken: the first that is named, or the earliest that a condition finds")
    static let zone = Option(
        "time-zone", value: .one("OFFSET"),
        "The time zone in which they were taken, such as +02:00. What the clock showed stays, and the moment changes")
    static let keepMoments = Option(
        "keep-moments", "With --time-zone: the moments stay, and what the clock shows changes")
    static let dryRun = Option("dry-run", "Show the first and the last date, and change nothing")

    static let all = [difference, right, zone, keepMoments, dryRun]
}

extension Command {
    static let adjustDates = Command(
        "assets", "adjust-dates", summary: "Correct the dates of assets whose camera had a wrong clock",
        details: [
            "Adds a difference to all dates, which can also be that between the date of the first asset and its right time, or sets their time zone. Shows the first and the last date before and after. Assets without a date stay as they are."
        ],
        operands: [AssetChoice.operand], options: AdjustDatesOption.all + AssetChoice.options + [AssetChoice.words],
        examples: [
            Example(
                "assets adjust-dates --where \"camera contains 'canon'\" --difference -1:00",
                "The clock of this camera was an hour fast."),
            Example(
                "assets adjust-dates ID --right-time 2024-05-01T14:30 --dry-run",
                "What would change if this photo was taken then?"),
            Example(
                "assets adjust-dates --album Travel/Summer --time-zone +09:00 --keep-moments",
                "The camera showed the time at home."),
        ]
    ) { invocation in
        let (difference, right, zone) = (AdjustDatesOption.difference, AdjustDatesOption.right, AdjustDatesOption.zone)
        try invocation.exclude(difference, right, zone)
        try invocation.exclude(difference, AdjustDatesOption.keepMoments)
        try invocation.exclude(right, AdjustDatesOption.keepMoments)
        let seconds = try invocation.value(
            difference, expected: localized("a difference such as +1:30"), TimeDifference.seconds)
        let offset = try invocation.value(zone, expected: localized("an offset such as +02:00"), TimeText.offset)
        let nothing = localized("There is nothing to adjust. Give '--difference', '--right-time' or '--time-zone'.")
        guard seconds != nil || offset != nil || invocation.text(right) != nil else {
            throw invocation.usage(nothing)
        }
        let choice = try AssetChoice(invocation, operands: invocation.operands)
        let library = try await invocation.library()
        let photos = try await dated(choice.assets(in: library), in: library, invocation)
        // With a condition, which returns the newest photos first, `--right-time` is for the earliest photo.
        let earliest = photos.min { $0.date < $1.date }
        guard let first = choice.isCondition ? earliest : photos.first else {
            throw CommandFailure(.noInput, localized("None of these assets has a date."))
        }
        let adjustment: DateAdjustment
        if let seconds {
            adjustment = .difference(seconds)
        } else if let offset {
            adjustment = invocation.has(AdjustDatesOption.keepMoments) ? .zoneKeepingMoments(offset) : .zone(offset)
        } else {
            let clock = first.clockOffset.map { CivilTime.Zone.offset(Int($0)) } ?? .local
            let date = try invocation.value(right, expected: localized("a date such as 2024-05-01T14:30")) {
                TimeText.parse($0, in: clock)
            }
            guard let date else { throw invocation.usage(nothing) }
            adjustment = .right(date, of: first)
        }
        guard let adjusted = AdjustedDates(photos, by: adjustment) else {
            throw invocation.usage(localized("The calendar does not have one of the new dates."))
        }
        for end in adjusted.ends { invocation.note(line(end)) }
        let isDry = invocation.has(AdjustDatesOption.dryRun)
        if !isDry {
            let display = invocation.progress(localized("Editing"), quiet: invocation.writesJSON)
            var done = 0
            for batch in adjusted.batches {
                try await library.perform(batch.request)
                try await library.correctClocks(of: batch.clocks)
                done += batch.request.count
                if adjusted.photos.count > done { await display.show(done: done, total: adjusted.photos.count) }
            }
            await display.finish()
        }
        let sentence =
            isDry
            ? counted("Would adjust {n} date.", "Would adjust {n} dates.", photos.count)
            : counted("Adjusted {n} date.", "Adjusted {n} dates.", photos.count)
        return try invocation.writeResult(sentence, isDry ? "would-adjust" : "adjusted", photos.count)
    }

    /// Returns the assets that have dates, in the given order.
    private static func dated(
        _ ids: [AssetID], in library: PhotoLibrary, _ invocation: Invocation
    ) async throws -> [DatedPhoto] {
        let assets = try await library.assets(withIdentifiers: ids, reading: DatedPhoto.properties)
        return assets.compactMap { DatedPhoto($0) }
    }

    private static func line(_ end: (before: DatedPhoto, after: DatedPhoto)) -> String {
        func text(_ photo: DatedPhoto) -> String { TimeText.local(photo.date, offset: photo.clockOffset) }
        return localized("{before} → {after}", ["before": text(end.before), "after": text(end.after)])
    }
}
