import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateSystem
import FilmgateText

/// Plays the video of an asset. The picture stays until the first frame is there, and comes back after a live photo.
///
/// Plays the stored frames first, in a file that the broker's worker made, without decoding them. If the player cannot
/// show them, it plays what the worker has converted.
final class VideoPlayer {
    /// Is called with a sentence if the video cannot be made or played.
    var onFailure: (String) -> Void = { _ in }
    /// Is called if the person wants the photo after this one, or the one before.
    var onTurn: (_ isForward: Bool) -> Void = { _ in }
    /// Is called when a video or a live photo has come to its end, or cannot be played.
    var onEnd: () -> Void = {}
    /// Whether videos and live photos play as soon as they are shown, as in a slide show.
    var playsAtOnce = false
    /// Whether a video waits that would play otherwise.
    var isPaused = false {
        didSet { if isPaused != oldValue, video.hasFrame { video.setPlaying(!isPaused) } }
    }

    private let library: PhotoLibrary
    private let actions: ActionGroup
    private let stack: Stack
    private let progress: ProgressBar
    /// Over the picture.
    private let waiting: Widget
    private let video: VideoView
    private let controls: Widget
    private let live: LivePhotoParts?
    /// Whether a live photo is shown, which can be played.
    private(set) var isLive = false
    /// The video of the live photo that is shown.
    private var preparing: Task<OwnedDescriptor, any Error>?
    private var asset: ListedAsset?
    /// What the player needs to know of the asset, once it is read.
    private var facts: Task<Facts, Never>?
    private var loading: Task<Void, Never>?
    /// The file that is played.
    private var playing: OwnedDescriptor?
    /// Ends the attempt to play the file.
    private var patience: Timeout?
    /// The videos whose stored frames the player cannot show.
    private var unplayable: Set<AssetID> = []

    /// How long the first frame may take, in milliseconds: of the stored frames, and of what was converted for the
    /// player.
    private static let (storedTime, convertedTime): (UInt32, UInt32) = (1000, 5000)
    /// How long nothing says that the video is prepared, in milliseconds.
    private static let quietTime: UInt32 = 500
    /// How far a key moves in the video, in seconds.
    private static let step = 5

    /// What decides how an asset is played.
    private struct Facts {
        var isLive = false
        /// Whether the stored frames must not be played.
        var mustConvert = false
        /// How often the pictures of the video are turned clockwise by 90 degrees.
        var quarterTurns = 0
    }

    /// How long a live photo is shown before its video is prepared: not while the person passes it.
    private static let pause = Duration.milliseconds(400)

    /// - Parameter live: plays live photos; nil: none are shown.
    init(_ builder: Builder, _ library: PhotoLibrary, live: LivePhotoParts? = nil) {
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
        actions.add("back", self, keys: "<Shift>\(arrows.back)") { $0.video.seek(by: -Self.step) }
        actions.add("forth", self, keys: "<Shift>\(arrows.forth)") { $0.video.seek(by: Self.step) }
        actions.add("mute", self, keys: "m") { $0.isLive ? $0.live?.video.toggleMuted() : $0.video.toggleMuted() }
        // The arrows alone show other photos, also after a click on the controls.
        let isMirrored = preview.isRightToLeft
        controls.onKey(beforeChildren: true) { [weak self] key, modifiers in
            guard let self, key == .left || key == .right, modifiers.isDisjoint(with: [.shift, .control, .alt]) else {
                return false
            }
            onTurn((key == .right) != isMirrored)
            return true
        }
        allowSeeking(false)
        live?.video.onFirstFrame = { [weak self] in self?.beganLive() }
        live?.video.onEnd = { [weak self] in
            self?.endLive()
            self?.onEnd()
        }
        stack.onLongPress { [weak self] in
            if let self, isLive, playing == nil { play() }
        }
    }

    /// Whether a video or a live photo plays, or is prepared.
    var isPlaying: Bool { playing != nil || loading != nil }
    /// Whether a video is shown, in place of its picture.
    var showsVideo: Bool { video.hasFrame }

    /// Whether there is something to play.
    var isPlayable: Bool {
        get { actions["play"].isEnabled }
        set { actions["play"].isEnabled = newValue }
    }

    /// While there is a video on the screen.
    private func allowSeeking(_ isAllowed: Bool) {
        for name in ["back", "forth", "mute"] { actions[name].isEnabled = isAllowed }
    }

