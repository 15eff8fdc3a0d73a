internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgateText

/// Choosing photos by typed commands.
struct LineSelection {
    enum Outcome: Hashable {
        case text(String)
        case back
        case done
        /// What is in an album has to be known first.
        case open(AlbumSummary)
    }

    var list: PhotoList
    let mayChooseAlbums: Bool
    var albums: [AlbumSummary] = []
    /// An album whose photos come in.
    var opening: (album: AlbumSummary, photos: [AssetID])?
    /// Where the next page of the list begins.
    private var next = 0

    /// Lines of a page, headings aside.
    private static let page = 20

    init(list: PhotoList, mayChooseAlbums: Bool) {
        self.list = list
        self.mayChooseAlbums = mayChooseAlbums
    }

    var greeting: String {
        "\(Text.photos(list.count)), \(Text.number(list.chosenCount)) selected. Type list, numbers as 3-17, or help."
    }

    static let help = """
        list         the next \(page) photos; list 100 begins there
        3-17  3,5    select photos by number
        -3-17  -3    take them out of the selection
        /words       show photos with these words in name, title or date; / shows all
        all  none    select all that are shown; select nothing
        selected     show what is selected; selected again shows all
        albums       list the albums; album 2 shows the photos of the second alone, photos shows all
        whole 2      select all of the second album, with whatever joins it or leaves it; again takes it back
        done  back   finish; go back to the question
        q            not now: nothing is decided
        """

    mutating func enter(_ line: String) -> Outcome {
        let words = line.split(separator: " ")
        switch words.first.map(String.init) {
        case nil, "list"?, "l"?: return .text(list(from: words.dropFirst().first))
        case "help"?, "?"?: return .text(Self.help)
        case "all"?: return .text(choose([0..<list.count]))
        case "none"?:
            list.dropAll()
            return .text("Nothing is selected.")
        case "selected"?:
            list.showChosenAlone(!list.showsChosenAlone)
            next = 0
            return .text(list.showsChosenAlone ? list(from: nil) : "Showing all \(Text.photos(list.count)).")
        case "albums"?: return .text(albumList)
        case "album"?: return openAlbum(words.dropFirst().first)
        case "photos"?:
            list.open(nil)
            next = 0
            return .text("Showing all \(Text.photos(list.count)).")
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
            return list.filter.isEmpty ? "Showing all \(Text.photos(list.count))." : "\(Text.photos(list.count)) match."
        }
        if line.first == "-", let ranges = Numbers.parse(String(line.dropFirst()), upTo: list.count) {
            list.drop(ranges)
            return tally
        }
        guard let ranges = Numbers.parse(line, upTo: list.count) else {
            return "That is no command, and there are no such numbers: photos go from 1 to \(list.count). Type help."
        }
        return choose(ranges)
    }

    private mutating func choose(_ ranges: [Range<Int>]) -> String {
        list.choose(ranges) ? tally : "At most \(Text.photos(list.limit ?? 0)) can be chosen; nothing was changed."
    }

    private var tally: String { "\(list.selection.text) selected." }

    // MARK: Albums

    private var albumList: String {
        guard !albums.isEmpty else { return "There are no albums." }
        return albums.enumerated().map { index, album in
            let chosen = list.albums.contains(album.id) ? ", selected" : ""
            return "  \(index + 1)  \(Text.shown(album.title) ?? "(no title)"), \(Text.photos(album.count))\(chosen)"
        }.joined(separator: "\n")
    }

    private func album(_ number: Substring?) -> AlbumSummary? {
        guard let number = number.flatMap({ Int($0) }), albums.indices.contains(number - 1) else { return nil }
        return albums[number - 1]
    }

    private mutating func openAlbum(_ number: Substring?) -> Outcome {
        guard let album = album(number) else { return .text("There is no such album. Type albums.") }
        opening = (album, [])
        return .open(album)
    }

    private mutating func toggleWhole(_ number: Substring?) -> String {
        guard mayChooseAlbums else { return "Only photos can be chosen here." }
        guard let album = album(number) else { return "There is no such album. Type albums." }
        list.toggle(album.id)
        return tally
    }

    mutating func show(_ photos: [AssetID], of album: AlbumSummary) -> String {
        opening = nil
        let title = Text.shown(album.title) ?? "(no title)"
        list.open(PhotoList.OpenAlbum(title: title, photos: Set(photos)))
        next = 0
        return "Album \(title): \(Text.photos(list.count)). Type list."
    }

    private mutating func list(from number: Substring?) -> String {
        if let number { next = Int(number).map { $0 - 1 } ?? next }
        guard list.count > 0 else { return "There is nothing to show." }
        if !(0..<list.count).contains(next) { next = 0 }
        let end = min(list.count, next + Self.page)
        var lines: [String] = []
        for place in next..<end {
            let group = list.group(at: place)
            if let group, place == next || group.range.lowerBound == place { lines.append(group.heading) }
            lines.append(row(place))
        }
        lines.append(end == list.count ? "That is all of it." : "\(Text.number(list.count - end)) more: list")
        next = end
        return lines.joined(separator: "\n")
    }

    private func row(_ place: Int) -> String {
        let photo = list[place]
        let parts = [
            photo.time?.clock ?? "", photo.label, photo.name.isEmpty ? "" : photo.title, photo.isVideo ? "video" : "",
            photo.isFavorite ? "favorite" : "",
        ]
        let chosen = list.isChosen(photo) ? ", selected" : ""
        return "  \(place + 1)  " + parts.filter { !$0.isEmpty }.joined(separator: ", ") + chosen
    }
}
