import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The field for the place of a photo. The person types the name of a town, or a latitude and a longitude.
final class PlaceEntry {
    /// The meaning of typed text.
    enum Input: Equatable {
        case nothing
        case place(Location)
        case invalid(String)
    }

    /// Called with the new place, or with nil if the person has removed the place.
    var onPlace: (Location?) -> Void = { _ in }

    let text: EditedTextField
    private let list: ListBox
    private let listRow: Widget
    private var towns: TownList?
    /// Whether no list of towns is installed.
    private var isListMissing = false
    private var found: [TownList.Found] = []
    private var isSetting = false

    private static let mostTowns = 6

    /// - Parameter id: the row's identifier in the UI file. The list of towns and the row of the list have this
    ///   identifier with the suffixes `-towns` and `-towns-row`.
    init(in builder: Builder, _ id: String) {
        text = EditedTextField(in: builder, id)
        list = ListBox(in: builder, id + "-towns")
        listRow = Widget(in: builder, id + "-towns-row")
        text.check = { [weak self] words in
            guard let self, case .invalid(let problem) = Self.input(words, towns) else { return nil }
            return problem
        }
        text.save = { [weak self] words in self?.save(words) }
        text.isLeftOpen = { [weak self] in self?.list.containsFocus == true }
        text.row.onChanged { [weak self] in self?.typed() }
        text.row.onActivate { [weak self] in
            // The text is not saved if no town has exactly the typed name. Then Enter chooses the first town of the
            // list.
            if let self, text.isEdited, !found.isEmpty { choose(0) }
        }
        text.row.onKey(beforeChildren: true) { [weak self] key, _ in
            guard let self, key == .down, listRow.isVisible else { return false }
            list.focus(0)
            return true
        }
        list.onKey(beforeChildren: true) { [weak self] key, _ in
            guard let self, key == .escape || (key == .up && list.focused == 0) else { return false }
            text.row.grabFocus()
            if key == .escape { text.revert() }
            return true
        }
        list.onActivated { [weak self] in self?.choose($0) }
        list.onLeave { [weak self] in
            MainLoop.after(milliseconds: 0) {
                guard let self, !self.list.containsFocus, !self.text.row.containsFocus else { return }
                self.text.apply()
                self.showTowns([])
            }
        }
        Task { [weak self] in
            let towns = await TownList.installed()
            self?.towns = towns
            self?.isListMissing = towns == nil
        }
    }

    /// - Parameter keepsTyped: whether to keep typed text that is not saved yet.
    func show(_ place: Location?, keepsTyped: Bool) { show(place.map(Self.text) ?? "", keepsTyped: keepsTyped) }

    func show(_ words: String, keepsTyped: Bool) {
        isSetting = true
        text.show(words, keepsTyped: keepsTyped)
        isSetting = false
        if !text.isEdited { showTowns([]) }
    }

    /// Parses typed text.
    static func input(_ words: String, _ towns: TownList?) -> Input {
        let words = Text.trimmed(words)
        if words.isEmpty { return .nothing }
        let parts = words.split(separator: ",").map { Text.trimmed($0) }
        let numbers = parts.compactMap { Double($0) }
        let example = localized("Write a town, or latitude and longitude, such as 47.5, 19.05.")
        if !numbers.isEmpty {
            guard parts.count == 2, numbers.count == 2 else { return .invalid(example) }
            if let place = Location(latitude: numbers[0], longitude: numbers[1]) { return .place(place) }
            return .invalid(localized("Latitudes go from −90 to 90, and longitudes from −180 to 180."))
        }
        if let town = towns?.town(named: words) { return .place(town.location) }
        guard towns != nil else {
            return .invalid(missingList)
        }
        return .invalid(PhraseJoiner.sentences([localized("There is no town “{name}”.", ["name": words]), example]))
    }

    private static var missingList: String {
        let package = "libtimezonemap-data"
        return localized(
            "No list of towns is installed. Install the package {package}, or write latitude and longitude, such as 47.5, 19.05.",
            ["package": package])
    }

    /// Returns the latitude and longitude as text, rounded to about 0.1 m.
    static func text(_ place: Location) -> String {
        func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }
        return "\(rounded(place.latitude)), \(rounded(place.longitude))"
    }

    private func save(_ words: String) {
        showTowns([])
        switch Self.input(words, towns) {
        case .nothing: onPlace(nil)
        case .place(let place): onPlace(place)
        case .invalid: break
        }
    }

    private func typed() {
        guard !isSetting, text.isEdited, text.row.containsFocus else { return showTowns([]) }
        let words = Text.trimmed(text.row.text)
        let isName = words.first.map { $0.isLetter } ?? false
        if isName, isListMissing { text.showError(Self.missingList) }
        showTowns(isName ? towns?.towns(named: words, most: Self.mostTowns) ?? [] : [])
    }

    private func showTowns(_ towns: [TownList.Found]) {
        guard towns != found else { return }
        found = towns
        list.removeAll()
        for town in towns {
            let label = Label(town.label)
            label.setAlignment(0)
            label.setMargins(start: 6, end: 6, vertical: 6)
            let row = ListRow(label)
            row.setAccessibleLabel(town.label)
            list.append(row)
        }
        listRow.isVisible = !towns.isEmpty
    }

    private func choose(_ index: Int) {
        guard found.indices.contains(index) else { return }
        let place = Self.text(found[index].location)
        isSetting = true
        text.row.grabFocus()
        text.row.text = place
        text.row.moveToEnd()
        isSetting = false
        showTowns([])
        text.apply()
    }
}
