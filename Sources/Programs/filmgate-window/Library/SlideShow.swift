import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// Shows the photos of a list one by one in full screen, until the person ends the slide show.
final class SlideShow {
    /// Called when the slide show has ended.
    var onEnd: () -> Void = {}
    private(set) var isOn = false

    private let library: PhotoLibrary
    private let images: ImageLoader
    private let preview: PreviewPage
    private let player: VideoPlayer
    private let window: Window
    /// The controls of the slide show, in front of the photo.
    let bar: Widget
    private let header: Widget
    private let pauseButton: Button
    private let seconds: Slider
    private let interval: Label
    private let actions: ActionGroup
    private let time = RememberedNumber("slide-seconds", in: 2...30, usual: 5)
    private let isShuffled = RememberedFlag("slides-shuffled")
    private let inhibitor = ScreenInhibitor(reason: localized("Slide show"))
    private var isPaused = false
    /// The photos of the slide show, in the order of the list.
    private var listed: [ListedAsset] = []
    /// Whether hidden photos are shown, because the person opened the list of hidden photos.
    private var showsHidden = false
    /// Whether the window was in full screen before the slide show.
    private var wasFullScreen = false
    /// The timer that shows the next photo.
    private var next: Timeout?
    /// The task that reads which photos have become hidden.
    private var reading: Task<Void, Never>?
    /// The next photo, whose picture is loaded in advance.
    private let preloaded = PreloadedSlide()

    /// The owner of the request for the next picture.
    private final class PreloadedSlide { var asset: AssetID? }

    init(
        _ builder: Builder, _ photos: LibraryPhotoSource, _ preview: PreviewPage, _ player: VideoPlayer,
        over window: Window
    ) {
        (library, images) = (photos.library, photos.images)
        (self.preview, self.player, self.window) = (preview, player, window)
        header = Widget(in: builder, "header")
        let slides = Builder("slides.ui")
        bar = Widget(in: slides, "slide-show")
        pauseButton = Button(in: slides, "pause-slides")
        seconds = Slider(in: slides, "slide-seconds")
        interval = Label(in: slides, "slide-interval")
        Overlay(in: builder, "overlay").add(bar)
        let page = Widget(in: builder, "page")
        actions = ActionGroup("slides", on: page)
        actions.add("pause", self) { $0.setPaused(!$0.isPaused) }
        actions.add("end", self) { $0.end() }
        actions.addToggle("shuffle", self) { $0.shuffle($1) }
        actions["shuffle"].isOn = isShuffled.value
        seconds.setRange(Double(time.range.lowerBound)...Double(time.range.upperBound))
        seconds.value = Double(time.value)
        showTime()
        seconds.onChanged { [weak self] in self?.timeChanged() }
    }

    /// Handles a key before the controls do. Returns whether the key was handled.
    func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard isOn, modifiers.isDisjoint(with: [.control, .shift, .alt]) else { return false }
        switch key {
        case .escape: end()
        // Space on a button presses the button.
        case .space where !bar.containsFocus && !header.containsFocus: setPaused(!isPaused)
        default: return false
        }
        return true
    }

    // MARK: The show

    private var order: SlideOrder { isShuffled.value ? .shuffled : .listed }

    /// - Parameters:
    ///   - assets: the photos to show, in the order of the list.
    ///   - first: the photo to show first.
    ///   - showsHidden: whether the slide show may show hidden photos.
    func begin(_ assets: [ListedAsset], from first: AssetID?, showsHidden: Bool) {
        self.showsHidden = showsHidden
        isOn = true
        wasFullScreen = window.isFullScreen
        (player.playsAtOnce, preview.wraps, bar.isVisible) = (true, true, true)
        (isPaused, player.isPaused) = (false, false)
        showPause()
        inhibitor.begin()
        listed = assets
        var generator = SystemRandomNumberGenerator()
        let arranged = order.arrange(assets, from: first, using: &generator)
        preview.show(arranged.start, of: arranged.assets)
        window.isFullScreen = true
    }

    /// Continues the slide show with a changed list.
    func update(_ assets: [ListedAsset]) {
        reading?.cancel()
        reading = Task {
            var visible = assets
            do {
                if !showsHidden { visible = try await SlideOrder.unhidden(assets, in: library) }
            } catch {
                // Ends the slide show, because it could show photos that are now hidden.
                if !Task.isCancelled, isOn { end() }
                return
            }
            guard !Task.isCancelled, isOn else { return }
            listed = visible
            preview.update(order.update(preview.assets, to: visible))
        }
    }

    /// Stops the timer, because the viewer shows a different photo. `loaded` starts the timer again.
    func receive() {
        next?.cancel()
        next = nil
        forgetNext()
    }

    /// Starts the timer after the picture has been loaded, or has failed to load.
    func loaded() {
        guard isOn else { return }
        loadNext()
        wait()
    }

    /// Continues after a video or a live photo has ended or failed.
    func ended() {
        guard isOn else { return }
        // The picture of a live photo, or of an asset that cannot be played, is shown for the usual time.
        if player.showsVideo { advance() } else { wait() }
    }

    private func wait() {
        next?.cancel()
        guard !isPaused else { return next = nil }
        next = MainLoop.after(milliseconds: UInt32(time.value) * 1000) { [weak self] in
            // If a video is playing, the player reports its end.
            if let self, !player.isPlaying { advance() }
        }
    }

    private func advance() { if isOn, preview.following != nil { preview.move(by: 1) } }

    private func loadNext() {
        guard let following = preview.following, following.id != preloaded.asset else { return }
        forgetNext()
        preloaded.asset = following.id
        images.load(following.id, as: .large, for: preloaded) { _ in }
    }

    private func forgetNext() {
        if let asset = preloaded.asset { images.forget(asset, as: .large, for: preloaded) }
        preloaded.asset = nil
    }

    func end() {
        guard isOn else { return }
        isOn = false
        receive()
        reading?.cancel()
        inhibitor.end()
        (player.playsAtOnce, player.isPaused) = (false, false)
        (preview.wraps, bar.isVisible) = (false, false)
        if !wasFullScreen { window.isFullScreen = false }
        onEnd()
    }

    // MARK: Controls

    private func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
        player.isPaused = isPaused
        showPause()
        if !player.isPlaying { wait() }
    }

    private func showPause() {
        let text = isPaused ? localized("Continue the Slide Show") : localized("Pause the Slide Show")
        pauseButton.setIcon(isPaused ? "media-playback-start-symbolic" : "media-playback-pause-symbolic")
        pauseButton.setTooltip(text)
        pauseButton.setAccessibleLabel(text)
    }

    private func shuffle(_ isOn: Bool) {
        isShuffled.value = isOn
        guard self.isOn else { return }
        var generator = SystemRandomNumberGenerator()
        preview.update(order.arrange(listed, from: preview.shown?.id, using: &generator).assets)
        loadNext()
    }

    private func timeChanged() {
        time.value = Int(seconds.value.rounded())
        showTime()
        if next != nil { wait() }
    }

    private func showTime() {
        interval.text = localized("{number} s", ["number": "\(time.value)"])
        seconds.setAccessibleValue(counted("{n} second", "{n} seconds", time.value))
    }
}
