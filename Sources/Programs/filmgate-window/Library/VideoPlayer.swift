import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateSystem
import FilmgateText

/// Plays the video of an asset. The asset's picture stays visible until the first frame of the video is ready.
///
/// Plays the stored frames if that is safe. A worker process of the broker copies them without decoding. Otherwise,
/// or if playing fails, shows a converted video while a worker creates it.
final class VideoPlayer {
    /// Called with an error message if the video cannot be created or played.
    var onFailure: (String) -> Void = { _ in }
    /// Called when the person wants to see the next or the previous photo.
    var onTurn: (_ isForward: Bool) -> Void = { _ in }
    /// Called when a video or a live photo has ended, or cannot be played.
    var onEnd: () -> Void = {}
    /// Whether videos and live photos play as soon as they are shown, as in a slide show.
    var playsAtOnce = false
    /// Whether videos are paused, because the slide show is paused.
    var isPaused = false {
        didSet { if isPaused != oldValue, video.hasFrame { video.setPlaying(!isPaused) } }
    }

    private let library: PhotoLibrary
    private let actions: ActionGroup
    private let stack: Stack
    private let progress: ProgressBar
    /// A widget in front of the picture. It is visible while the video is being prepared.
    private let waiting: Widget
    private let video: VideoView
    private let controls: Widget
    private let live: LivePhotoPlayer?
    private var asset: ListedAsset?
    /// Returns the way in which the asset can be played.
    private var findSource: () async -> Source = { Source() }
    /// The task that requests and receives the video.
    private var loading: Task<Void, Never>?
    /// The file or the pipe that the player reads.
    private var playing: OwnedDescriptor?
    /// The file with the whole video, if the player still reads the video from a pipe, in which it cannot seek.
    private var wholeFile: OwnedDescriptor?
    /// The timer that shows that the video is being prepared, unless the video begins earlier.
    private var notice: Timeout?
    /// The videos whose stored frames the player cannot show.
    private var unplayable: Set<AssetID> = []

    /// The time limits for the first frame, in milliseconds: without conversion, and for a converted video.
    private static let storedTime: UInt32 = 1000
    static let convertedTime: UInt32 = 5000
    /// The delay before the page shows that a video without conversion is being prepared, in milliseconds.
    private static let quietTime: UInt32 = 500
    /// The time by which a key press seeks, in seconds.
    private static let step = 5.0

    /// The way in which an asset can be played.
    private struct Source {
        /// Whether to play a converted video instead of the stored frames.
        var mustConvert = true
        /// The number of clockwise quarter turns by which to rotate the video.
        var quarterTurns = 0
        var isSlowMotion = false
    }

    /// - Parameter live: the player of live photos; nil if live photos are not played.
    init(_ builder: Builder, _ library: PhotoLibrary, live: LivePhotoPlayer? = nil) {
        self.library = library
        self.live = live
        let preview = Widget(in: builder, "preview")
        actions = ActionGroup("video", on: Widget(in: builder, "page"), keysIn: preview, beforeChildren: true)
        stack = Stack(in: builder, "media")
        progress = ProgressBar(in: builder, "video-progress")
        waiting = Widget(in: builder, "video-waiting")
        controls = Widget(in: builder, "video-controls")
        video = VideoView(Picture(in: builder, "video"), controls: controls)
        video.onFirstFrame = { [weak self] in self?.began() }
        video.onEnd = { [weak self] in self?.onEnd() }
        let arrows = preview.arrows
        actions.add("play", self, keys: "Return|space") { $0.play() }
        actions.addToggle("full-speed", self) { player, isOn in player.changeSpeed(toFull: isOn) }
        actions.add("back", self, keys: "<Shift>\(arrows.back)") { $0.seek(by: -Self.step) }
        actions.add("forth", self, keys: "<Shift>\(arrows.forth)") { $0.seek(by: Self.step) }
        actions.add("mute", self, keys: "m") { ($0.live?.isPlaying == true ? $0.live?.video : $0.video)?.toggleMuted() }
        // The arrow keys without modifiers show other photos, even after a click on the controls.
        let isMirrored = preview.isRightToLeft
        controls.onKey(beforeChildren: true) { [weak self] key, modifiers in
            guard let self, key == .left || key == .right, modifiers.isDisjoint(with: [.shift, .control, .alt]) else {
                return false
            }
            onTurn((key == .right) != isMirrored)
            return true
        }
        allowSeeking(false)
        live?.onChange = { [weak self] isPlaying in
            self?.stack.visibleChild = isPlaying ? "live" : "picture"
            self?.actions["mute"].isEnabled = isPlaying
        }
        live?.onFailure = { [weak self] in self?.failed($0) }
        live?.onEnd = { [weak self] in self?.onEnd() }
        stack.onLongPress { [weak self] in
            if let live = self?.live, live.isShown, !live.isPlaying { live.toggle() }
        }
    }

