import Filmgate
import FilmgateGTK
import FilmgateLibraryTools
import FilmgateModel
import FilmgateText

/// The dialog that corrects the dates of photos if the clock of the camera was wrong. For the earliest and the latest
/// photo, it shows the current and the new date.
final class DatesDialog {
    private enum Mode: CaseIterable {
        case difference, rightTime, zone, zoneKeepingMoments
    }

    /// A set of photos that the person can choose: the selected photos, or all listed photos of one camera.
    private struct Scope {
        let name: String
        let photos: [DatedPhoto]
    }

    private let editor: LibraryEditor
    private let builder = Builder("dates.ui")
    private let window: Window
    private let scopes: [Scope]
    private lazy var scope = DropDown(in: builder, "scope")
    private lazy var mode = DropDown(in: builder, "mode")
    private lazy var zone = DropDown(in: builder, "zone")
    private lazy var first = ActionRow(in: builder, "first")
    private lazy var last = ActionRow(in: builder, "last")
    private lazy var apply = Button(in: builder, "save")
    private let difference: EditedTextField
    private let right: DateEntry
    /// The selected photo with the earliest date. The person can enter its correct time.
    private let reference: DatedPhoto
    /// Keeps this object alive while the dialog is open.
    private var itself: DatesDialog?

    private init(_ scopes: [Scope], _ reference: DatedPhoto, _ editor: LibraryEditor) {
        self.scopes = scopes
        self.reference = reference
        self.editor = editor
        window = Window(in: builder, "window")
        difference = EditedTextField(in: builder, "difference")
        right = DateEntry(in: builder, "right")
        let heading = localized("Adjust Dates")
        window.setTitle(heading)
        WindowTitle(in: builder, "title").setTitle(heading)
        scope.setItems(scopes.map(\.name))
        scope.isSensitive = scopes.count > 1
        mode.setItems(
            Mode.allCases.map { mode in
                switch mode {
                case .difference: localized("By a difference")
                case .rightTime: localized("By the right time of the first photo")
                case .zone: localized("Time zone; the clock showed the right time")
                case .zoneKeepingMoments: localized("Time zone; the clock showed the time of a different one")
                }
            })
        zone.setItems(ZoneText.usual.map(ZoneText.name))
        zone.selected = ZoneText.usual.firstIndex(of: reference.clockOffset ?? 0) ?? 0
        difference.row.setNumbers()
        right.show(reference.date.rawValue, at: reference.clockOffset, keepsTyped: false)
        connect()
        update()
    }

    /// Reads the dates of photos, and opens the dialog if a selected photo has a date.
    ///
    /// - Parameter listed: the photos that the page lists. The dialog can also change all listed photos of one camera.
    static func open(
        _ selected: [AssetID], among listed: [AssetID], in library: PhotoLibrary, _ editor: LibraryEditor,
        over window: Window
    ) async {
        do {
            let photos = try await library.dates(of: selected)
            guard let reference = photos.min(by: { $0.date < $1.date }) else {
                return editor.say(localized("None of these photos has a date."))
            }
            var scopes = [
                Scope(name: counted("{n} selected", "{n} selected", photos.count), photos: photos)
            ]
            let cameras = Set(photos.compactMap(\.camera))
            if !cameras.isEmpty {
                let all = try await library.dates(of: listed)
                for camera in cameras.sorted() {
                    let found = all.filter { $0.camera == camera }
                    let name = Text.singleLine(camera) ?? camera
                    let text = counted(
                        "{n} of this list by {camera}", "{n} of this list by {camera}", found.count,
                        ["camera": name])
                    scopes.append(Scope(name: text, photos: found))
                }
            }
            let dialog = DatesDialog(scopes, reference, editor)
            dialog.itself = dialog
            dialog.window.present(over: window)
            dialog.difference.row.grabFocus()
        } catch { editor.say(error) }
    }

