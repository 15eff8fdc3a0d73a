import FilmgateModel
import FilmgatePictures
import FilmgatePrompts
import FilmgateText

/// The screen with the photos to choose from.
struct SelectionScreen {
    enum SelectionAction: Hashable {
        case stay
        /// Back to the question, without a decision.
        case back
        case done(PromptSelection)
        /// The photos of this album must be loaded, then shown with `show(_:)`.
        case open(AlbumID)
    }

    /// The mode, which decides what the keys do.
    enum Mode: Hashable {
        case browsing
        case filtering
        case numbering(String)
        case confirming
        /// The albums are shown instead of photos.
        case albums
    }

    let question: AgentPrompt
    /// Returns the text that asks for the final confirmation: `Let Frame Viewer see these 12 photos permanently?`
    let confirmation: (PromptSelection) -> String
    var list: PhotoList
    private(set) var mode = Mode.browsing
    /// The place of the cursor in the list.
    private(set) var place = 0
    /// The place at which the range begins. The range ends at the cursor.
    private(set) var anchor: Int?
    /// The first visible line of the list. If the cursor leaves the screen, the list scrolls.
    var top = 0
    /// A message that is shown until the next key.
    private(set) var notice: String?
    /// The number of photos on a page.
    var page = 10
    /// The size of each photo's picture. If it is nil, no pictures are shown, and each photo takes one line.
    var box: CellBox?
    var albums: [AlbumSummary] = []
    private(set) var albumPlace = 0

    init(_ question: AgentPrompt, list: PhotoList, confirmation: @escaping (PromptSelection) -> String) {
        self.question = question
        self.list = list
        self.confirmation = confirmation
    }

    /// The places from the anchor to the cursor; nil if there is no anchor.
    var range: Range<Int>? { anchor.map { min($0, place)..<(max($0, place) + 1) } }

    // MARK: Keys

    mutating func press(_ key: TerminalKey) -> SelectionAction {
        notice = nil
        switch mode {
        case .browsing: return browse(key)
        case .filtering: type(key)
        case .numbering(let text): number(key, text)
        case .albums: return browseAlbums(key)
        case .confirming:
            switch key {
            case .enter, .character("y"): return .done(list.selection)
            case .escape, .character("n"), .character("q"), .backspace: mode = .browsing
            default: break
            }
        }
        return .stay
    }

    private mutating func browse(_ key: TerminalKey) -> SelectionAction {
        switch key {
        case .up, .character("k"): move(to: place - 1)
        case .down, .character("j"): move(to: place + 1)
        case .pageUp: move(to: place - page)
        case .pageDown: move(to: place + page)
        case .home: move(to: 0)
        case .end: move(to: list.count - 1)
        case .left, .backTab: move(to: previousGroup)
        case .right, .tab: move(to: list.group(at: place)?.range.upperBound ?? place)
        case .shiftUp: extend(by: -1)
        case .shiftDown: extend(by: 1)
        case .space: toggle()
        case .character("v"): if range == nil { anchor = list.count > 0 ? place : nil } else { toggle() }
        case .character("a"): toggle(list.group(at: place)?.range ?? 0..<0)
        case .character("A"): toggle(0..<list.count)
        case .character("u"): dropAll()
        case .character("t"): showChosenAlone()
        case .character("g"): if !albums.isEmpty { mode = .albums }
        case .character("/"): mode = .filtering
        case .character(let digit) where digit.isASCII && digit.isNumber: mode = .numbering(String(digit))
        case .enter: if range != nil { toggle() } else { finish() }
        case .escape, .character("q"), .backspace: return leave()
        default: break
        }
        return .stay
    }

    /// Goes back one step: ends a range, a filter, the view of selected photos or of an album, or leaves the list.
    private mutating func leave() -> SelectionAction {
        if anchor != nil {
            anchor = nil
        } else if !list.filter.isEmpty {
            filter(by: "")
        } else if list.showsChosenAlone {
            showChosenAlone()
        } else if list.album != nil {
            show(nil)
            // A picker can begin in an album before the list of albums arrives.
            if !albums.isEmpty { mode = .albums }
        } else {
            return .back
        }
        return .stay
    }

    private mutating func move(to new: Int) { place = max(0, min(new, list.count - 1)) }

