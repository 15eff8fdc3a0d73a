import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// Prints and exports the shown photo, and passes copies without the location to other programs.
final class PhotoSharer {
    /// Returns the picture that the viewer shows.
    var picture: () -> Texture? = { nil }

    private let actions: ActionGroup
    private let library: PhotoLibrary
    private let copies: SharedPhotoCopier
    private let editor: LibraryEditor
    private let window: Window
    private var asset: ListedAsset?
    private var copying: Task<Void, Never>?
    /// The portals that the desktop provides.
    private var portals: Set<Portal.Kind> = []
    private var hasLooked = false

    /// The maximum length of a printed picture's longer side, in pixels: 300 dpi for A3 paper.
    private static let printedPixels: UInt32 = 5000
    private static let mostBytes = 128 << 20

    init(
        _ actions: ActionGroup, _ library: PhotoLibrary, _ copies: SharedPhotoCopier, _ editor: LibraryEditor,
        over window: Window
    ) {
        (self.actions, self.library, self.copies, self.editor) = (actions, library, copies, editor)
        self.window = window
        actions.add("copy", self, keys: "<Control>c") { $0.copy() }
        actions.add("open-with", self) { $0.open() }
        actions.add("send-email", self) { $0.send(by: .email, Portal.composeEmail) }
        actions.add("set-wallpaper", self) { $0.send(by: .wallpaper, Portal.setWallpaper) }
        actions.add("print", self, keys: "<Control>p") { $0.print() }
        actions.add("export", self, keys: "<Control>e") { $0.export() }
        enable()
    }

    /// Sets the photo that the person can share.
    func show(_ asset: ListedAsset) {
        self.asset = asset
        findPortals()
        enable()
    }

    private func findPortals() {
        guard !hasLooked else { return }
        hasLooked = true
        for kind in [Portal.Kind.openURI, .email, .wallpaper] {
            Portal.find(kind) { [weak self] exists in
                guard let self, exists else { return }
                portals.insert(kind)
                enable()
            }
        }
    }

    private func enable() {
        let isPicture = asset.map { $0.duration == nil } ?? false
        for name in ["copy", "open-with", "export"] { actions[name].isEnabled = asset != nil }
        actions["print"].isEnabled = isPicture
        actions["set-wallpaper"].isEnabled = isPicture && portals.contains(.wallpaper)
        actions["send-email"].isEnabled = asset != nil && portals.contains(.email)
    }

    // MARK: Other programs

    private func copy() {
        guard let asset else { return }
        let copies = copies
        var made: [String]?
        window.copy(asset.duration == nil ? picture() : nil) { finished in
            // Makes only one copy, although a program may read the clipboard several times.
            if let made { return finished(made) }
            Task {
                let path = await copies.copy(asset.id)
                made = path.map { [$0] }
                finished(made ?? [])
            }
        }
        editor.say(localized("Copied"))
    }

    private func export() {
        if let asset { ExportDialog.open([asset.id], CountText.text(of: [asset]), from: library, editor, over: window) }
    }

    private func open() {
        withCopy { [self] path in
            guard portals.contains(.openURI) else {
                return AppChooserDialog.open(path, over: window) { [self] in sayFailed() }
            }
            Portal.openFile(path, over: window) { [self] in if !$0 { sayFailed() } }
        }
    }

    private func send(by kind: Portal.Kind, _ call: @escaping (String, Window, @escaping (Bool) -> Void) -> Void) {
        withCopy { [self] path in call(path, window) { [self] in if !$0 { sayFailed() } } }
    }

    /// Calls `body` with the path of a copy without the photo's location.
    private func withCopy(_ body: @escaping (String) -> Void) {
        guard let asset else { return }
        copying?.cancel()
        copying = Task {
            let path = await copies.copy(asset.id)
            if let path, !Task.isCancelled { body(path) }
        }
    }

    private func sayFailed() { editor.say(localized("It failed.")) }

    // MARK: Printing

    private func print() {
        guard let asset, asset.duration == nil else { return }
        copying?.cancel()
        copying = Task {
            do {
                let image = try await library.image(
                    for: asset.id, as: .fitting(Self.printedPixels, Self.printedPixels), delivery: .highQuality
                ).last
                let texture = await Texture.decoded(image.content, upTo: Self.mostBytes)
                guard !Task.isCancelled else { return }
                guard let texture else { return editor.say(localized("This photo cannot be shown.")) }
                print(texture, titled: asset.date(DateText.day) ?? localized("Photo"))
            } catch {
                if !Task.isCancelled { editor.say(error) }
            }
        }
    }

    private func print(_ texture: Texture, titled title: String) {
        let labels = PicturePrinter.Labels(
            tab: localized("Photo"), fits: localized("Show the whole photo"), fills: localized("Fill the page"),
            size: localized("Size"))
        PicturePrinter.print(texture, titled: title, labels, over: window) { [weak self] reason in
            self?.editor.say(Text.singleLine(reason) ?? localized("It failed."))
        }
    }
}