    private func connect() {
        difference.check = { TimeDifference.seconds($0) == nil ? Self.differenceProblem : nil }
        for text in [difference, right.text] {
            text.row.onChanged { [weak self] in self?.update() }
            text.row.onActivate { [weak self] in self?.perform() }
        }
        for chooser in [scope, mode, zone] { chooser.onSelected { [weak self] in self?.update() } }
        Button(in: builder, "cancel").onClicked { [weak self] in self?.close() }
        apply.onClicked { [weak self] in self?.perform() }
        window.onClose { [weak self] in
            self?.itself = nil
            return false
        }
        window.onKeys(escape: { [weak self] in self?.close() }, controlEnter: { [weak self] in self?.perform() })
    }

    private static var differenceProblem: String {
        localized("This is no difference. Write hours and minutes, such as +1:30, or days, such as -2d 03:00.")
    }

    private var chosenMode: Mode { Mode.allCases[min(mode.selected, Mode.allCases.count - 1)] }
    private var chosenZone: Int32 { ZoneText.usual[min(zone.selected, ZoneText.usual.count - 1)] }

    /// The adjustment that the person has entered; nil if it is incomplete or invalid.
    private var adjustment: DateAdjustment? {
        switch chosenMode {
        case .difference: TimeDifference.seconds(difference.row.text).map { .difference($0) }
        case .rightTime:
            right.moment.map { .right(Timestamp(rawValue: $0), of: reference) }
        case .zone: .zone(chosenZone)
        case .zoneKeepingMoments: .zoneKeepingMoments(chosenZone)
        }
    }

    private var adjusted: AdjustedDates? {
        guard scopes.indices.contains(scope.selected), let adjustment else { return nil }
        return AdjustedDates(scopes[scope.selected].photos, by: adjustment)
    }

    private func update() {
        difference.row.isVisible = chosenMode == .difference
        right.text.row.isVisible = chosenMode == .rightTime
        zone.isVisible = chosenMode == .zone || chosenMode == .zoneKeepingMoments
        let adjusted = adjusted
        apply.isSensitive = adjusted?.isChange == true
        let photos = scopes.indices.contains(scope.selected) ? scopes[scope.selected].photos : []
        let present = AdjustedDates(photos, by: .difference(0))
        let ends = (adjusted ?? present)?.ends ?? []
        show(ends.first, isKnown: adjusted != nil, in: first)
        last.isVisible = ends.count > 1
        if ends.count > 1 { show(ends.last, isKnown: adjusted != nil, in: last) }
    }

    private func show(_ end: (before: DatedPhoto, after: DatedPhoto)?, isKnown: Bool, in row: ActionRow) {
        guard let end else { return row.setSubtitle("") }
        let (before, after) = (Self.text(end.before), Self.text(end.after))
        row.setSubtitle(isKnown ? localized("{before} → {after}", ["before": before, "after": after]) : before)
    }

    private static func text(_ photo: DatedPhoto) -> String {
        DateText.moment(photo.date.rawValue, at: photo.clockOffset) ?? ""
    }

    private func perform() {
        for text in [difference, right.text] where text.row.isVisible && text.apply() != nil {
            // A new focus would select the text, which the person wants to correct.
            if !text.row.containsFocus { text.row.grabFocus() }
            return
        }
        guard let adjusted, adjusted.isChange else { return }
        let batches = adjusted.batches
        editor.performUndoable(
            saying: counted("{n} date adjusted", "{n} dates adjusted", adjusted.photos.count)
        ) { changes in
            for batch in batches {
                try await changes.perform(batch.request)
                try await changes.correctClocks(of: batch.clocks)
            }
        }
        close()
    }

    private func close() {
        window.destroy()
        itself = nil
    }
}

extension PhotoLibrary {
    /// Reads the dates of assets. The result does not contain assets without a date.
    fileprivate func dates(of assets: [AssetID]) async throws -> [DatedPhoto] {
        var photos: [DatedPhoto] = []
        for part in assets.batches(of: 1000) {
            let request = FetchRequest.assets(withIdentifiers: part).includingHidden.includingTrashed
            photos += try await fetch(request.reading(DatedPhoto.properties)).snapshot().compactMap { DatedPhoto($0) }
        }
        return photos
    }
}
