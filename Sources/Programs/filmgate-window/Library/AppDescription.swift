import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePolicy
import FilmgateText
import FoundationEssentials

/// The name, the icon and the identity that the window shows for an app.
struct AppDescription {
    /// The name of the app as one line of text, shortened.
    let name: String
    /// The name of the app's icon in the icon theme.
    let icon: String?
    let identifier: String
    /// The identifier, with a note that says whether it is verified.
    let identity: String
    /// Whether the app has a desktop file; false for snaps, executables and system programs, whose files are not read.
    let isInstalled: Bool

    init(_ client: ClientID) {
        let installed =
            switch client.kind {
            case .flatpak, .app: InstalledApp(id: client.name)
            case .snap, .exe, .system: InstalledApp?.none
            }
        // The name of an executable is the last component of its path. The identifier contains the whole path.
        let file = client.kind == .exe ? client.name.split(separator: "/").last.map(String.init) : client.name
        name = Text.shortened(
            Text.singleLine(installed?.name) ?? Text.visibleIdentity(file ?? client.description), to: 60)
        icon = installed?.icon
        isInstalled = installed != nil
        identifier = Text.shortenedInside(Text.visibleIdentity(client.description), to: 120)
        identity =
            client.kind.isVerified
            ? localized("{identifier}, verified", ["identifier": identifier])
            : localized("{identifier}, not verified", ["identifier": identifier])
    }

    /// Describes a paused app. Without an end date, Filmgate has paused the app, because it took many photos at once.
    private static func paused(until end: Date?) -> String {
        guard let end else { return localized("Paused: it took many photos at once") }
        return localized("Paused until {date}", ["date": DateText.moment(Timestamp(end).rawValue) ?? ""])
    }

    /// Returns the explanation that the page of a paused app shows.
    static func sentence(of grant: ClientGrant) -> String {
        guard let end = grant.pausedUntil else {
            return localized(
                "Filmgate paused this app, because it took more photos within a short time than is allowed. It sees no photos until you decide."
            )
        }
        return localized(
            "You paused this app. It sees no photos and cannot ask you anything until {date}.",
            ["date": DateText.moment(Timestamp(end).rawValue) ?? ""])
    }

    /// Describes the access of an app, the number of picked photos that it can open again, and whether it is muted.
    static func summary(of grant: ClientGrant?) -> String {
        let kept = Int(grant?.keptItemCount ?? 0)
        return text(of: grant)
            + (kept > 0 ? " · " + counted("Can open {n} pick again", "Can open {n} picks again", kept) : "")
            + (grant?.isMuted == true ? " · " + localized("Muted") : "")
    }

    /// Describes the access of an app.
    static func text(of grant: ClientGrant?) -> String {
        guard let grant else { return text(of: .undetermined) }
        guard grant.pause == nil else { return paused(until: grant.pausedUntil) }
        if grant.level == .undetermined, grant.isDecided { return localized("Not allowed to see photos") }
        guard grant.level == .limited else { return text(of: grant.level) }
        let selection = SelectionText.text(photos: grant.selectionCount, albums: grant.selectedAlbums)
        return grant.selectionCount == 0 && grant.selectedAlbums == 0
            ? Text.capitalized(selection) : localized("Selected: {photos}", ["photos": selection])
    }

    /// Describes the access at a level.
    static func text(of level: Level) -> String {
        switch level {
        case .undetermined: localized("Not decided")
        case .none: localized("No access")
        case .addOnly: localized("Adding photos, seeing none")
        case .limited: localized("Selected photos")
        case .full: localized("All photos")
        case .restricted: localized("Restricted by the administrator")
        }
    }
}
