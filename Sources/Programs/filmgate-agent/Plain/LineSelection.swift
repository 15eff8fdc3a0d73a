import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The selection of photos with typed commands.
struct LineSelection {
    enum LineAction: Hashable {
        case text(String)
        case back
        case done
        /// The photos of this album must be loaded, then shown.
        case open(AlbumSummary)
    }

    var list: PhotoList
    let mayChooseAlbums: Bool
    var albums: [AlbumSummary] = []
    /// The album whose photos are being loaded, and the photos that are already loaded.
    var opening: (album: AlbumSummary, photos: [AssetID])?
    /// The index at which the next page begins.
    private var next = 0

    /// The number of photos on a page.
    private static let page = 20

    init(list: PhotoList, mayChooseAlbums: Bool) {
        self.list = list
        self.mayChooseAlbums = mayChooseAlbums
    }

    var greeting: String {
        counted(
            "{n} photo, {selected} selected. Type 'list', numbers such as 3-17, or 'help'.",
            "{n} photos, {selected} selected. Type 'list', numbers such as 3-17, or 'help'.", list.count,
            ["selected": Text.number(list.chosenCount)])
    }

    /// The commands with their meanings. The commands are the same in all languages.
    private static var help: String {
        let first = ["n": "\(page)"]
        let commands = [
            ("list", localized("show the next {n} photos; 'list 100' begins at number 100", first)),
            ("3-17  3,5", localized("select photos by number")),
            ("-3-17  -3", localized("remove them from the selection")),
            ("/" + localized("words"), localized("show photos with these words in name, title or date; '/' shows all")),
            ("all  none", localized("select all shown photos; select nothing")),
            ("selected", localized("show only the selected photos; again: show all")),
            (
                "albums",
                localized("list the albums; 'album 2' shows only the photos of the second, 'photos' shows all")
            ),
            ("whole 2", localized("select the second album with all future changes; again: remove it")),
            ("done  back", localized("finish; go back to the question")),
            ("q", localized("not now: decide nothing")),
        ]
        return commands.map { Text.padded($0, to: 13) + $1 }.joined(separator: "\n")
    }

    private var allShown: String { counted("Showing all {n} photo.", "Showing all {n} photos.", list.count) }

    mutating func enter(_ line: String) -> LineAction {
        let words = line.split(separator: " ")
        switch words.first.map(String.init) {
        case nil, "list"?, "l"?: return .text(list(from: words.dropFirst().first))
        case "help"?, "?"?: return .text(Self.help)
        case "all"?: return .text(choose([0..<list.count]))
        case "none"?:
            list.dropAll()
            return .text(localized("Nothing is selected."))
        case "selected"?:
            list.showChosenAlone(!list.showsChosenAlone)
            next = 0
            return .text(list.showsChosenAlone ? list(from: nil) : allShown)
        case "albums"?: return .text(albumList)
        case "album"?: return openAlbum(words.dropFirst().first)
        case "photos"?:
            list.open(nil)
            next = 0
            return .text(allShown)
        case "whole"?: return .text(toggleWhole(words.dropFirst().first))
        case "done"?: return .done
        case "back"?: return .back
        default: return .text(filterOrNumbers(line))
        }
    }

    private mutating func filterOrNumbers(_ line: String) -> String {
        if line.first == "/" {
            list.filter(by: String(line.dropFirst()))
            next = 0
            return list.filter.isEmpty
                ? allShown : counted("{n} photo match.", "{n} photos match.", list.count)
        }
        if line.first == "-", let ranges = PhotoNumberParser.parse(String(line.dropFirst()), upTo: list.count) {
            list.drop(ranges)
            return tally
        }
        guard let ranges = PhotoNumberParser.parse(line, upTo: list.count) else {
            return localized(
                "This is not a command or a list of numbers from 1 to {n}. Type 'help'.", ["n": "\(list.count)"])
        }
        return choose(ranges)
    }

    private mutating func choose(_ ranges: [Range<Int>]) -> String {
        list.choose(ranges)
            ? tally
            : counted(
                "At most {n} photo can be selected. Nothing was changed.",
                "At most {n} photos can be selected. Nothing was changed.", list.limit ?? 0)
    }

    private var tally: String { localized("{photos} selected.", ["photos": list.selection.text]) }

    // MARK: Albums

    private var albumList: String {
        guard !albums.isEmpty else { return localized("There are no albums.") }
        return albums.enumerated().map { index, album in
            let facts = [album.shownTitle, counted("{n} photo", "{n} photos", album.count)]
            return numbered(index, facts, isSelected: list.albums.contains(album.id))
        }.joined(separator: "\n")
    }

    private func numbered(_ index: Int, _ facts: [String], isSelected: Bool) -> String {
        let all = facts + (isSelected ? [localized("selected")] : [])
        return "  \(index + 1)  " + all.joined(separator: localized(", "))
    }

    private func album(_ number: Substring?) -> AlbumSummary? {
        guard let number = number.flatMap({ Int($0) }), albums.indices.contains(number &- 1) else { return nil }
        return albums[number - 1]
    }

    private mutating func openAlbum(_ number: Substring?) -> LineAction {
        guard let album = album(number) else { return .text(localized("There is no such album. Type 'albums'.")) }
        opening = (album, [])
        return .open(album)
    }

    private mutating func toggleWhole(_ number: Substring?) -> String {
        guard mayChooseAlbums else { return localized("You can select only photos here.") }
        guard let album = album(number) else { return localized("There is no such album. Type 'albums'.") }
        list.toggle(album.id)
        return tally
    }

    mutating func show(_ photos: [AssetID], of album: AlbumSummary) -> String {
        opening = nil
        let title = album.shownTitle
        list.open(PhotoList.OpenAlbum(title: title, photos: Set(photos)))
        next = 0
        return counted(
            "Album {title}: {n} photo. Type 'list'.", "Album {title}: {n} photos. Type 'list'.", list.count,
            ["title": title])
    }

    private mutating func list(from number: Substring?) -> String {
        if let number { next = Int(number).map { $0 &- 1 } ?? next }
        guard list.count > 0 else { return localized("There are no photos to show.") }
        if !(0..<list.count).contains(next) { next = 0 }
        let end = min(list.count, next + Self.page)
        var lines: [String] = []
        for place in next..<end {
            let group = list.group(at: place)
            if let group, place == next || group.range.lowerBound == place { lines.append(group.heading) }
            lines.append(row(place))
        }
        lines.append(
            end == list.count
                ? localized("End of the list.")
                : counted("{n} more. Type 'list'.", "{n} more. Type 'list'.", list.count - end))
        next = end
        return lines.joined(separator: "\n")
    }

    private func row(_ place: Int) -> String {
        let photo = list[place]
        let parts = [
            photo.time?.clockText ?? "", photo.label, photo.name.isEmpty ? "" : photo.title, photo.altText,
            photo.isVideo ? localized("video") : "",
            photo.isFavorite ? localized("favorite") : "",
        ]
        return numbered(place, parts.filter { !$0.isEmpty }, isSelected: list.isChosen(photo))
    }
}
