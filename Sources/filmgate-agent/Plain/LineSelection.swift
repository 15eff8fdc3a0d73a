internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgateText

/// Lets the person choose photos by typed commands.
struct LineSelection {
    enum Outcome: Hashable {
        case text(String)
        case back
        case done
        /// The photos of this album are needed first.
        case open(AlbumSummary)
    }

    var list: PhotoList
    let mayChooseAlbums: Bool
    var albums: [AlbumSummary] = []
    /// The album whose photos are being read.
    var opening: (album: AlbumSummary, photos: [AssetID])?
    /// The beginning of the next page.
    private var next = 0

    /// The lines of a page, without headings.
    private static let page = 20

    init(list: PhotoList, mayChooseAlbums: Bool) {
        self.list = list
        self.mayChooseAlbums = mayChooseAlbums
    }

    var greeting: String {
        "\(Text.count(list.count, "photo")), \(Text.number(list.chosenCount)) selected. Type 'list', numbers such as 3-17, or 'help'."
    }

    static let help = """
        list         show the next \(page) photos; 'list 100' begins at number 100
        3-17  3,5    select photos by number
        -3-17  -3    remove them from the selection
        /words       show photos with these words in name, title or date; '/' shows all
        all  none    select all shown photos; select nothing
        selected     show only the selected photos; again: show all
        albums       list the albums; 'album 2' shows only the photos of the second, 'photos' shows all
        whole 2      select the second album with all future changes; again: remove it
        done  back   finish; go back to the question
        q            not now: decide nothing
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
            return .text(list.showsChosenAlone ? list(from: nil) : "Showing all \(Text.count(list.count, "photo")).")
        case "albums"?: return .text(albumList)
        case "album"?: return openAlbum(words.dropFirst().first)
        case "photos"?:
            list.open(nil)
            next = 0
            return .text("Showing all \(Text.count(list.count, "photo")).")
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
                ? "Showing all \(Text.count(list.count, "photo"))." : "\(Text.count(list.count, "photo")) match."
        }
        if line.first == "-", let ranges = PhotoNumbers.parse(String(line.dropFirst()), upTo: list.count) {
            list.drop(ranges)
            return tally
        }
        guard let ranges = PhotoNumbers.parse(line, upTo: list.count) else {
            return "This is not a command or a list of numbers from 1 to \(list.count). Type 'help'."
        }
        return choose(ranges)
    }

    private mutating func choose(_ ranges: [Range<Int>]) -> String {
        list.choose(ranges)
            ? tally : "At most \(Text.count(list.limit ?? 0, "photo")) can be selected. Nothing was changed."
    }

    private var tally: String { "\(list.selection.text) selected." }

    // MARK: Albums

    private var albumList: String {
        guard !albums.isEmpty else { return "There are no albums." }
        return albums.enumerated().map { index, album in
            let chosen = list.albums.contains(album.id) ? ", selected" : ""
            return
                "  \(index + 1)  \(Text.singleLine(album.title) ?? "(no title)"), \(Text.count(album.count, "photo"))\(chosen)"
        }.joined(separator: "\n")
    }

    private func album(_ number: Substring?) -> AlbumSummary? {
        guard let number = number.flatMap({ Int($0) }), albums.indices.contains(number - 1) else { return nil }
        return albums[number - 1]
    }

    private mutating func openAlbum(_ number: Substring?) -> Outcome {
        guard let album = album(number) else { return .text("There is no such album. Type 'albums'.") }
        opening = (album, [])
        return .open(album)
    }

    private mutating func toggleWhole(_ number: Substring?) -> String {
        guard mayChooseAlbums else { return "You can select only photos here." }
        guard let album = album(number) else { return "There is no such album. Type 'albums'." }
        list.toggle(album.id)
        return tally
    }

    mutating func show(_ photos: [AssetID], of album: AlbumSummary) -> String {
        opening = nil
        let title = Text.singleLine(album.title) ?? "(no title)"
        list.open(PhotoList.OpenAlbum(title: title, photos: Set(photos)))
        next = 0
        return "Album \(title): \(Text.count(list.count, "photo")). Type 'list'."
    }

    private mutating func list(from number: Substring?) -> String {
        if let number { next = Int(number).map { $0 - 1 } ?? next }
        guard list.count > 0 else { return "There are no photos to show." }
        if !(0..<list.count).contains(next) { next = 0 }
        let end = min(list.count, next + Self.page)
        var lines: [String] = []
        for place in next..<end {
            let group = list.group(at: place)
            if let group, place == next || group.range.lowerBound == place { lines.append(group.heading) }
            lines.append(row(place))
        }
        lines.append(end == list.count ? "End of the list." : "\(Text.number(list.count - end)) more. Type 'list'.")
        next = end
        return lines.joined(separator: "\n")
    }

    private func row(_ place: Int) -> String {
        let photo = list[place]
        let parts = [
            photo.time?.clockText ?? "", photo.label, photo.name.isEmpty ? "" : photo.title,
            photo.isVideo ? "video" : "",
            photo.isFavorite ? "favorite" : "",
        ]
        let chosen = list.isChosen(photo) ? ", selected" : ""
        return "  \(place + 1)  " + parts.filter { !$0.isEmpty }.joined(separator: ", ") + chosen
    }
}
