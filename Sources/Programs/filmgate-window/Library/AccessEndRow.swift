import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePolicy
import FilmgatePrompts
import FilmgateText
import FoundationEssentials

/// The row of an app's page that shows and changes the end of the app's access.
final class AccessEndRow {
    /// The time at which the app's access ends.
    enum AccessExpiry: Hashable {
        case never, withApp, afterDay
        case at(Date)

        /// - Parameter grant: the app's grant; nil if the app has no grant.
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

    private let row: DropDown
    private var ends: [AccessExpiry] = []

    /// - Parameter changed: called when the person chooses a different end.
    init(_ builder: Builder, changed: @escaping () -> Void) {
        row = DropDown(in: builder, "how-long")
        row.onSelected(changed)
        reset()
    }

    var end: AccessExpiry { ends.indices.contains(row.selected) ? ends[row.selected] : .never }

    /// Discards the choice that the person made for a different app.
    func reset() { show([.never], selected: .never) }

    /// - Parameter isConnected: whether the app is connected to the broker, so that access can end when the app ends.
    func show(_ grant: ClientGrant?, isConnected: Bool) {
        let isDecided = grant?.isDecided == true
        // Without a decided grant, the person's choice applies to the access that they grant next.
        let selected = isDecided ? AccessExpiry(grant) : end
        var ends: [AccessExpiry] = [.never]
        if isConnected || selected == .withApp { ends.append(.withApp) }
        ends.append(.afterDay)
        if case .at = selected { ends.append(selected) }
        show(ends, selected: selected)
        let level = grant?.level ?? .undetermined
        row.isVisible = grant?.pause == nil && level != .restricted && level != .none
        // A one-time grant of an unverified program belongs to one of its connections. A new decision would also apply
        // to the program's other connections.
        row.isSensitive = grant.map { $0.isOnce && !$0.client.kind.isVerified } != true
    }

    private func show(_ ends: [AccessExpiry], selected: AccessExpiry) {
        // Setting the items closes the list that the person may have opened.
        if ends != self.ends {
            self.ends = ends
            row.setItems(ends.map(\.text))
        }
        row.selected = ends.firstIndex(of: selected) ?? 0
    }
}
