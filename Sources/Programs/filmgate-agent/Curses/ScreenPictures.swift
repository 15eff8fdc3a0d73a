import Filmgate
import FilmgateModel
import FilmgatePictures

/// A function that loads a picture with at most this width and this height, in pixels.
typealias PictureSource = @Sendable (AssetID, Int, Int) async throws -> Bitmap

/// Loads the pictures of the current frame, and draws them on the screen.
final class ScreenPictures {
    /// The maximum number of pictures that are loaded at the same time.
    private static let most = 4
    /// The number of loaded pictures above which the pictures outside the current frame are discarded.
    private static let kept = 200

    private enum Content {
        case picture(Bitmap)
        /// The picture cannot be loaded. The text states why.
        case missing(String)
    }

    private let terminal: PictureTerminal
    private var contents: [AssetID: Content] = [:]
    private var loading: [AssetID: Task<Void, Never>] = [:]
    /// The drawn pictures, each with the frame's lines in the same rows.
    private var drawn: [PicturePlacement: [Line]] = [:]

    init(_ terminal: PictureTerminal) { self.terminal = terminal }

    /// Draws a frame, with those of its pictures that are loaded.
    func show(_ frame: Frame, on screen: Screen) {
        var words: [(PicturePlacement, String)] = []
        var ready: [(place: PicturePlacement, picture: Bitmap)] = []
        for place in frame.pictures {
            switch contents[place.photo] {
            case .missing(let word)?: words.append((place, word))
            case .picture(let picture)?: ready.append((place, picture))
            case nil: break
            }
        }
        // Only clearing the whole screen removes pictures on all terminals.
        if !Set(drawn.keys).isSubset(of: ready.map(\.place)) {
            screen.repair()
            forgetDrawn()
        }
        screen.show(frame, words)
        for (place, picture) in ready {
            let lines = Array(frame.lines[place.rows])
            // Changed text beside a picture may erase the picture, except in Kitty, which draws images above the text.
            if let last = drawn[place], last == lines || terminal.format == .kitty { continue }
            screen.show(terminal.print(picture, in: place.box, .ofOutput), at: place)
            drawn[place] = lines
        }
    }

    /// Forgets which pictures are drawn, because the terminal no longer shows them.
    func forgetDrawn() { drawn = [:] }

    // MARK: Loading

    /// Returns the next pictures to load. Stops loading pictures that the frame does not contain.
    func missing(in frame: Frame) -> [PicturePlacement] {
        let wanted = Set(frame.pictures.map(\.photo))
        for (photo, task) in loading where !wanted.contains(photo) {
            task.cancel()
            loading[photo] = nil
        }
        // A later question must load its pictures again, because the pictures may have changed.
        if wanted.isEmpty { contents = [:] }
        if contents.count > ScreenPictures.kept { contents = contents.filter { wanted.contains($0.key) } }
        let new = frame.pictures.filter { contents[$0.photo] == nil && loading[$0.photo] == nil }
        return Array(new.prefix(max(0, ScreenPictures.most - loading.count)))
    }

    func began(_ task: Task<Void, Never>, for photo: AssetID) { loading[photo] = task }

    /// Stores a loaded picture, unless its request was cancelled.
    func receive(_ result: Result<Bitmap, any Error>, for photo: AssetID) {
        guard loading[photo] != nil else { return }
        loading[photo] = nil
        switch result {
        case .success(let picture): contents[photo] = .picture(picture)
        case .failure(let error): contents[photo] = .missing(imageFailure(error))
        }
    }

    func cancelAll() {
        for task in loading.values { task.cancel() }
        loading = [:]
    }
}