    /// Shows the picture of an asset that waits in the inbox, where no fetch finds it.
    ///
    /// - Parameter orientation: as Exif counts.
    func show(_ asset: ListedAsset, orientation: UInt32?) {
        come(to: asset)
        // What waits there may come from an app that the person does not trust.
        facts = Task { Facts(mustConvert: true, quarterTurns: Self.quarterTurns(orientation)) }
    }

    private func come(to asset: ListedAsset) {
        stop()
        self.asset = asset
        isPlayable = asset.duration != nil
    }

    /// Shows the picture of an asset, and not the video of the one before.
    func show(_ asset: ListedAsset) {
        come(to: asset)
        let library = library
        let facts = Task { await Self.facts(of: asset, from: library) }
        self.facts = facts
        if playsAtOnce, asset.duration != nil { play() }
        Task {
            let isLive = await facts.value.isLive
            guard isLive, let live, asset.id == self.asset?.id else { return }
            (self.isLive, isPlayable, live.badge.isVisible) = (true, true, true)
            if playsAtOnce { return playLive() }
            // Sleeping fails only when its task is cancelled, and nothing cancels this one.
            try? await Task.sleep(for: Self.pause)
            if self.isLive, asset.id == self.asset?.id { _ = liveVideo(of: asset.id) }
        }
    }

    private static func facts(of asset: ListedAsset, from library: PhotoLibrary) async -> Facts {
        let request = FetchRequest.assets(withIdentifiers: [asset.id]).includingHidden.includingTrashed
            .reading([.subtypes, .orientation, .hasAdjustments])
        guard let found = await library.first(request) else { return Facts(mustConvert: true) }
        guard asset.duration != nil else { return Facts(isLive: found.mediaSubtypes.contains(.live)) }
        // The desktop's player decodes stored frames outside the workers' sandbox, so it gets none that an app made.
        let isOwn = await library.first(request.addedByOwner) != nil && !found.hasAdjustments
        // GTK's players show HDR too pale.
        return Facts(
            mustConvert: !isOwn || found.mediaSubtypes.contains(.hdr), quarterTurns: quarterTurns(found.orientation))
    }

    func stop() {
        loading?.cancel()
        loading = nil
        facts = nil
        isLive = false
        live?.badge.isVisible = false
        preparing?.cancel()
        preparing = nil
        live?.video.onError = {}
        live?.video.stop()
        endPlaying()
        stack.visibleChild = "picture"
        waiting.isVisible = false
    }

    private func endPlaying() {
        patience?.cancel()
        patience = nil
        allowSeeking(false)
        video.onError = {}
        video.stop()
        playing = nil
    }

    // MARK: Playing

    private func play() {
        if isLive { return playLive() }
        // The next press pauses or continues.
        guard playing == nil else {
            if video.hasFrame { video.togglePlaying() }
            return
        }
        guard let asset, loading == nil, let facts else { return }
        loading = Task {
            let facts = await facts.value
            guard !Task.isCancelled else { return }
            guard asset.duration != nil else { return loading = nil }
            await load(asset.id, facts)
        }
    }

    /// Gets the video from the broker, and begins to play it.
    private func load(_ asset: AssetID, _ facts: Facts) async {
        let isConverted = facts.mustConvert || unplayable.contains(asset)
        progress.fraction = 0
        // Stored frames usually come at once.
        patience = MainLoop.after(milliseconds: isConverted ? 0 : Self.quietTime) { [weak self] in
            self?.waiting.isVisible = true
        }
        do {
            let made = try await video(of: asset, isConverted ? .high : .passthrough)
            guard !Task.isCancelled, asset == self.asset?.id else { return }
            loading = nil
            playing = made
            patience?.cancel()
            let giveUp: () -> Void = { [weak self] in self?.giveUp(asset, facts, isConverted: isConverted) }
            video.onError = giveUp
            video.play(made.rawValue, quarterTurns: facts.quarterTurns)
            guard playing === made, !video.hasFrame else { return }
            patience = MainLoop.after(milliseconds: isConverted ? Self.convertedTime : Self.storedTime, giveUp)
            // A player without its media module fails at once.
            if video.error != nil { giveUp() }
        } catch {
            guard !Task.isCancelled else { return }
            patience?.cancel()
            if !isConverted {
                unplayable.insert(asset)
                return await load(asset, facts)
            }
            loading = nil
            waiting.isVisible = false
            failed(LibraryEditor.text(of: error))
        }
    }

