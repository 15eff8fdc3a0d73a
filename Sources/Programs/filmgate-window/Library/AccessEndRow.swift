import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePolicy
import FilmgatePrompts
import FilmgateText
import FoundationEssentials

/// The row of an app's page that shows and changes the end of the app's access.
final class AccessEndRow {
    /// The time at which an access ends.
    enum AccessEnd: Hashable {
        case never, withApp, afterDay
        case at(Date)

        /// - Parameter grant: the grant. If it is nil or undecided, access that the person grants then does not end.
        init(_ grant: ClientGrant?) {
            self = grant?.isOnce == true ? .withApp : grant?.expires.map { .at($0) } ?? .never
        }

        var text: String {
            let words =
                switch self {
                case .never: PromptForm.text(of: .lasting)
                case .withApp: PromptForm.text(of: .once)
                case .afterDay: PromptForm.text(of: .seconds(86_400))
                case .at(let date):
                    localized("until {date}", ["date": DateText.moment(Timestamp(date).rawValue) ?? ""])
                }
            return Text.capitalized(words)
        }

        /// - Parameter now: the time of the person's decision.
        func date(from now: Date) -> Date? {
            switch self {
            case .never, .withApp: nil
            case .afterDay: now + 86_400
            case .at(let date): date
            }
        }
    }

    private let row: Chooser
    private var ends: [AccessEnd] = []

    /// - Parameter changed: called when the person chooses another end.
    init(_ builder: Builder, changed: @escaping () -> Void) {
        row = Chooser(in: builder, "how-long")
        row.onSelected(changed)
        reset()
    }

    /// The end that is chosen.
    var end: AccessEnd { ends.indices.contains(row.selected) ? ends[row.selected] : .never }

    /// Resets the choice that the person made for another app.
    func reset() { show([.never], selected: .never) }

    /// - Parameter isConnected: whether the app runs, so that its access can end with it.
    func show(_ grant: ClientGrant?, isConnected: Bool) {
        let isDecided = grant?.isDecided == true
        // Before there is a level, the person can choose when the access will end.
        let selected = isDecided ? AccessEnd(grant) : end
        var ends: [AccessEnd] = [.never]
        if isConnected || selected == .withApp { ends.append(.withApp) }
        ends.append(.afterDay)
        if case .at = selected { ends.append(selected) }
        show(ends, selected: selected)
        let level = grant?.level ?? .undetermined
        row.isVisible = grant?.pause == nil && level != .restricted && level != .none
        // A program's grant for one time belongs to one of its connections, but a decision here would also apply to its
        // other connections.
        row.isSensitive = grant.map { $0.isOnce && !$0.client.kind.isVerified } != true
    }

    private func show(_ ends: [AccessEnd], selected: AccessEnd) {
        // New items would close the list that the person may have opened.
        if ends != self.ends {
            self.ends = ends
            row.setItems(ends.map(\.text))
        }
        row.selected = ends.firstIndex(of: selected) ?? 0
    }
}
