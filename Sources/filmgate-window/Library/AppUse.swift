internal import Filmgate
internal import FilmgateGTK
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateText

/// An app that can see a photo, or that opened it.
struct AppUse {
    let client: ClientID
    var canSee = false
    /// When it last opened a file or an image of it.
    var opened: Timestamp?

    /// The most entries of the log that are read.
    private static let mostEntries = 5000

    static func read(of asset: AssetID, from library: PhotoLibrary) async throws -> [AppUse] {
        let administration = library.administration
        var uses: [ClientID: AppUse] = [:]
        for grant in try await administration.grants() where grant.level == .limited || grant.level == .full {
            guard try await administration.explain(grant.client, asset: asset).isVisible else { continue }
            uses[grant.client, default: AppUse(client: grant.client)].canSee = true
        }
        var filter = AccessFilter()
        filter.asset = asset
        filter.outcome = "allowed"
        for record in try await administration.audit(matching: filter, newest: mostEntries)
        where AppHistory.openings.contains(record.operation) {
            guard let client = record.client else { continue }
            uses[client, default: AppUse(client: client)].opened = Timestamp(record.date)
        }
        let own = try await library.clientIdentity().id
        return uses.values.filter { !$0.client.isInstalledBeside(own) }.sorted {
            $0.client.description < $1.client.description
        }
    }

    /// `Can see it · opened on 3 May 2024, 12:00`
    var text: String {
        let sight = canSee ? localized("Can see it") : localized("Cannot see it any more")
        guard let date = opened.flatMap({ DateText.moment($0.rawValue) }) else { return sight }
        return sight + " · " + localized("opened it on {date}", ["date": date])
    }
}

extension ClientID {
    /// Whether it is a program in the same folder, as Filmgate's own programs are.
    fileprivate func isInstalledBeside(_ other: ClientID?) -> Bool {
        guard let other, kind == .exe, other.kind == .exe else { return self == other }
        return name.split(separator: "/").dropLast() == other.name.split(separator: "/").dropLast()
    }
}