    private var previousGroup: Int {
        guard let group = list.group(at: place) else { return 0 }
        if group.range.lowerBound < place { return group.range.lowerBound }
        return list.group(at: place - 1)?.range.lowerBound ?? 0
    }

    private mutating func extend(by step: Int) {
        if anchor == nil, list.count > 0 { anchor = place }
        move(to: place + step)
    }

    private mutating func toggle() {
        guard list.count > 0 else { return }
        toggle(range ?? place..<(place + 1))
        anchor = nil
    }

    private mutating func toggle(_ range: Range<Int>) { if !list.toggle(range) { complain() } }

    private mutating func complain() {
        notice = counted("At most {n} photo can be selected.", "At most {n} photos can be selected.", list.limit ?? 0)
    }

    private mutating func dropAll() {
        let count = list.chosenCount
        list.dropAll()
        if count > 0 {
            notice = counted("{n} photo removed from the selection.", "{n} photos removed from the selection.", count)
        }
    }

    private mutating func showChosenAlone() {
        let photo = list.count > 0 ? list[place].id : nil
        list.showChosenAlone(!list.showsChosenAlone)
        anchor = nil
        stay(at: photo)
    }

    private mutating func filter(by text: String) {
        let photo = list.count > 0 ? list[place].id : nil
        list.filter(by: text)
        anchor = nil
        stay(at: photo)
    }

    /// Moves the cursor to a photo or, if it is not shown, to the first photo.
    private mutating func stay(at photo: AssetID?) { place = (0..<list.count).first { list[$0].id == photo } ?? 0 }

    private mutating func type(_ key: TerminalKey) {
        switch key {
        case .character(let character): filter(by: list.filter.text + String(character))
        case .backspace where list.filter.text.isEmpty: mode = .browsing
        case .backspace: filter(by: String(list.filter.text.dropLast()))
        case .escape:
            filter(by: "")
            mode = .browsing
        case .enter, .up, .down, .tab:
            mode = .browsing
            if key != .enter { _ = browse(key == .tab ? .other : key) }
        default: break
        }
    }

    private mutating func number(_ key: TerminalKey, _ text: String) {
        switch key {
        case .character(let character) where character.isASCII && character.isNumber || ",- ".contains(character):
            mode = .numbering(text + String(character))
        case .backspace: mode = text.count == 1 ? .browsing : .numbering(String(text.dropLast()))
        case .escape: mode = .browsing
        case .enter, .space:
            mode = .browsing
            choose(numbers: text)
        default: break
        }
    }

    private mutating func choose(numbers text: String) {
        guard let ranges = PhotoNumberParser.parse(text, upTo: list.count) else {
            notice =
                list.isWhole
                ? localized(
                    "There is no {number} here. The photos have the numbers 1 to {last}.",
                    ["number": text, "last": Text.number(list.count)])
                : localized("{number} is not loaded yet.", ["number": text])
            return
        }
        if list.choose(ranges) { move(to: (ranges.last?.upperBound ?? 1) - 1) } else { complain() }
    }

    private mutating func finish() {
        if question.kind != .selection, list.selection.isEmpty {
            notice = localized("Nothing is selected yet. Space selects; Esc goes back.")
        } else {
            mode = .confirming
        }
    }

    // MARK: Albums

    var mayChooseAlbums: Bool { question.kind == .access }

    private mutating func browseAlbums(_ key: TerminalKey) -> SelectionAction {
        let last = albums.count - 1
        switch key {
        case .up, .character("k"): albumPlace = max(0, albumPlace - 1)
        case .down, .character("j"): albumPlace = min(last, albumPlace + 1)
        case .pageUp: albumPlace = max(0, albumPlace - page)
        case .pageDown: albumPlace = min(last, albumPlace + page)
        case .home: albumPlace = 0
        case .end: albumPlace = last
        case .space: if mayChooseAlbums { list.toggle(albums[albumPlace].id) }
        case .enter, .right: return .open(albums[albumPlace].id)
        case .escape, .character("g"), .character("q"), .backspace, .left: mode = .browsing
        default: break
        }
        return .stay
    }

    /// Shows the photos of an album or, for nil, all photos.
    mutating func show(_ album: PhotoList.OpenAlbum?) {
        list.open(album)
        anchor = nil
        place = 0
        top = 0
        if album != nil { mode = .browsing }
    }
}