    /// Whether a video has been loaded or is being prepared, even if it is paused or has ended.
    var isPlaying: Bool { playing != nil || loading != nil }
    /// Whether a video is shown instead of its picture.
    var showsVideo: Bool { video.hasFrame }

    /// Whether a live photo is shown.
    var isLive: Bool { live?.isShown == true }

    /// Whether the shown asset can be played.
    var isPlayable: Bool {
        get { actions["play"].isEnabled }
        set { actions["play"].isEnabled = newValue }
    }

    /// Whether the shown asset is a video in slow motion, for which the person can choose the speed. Every video begins
    /// slowly.
    private func allowFullSpeed(_ isAllowed: Bool) {
        actions["full-speed"].isOn = false
        actions["full-speed"].isEnabled = isAllowed
    }

    /// Enables or disables the actions that apply while a video is on the screen.
    private func allowSeeking(_ isAllowed: Bool) {
        for name in ["back", "forth", "mute"] { actions[name].isEnabled = isAllowed }
    }

    /// Shows the picture of an asset that is still in the inbox. Fetches do not return such assets.
    ///
    /// - Parameter orientation: the Exif orientation of the video.
    func show(_ asset: ListedAsset, orientation: UInt32?) {
        come(to: asset)
        // The stored frames of inbox items are not played, because the person may not trust the apps that added them.
        findSource = { Source(quarterTurns: Self.quarterTurns(orientation)) }
    }

    private func come(to asset: ListedAsset) {
        stop()
        self.asset = asset
        allowFullSpeed(false)
        isPlayable = asset.isVideo
    }

    /// Shows the picture of an asset, and stops the video of the previous asset.
    func show(_ asset: ListedAsset) {
        come(to: asset)
        let library = library
        findSource = { await Self.source(of: asset.id, in: library) }
        if asset.duration != nil, playsAtOnce { play() }
        Task {
            let found = await library.first(Self.request(asset.id).reading([.subtypes]))
            guard let subtypes = found?.mediaSubtypes, asset.id == self.asset?.id else { return }
            guard asset.duration == nil else { return allowFullSpeed(subtypes.contains(.slowMotion)) }
            guard subtypes.contains(.live), let live else { return }
            live.show(asset.id)
            isPlayable = true
            if playsAtOnce { live.toggle() }
        }
    }

    private static func request(_ asset: AssetID) -> FetchRequest<Asset> {
        .assets(withIdentifiers: [asset]).includingHidden.includingTrashed
    }

    private static func source(of asset: AssetID, in library: PhotoLibrary) async -> Source {
        let request = request(asset).reading([.subtypes, .orientation, .hasAdjustments])
        guard let found = await library.first(request) else { return Source() }
        // The desktop's player decodes stored frames outside the workers' sandbox, so it must not get frames that an
        // app has created.
        let isOwn = await library.first(request.addedByOwner) != nil && !found.hasAdjustments
        // GTK's players show the colors of HDR videos too pale.
        return Source(
            mustConvert: !isOwn || found.mediaSubtypes.contains(.hdr), quarterTurns: quarterTurns(found.orientation),
            isSlowMotion: found.mediaSubtypes.contains(.slowMotion))
    }

    func stop() {
        loading?.cancel()
        loading = nil
        live?.clear()
        endPlaying()
        stack.visibleChild = "picture"
        waiting.isVisible = false
    }

    private func endPlaying() {
        notice?.cancel()
        allowSeeking(false)
        video.onError = {}
        video.stop()
        (playing, wholeFile) = (nil, nil)
    }

    // MARK: Playing

    private func play() {
        if let live, live.isShown { return live.toggle() }
        // If the video is already loaded, pauses, continues or restarts it.
        guard playing == nil else {
            if video.hasFrame, !replay(from: 0, if: video.hasEnded) { video.togglePlaying() }
            return
        }
        guard let asset, asset.isVideo, loading == nil else { return }
        let findSource = findSource
        loading = Task {
            let source = await findSource()
            if !Task.isCancelled { await load(asset.id, source) }
        }
    }

    /// Plays the video from its beginning at the other speed.
    private func changeSpeed(toFull isFull: Bool) {
        guard isFull || isPlaying else { return }
        loading?.cancel()
        loading = nil
        endPlaying()
        stack.visibleChild = "picture"
        play()
    }

