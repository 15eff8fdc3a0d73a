import Filmgate
import FilmgateLibraryTools
import FilmgateText
import FoundationEssentials

extension Command {
    private static let time = Option(
        "for", value: .one("TIME"),
        "How long: 90m, 2h, 7d or 2w; or until a date, such as 2030-12-31T18:00 (default: 1d)")

    static let pauseGrant = Command(
        "grants", "pause", summary: "Pause the access of an app for a time",
        details: [
            "Until then the app sees no photos, and may ask you nothing. Then it has the same access again. A pause that ends later stays as it is. 'grants set' ends a pause at once."
        ],
        operands: [.client], options: [time, .user],
        examples: [Example("grants pause flatpak:org.example.Chat --for 1d", "Let an app see nothing for a day.")]
    ) { invocation in
        let now = TimeText.now
        let end = try invocation.value(time, expected: localized("a time such as 2h or a date such as 2030-12-31")) {
            TimeText.future($0, after: now)
        }
        let (library, client) = try await invocation.namedClient()
        try await library.administration.pause(client, until: Date(end ?? now.advanced(bySeconds: 86_400)))
        let grant = try await library.administration.grants(of: client).first
        let sentence =
            grant?.pausedUntil.map {
                localized(
                    "{client} is paused until {date}.",
                    ["client": "\(client)", "date": TimeText.local(Timestamp($0))])
            } ?? localized("{client} is paused.", ["client": "\(client)"])
        return try invocation.writeResult(sentence, "paused", 1)
    }
}