    /// The first frame is there.
    private func began() {
        patience?.cancel()
        patience = nil
        waiting.isVisible = false
        stack.visibleChild = "video"
        allowSeeking(true)
        if isPaused { video.setPlaying(false) }
    }

    /// The player shows no frame of the file.
    private func giveUp(_ asset: AssetID, _ facts: Facts, isConverted: Bool) {
        guard playing != nil, asset == self.asset?.id else { return }
        let failure = Self.failure(video)
        endPlaying()
        stack.visibleChild = "picture"
        if isConverted {
            waiting.isVisible = false
            failed(failure)
        } else {
            unplayable.insert(asset)
            loading = Task { await load(asset, facts) }
        }
    }

    private func failed(_ sentence: String) {
        onFailure(sentence)
        onEnd()
    }

    /// Says why a video does not play. GStreamer's sentence stands behind the name of a part of the player.
    private static func failure(_ video: VideoView) -> String {
        video.error.flatMap { Text.singleLine($0.split(separator: ": ").last.map(String.init)) }
            .map { localized("This video cannot be played: {reason}", ["reason": $0]) }
            ?? localized("This video cannot be played. The desktop's player, GStreamer, may lack a plug-in for H.264.")
    }

    private func video(of asset: AssetID, _ preset: VideoSpecification.Preset) async throws -> OwnedDescriptor {
        for try await delivery in library.video(for: asset, preset: preset) {
            switch delivery {
            case .progress(let part): progress.fraction = part
            case .video(let video): return video.content
            }
        }
        throw PhotoLibraryError.invalidReply("The broker delivered no video.")
    }

    /// Plays a live photo once, or shows its picture again. The picture stays until the first frame is there.
    private func playLive() {
        guard playing == nil else { return endLive() }
        guard let asset, let live, loading == nil else { return }
        let made = liveVideo(of: asset.id)
        loading = Task {
            do {
                let content = try await made.value
                guard !Task.isCancelled, asset.id == self.asset?.id else { return }
                loading = nil
                playing = content
                live.video.onError = { [weak self] in self?.giveUpLive() }
                live.video.play(content.rawValue, quarterTurns: 0)
                guard playing === content, !live.video.hasFrame else { return }
                patience = MainLoop.after(milliseconds: Self.convertedTime) { [weak self] in self?.giveUpLive() }
                if live.video.error != nil { giveUpLive() }
            } catch {
                guard !Task.isCancelled else { return }
                (loading, preparing) = (nil, nil)
                failed(LibraryEditor.text(of: error))
            }
        }
    }

    private func beganLive() {
        patience?.cancel()
        stack.visibleChild = "live"
        actions["mute"].isEnabled = true
    }

    private func giveUpLive() {
        guard playing != nil, isLive, let live else { return }
        let failure = Self.failure(live.video)
        endLive()
        failed(failure)
    }

    private func endLive() {
        patience?.cancel()
        actions["mute"].isEnabled = false
        stack.visibleChild = "picture"
        live?.video.onError = {}
        live?.video.stop()
        playing = nil
    }

    /// Prepares the video of a live photo, once.
    private func liveVideo(of asset: AssetID) -> Task<OwnedDescriptor, any Error> {
        if let preparing { return preparing }
        let library = library
        // The window has the picture already, so that this one can be small.
        let task = Task {
            try await library.livePhoto(for: asset, as: .fitting(64, 64), delivery: .fast).last.pairedVideo.content
        }
        preparing = task
        return task
    }

    /// The track of a video says how its pictures are turned, which GTK's players do not read.
    ///
    /// - Parameter orientation: as Exif counts.
    private static func quarterTurns(_ orientation: UInt32?) -> Int {
        switch orientation {
        case 3: 2
        case 6: 1
        case 8: 3
        default: 0
        }
    }
}

/// Where a live photo plays, and the mark that says that it can.
struct LivePhotoParts {
    let video: VideoView
    let badge: Widget

    init(_ builder: Builder) {
        video = VideoView(Picture(in: builder, "live-video"), controls: nil)
        badge = Widget(in: builder, "live")
    }
}