    /// Requests the video from the broker, and plays it.
    private func load(_ asset: AssetID, _ source: Source) async {
        let isConverted = source.mustConvert || unplayable.contains(asset)
        progress.fraction = 0
        // Stored frames usually arrive immediately, so their notice is delayed.
        notice = MainLoop.after(milliseconds: isConverted ? 0 : Self.quietTime) { [weak self] in
            self?.waiting.isVisible = true
        }
        let isSlow = source.isSlowMotion && !actions["full-speed"].isOn
        // For stored frames, requests the original version, so that the player never gets frames from an edit by an
        // app.
        let deliveries =
            isConverted
            ? library.video(for: asset, preset: .high, isSlowMotion: isSlow, isProgressive: true)
            : library.video(for: asset, preset: .passthrough, version: .original, isSlowMotion: isSlow)
        do {
            var incoming: IncomingVideo?
            for try await delivery in deliveries {
                guard !Task.isCancelled else { return }
                switch delivery {
                case .progress(let part): progress.fraction = part
                case .video(let video): incoming = try begin(video, source, isConverted ? nil : asset)
                }
            }
            guard !Task.isCancelled, playing != nil, let incoming else { return }
            wholeFile = incoming.file
            // If the player has not shown a frame from the pipe, it gets the whole file.
            _ = replay(from: 0, if: !video.hasFrame)
        } catch {
            guard !Task.isCancelled else { return }
            if !isConverted { return convert(asset, source) }
            let sentence = LibraryEditor.text(of: error)
            // The player still plays the received part to its end.
            guard !video.hasFrame else { return onFailure(sentence) }
            endPlaying()
            stopWaiting()
            failed(sentence)
        }
    }

    /// - Parameter stored: the asset if the video consists of its stored frames; nil for a converted video.
    /// - Returns: the video if it is still arriving; otherwise nil.
    private func begin(_ content: PhotoVideo, _ source: Source, _ stored: AssetID?) throws -> IncomingVideo? {
        let incoming = content.isProgressive ? try IncomingVideo(content.content) : nil
        let descriptor = incoming?.reading ?? content.content
        playing = descriptor
        video.onError = { [weak self] in
            if let stored { self?.convert(stored, source) } else { self?.giveUp() }
        }
        // There is no time limit for a progressive video, because the worker may send nothing for some time.
        let time = content.isProgressive ? nil : stored == nil ? Self.convertedTime : Self.storedTime
        video.play(descriptor.rawValue, quarterTurns: source.quarterTurns, within: time)
        return incoming
    }

    /// Plays the video from the file instead of the pipe, if this is needed and the file is complete.
    ///
    /// - Returns: whether the player now plays the file.
    private func replay(from seconds: Double, if isNeeded: Bool) -> Bool {
        guard isNeeded, let file = wholeFile else { return false }
        (playing, wholeFile) = (file, nil)
        video.play(file.rawValue, quarterTurns: video.quarterTurns, within: Self.convertedTime)
        if seconds > 0 { video.seek(to: seconds) }
        return true
    }

    private func seek(by seconds: Double) {
        if !replay(from: max(0, video.position + seconds), if: !video.isSeekable) { video.seek(by: seconds) }
    }

    /// Shows the video instead of the picture when the first frame is ready.
    private func began() {
        notice?.cancel()
        waiting.isVisible = false
        stack.visibleChild = "video"
        allowSeeking(true)
        if isPaused { video.setPlaying(false) }
    }

    /// Requests a converted video, because the player cannot show the stored frames.
    private func convert(_ asset: AssetID, _ source: Source) {
        guard asset == self.asset?.id else { return }
        loading?.cancel()
        endPlaying()
        stack.visibleChild = "picture"
        unplayable.insert(asset)
        loading = Task { await load(asset, source) }
    }

    /// Shows the picture and an error, because the player cannot show the converted video.
    private func giveUp() {
        guard playing != nil else { return }
        let failure = Self.failure(video)
        endPlaying()
        stack.visibleChild = "picture"
        stopWaiting()
        failed(failure)
    }

    private func stopWaiting() {
        notice?.cancel()
        loading?.cancel()
        loading = nil
        waiting.isVisible = false
    }

    private func failed(_ sentence: String) {
        onFailure(sentence)
        onEnd()
    }

    /// Returns an error message for a video that does not play. Omits the beginning of GStreamer's message, which names
    /// a component of the player.
    static func failure(_ video: VideoView) -> String {
        video.error.flatMap { Text.singleLine($0.split(separator: ": ").last.map(String.init)) }
            .map { localized("This video cannot be played: {reason}", ["reason": $0]) }
            ?? localized("This video cannot be played. The desktop's player, GStreamer, may lack a plug-in for H.264.")
    }

    /// Returns the number of clockwise quarter turns for an Exif orientation. The window rotates videos itself, because
    /// GTK's players ignore the rotation of a video track.
    private static func quarterTurns(_ orientation: UInt32?) -> Int {
        switch orientation {
        case 3: 2
        case 6: 1
        case 8: 3
        default: 0
        }
    }
}
