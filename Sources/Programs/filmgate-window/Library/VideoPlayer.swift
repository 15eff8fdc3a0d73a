import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateSystem

/// Plays the video of an asset: that of a live photo in the place of the picture, which then comes back.
///
/// Plays what the broker's worker has converted, so that no untrusted file reaches a decoder of this process.
final class VideoPlayer {
    /// Is called with a sentence if the video cannot be made or played.
    var onFailure: (String) -> Void = { _ in }

    private let library: PhotoLibrary
    private let actions: ActionGroup
    private let stack: Stack
    private let progress: ProgressBar
    private let video: VideoView
    private let controls: Widget
    private let live: LivePhotoParts?
    /// The video of the live photo that is shown.
    private var preparing: Task<OwnedDescriptor, any Error>?
    private var asset: ListedAsset?
    /// How often the pictures of the video are turned clockwise by 90 degrees.
    private var quarterTurns = 0
    private var isLive = false
    private var loading: Task<Void, Never>?
    /// The file that is played.
    private var playing: OwnedDescriptor?

    /// How long a live photo is shown before its video is prepared: not while the person passes it.
    private static let pause = Duration.milliseconds(400)

    /// - Parameter live: plays live photos; nil: none are shown.
    init(_ builder: Builder, _ library: PhotoLibrary, live: LivePhotoParts? = nil) {
        self.library = library
        self.live = live
        actions = ActionGroup(
            "video", on: Widget(in: builder, "page"), keysIn: Widget(in: builder, "preview"), beforeChildren: true)
        stack = Stack(in: builder, "media")
        progress = ProgressBar(in: builder, "video-progress")
        controls = Widget(in: builder, "video-controls")
        video = VideoView(Picture(in: builder, "video"), controls: controls)
        actions.add("play", self, keys: "Return|space") { $0.play() }
        live?.video.onFirstFrame = { [weak self] in self?.stack.visibleChild = "live" }
        live?.video.onEnd = { [weak self] in self?.endLive() }
        stack.onLongPress { [weak self] in
            if let self, isLive, playing == nil { play() }
        }
    }

    /// Whether there is something to play.
    var isPlayable: Bool {
        get { actions["play"].isEnabled }
        set { actions["play"].isEnabled = newValue }
    }

    /// Shows the picture of an asset that waits in the inbox, where no fetch finds it.
    ///
    /// - Parameter orientation: as Exif counts.
    func show(_ asset: ListedAsset, orientation: UInt32?) {
        come(to: asset)
        if isPlayable { quarterTurns = Self.quarterTurns(orientation) }
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
        Task {
            let request = FetchRequest.assets(withIdentifiers: [asset.id]).includingHidden.includingTrashed
                .reading([.subtypes, .orientation])
            guard let found = await library.first(request), asset.id == self.asset?.id else { return }
            guard asset.duration == nil else {
                quarterTurns = Self.quarterTurns(found.orientation)
                return
            }
            isLive = live != nil && found.mediaSubtypes.contains(.live)
            isPlayable = isLive
            live?.badge.isVisible = isLive
            guard isLive else { return }
            // Sleeping fails only when its task is cancelled, and nothing cancels this one.
            try? await Task.sleep(for: Self.pause)
            if isLive, asset.id == self.asset?.id { _ = liveVideo(of: asset.id) }
        }
    }

    func stop() {
        loading?.cancel()
        loading = nil
        isLive = false
        live?.badge.isVisible = false
        preparing?.cancel()
        preparing = nil
        live?.video.stop()
        quarterTurns = 0
        video.stop()
        playing = nil
        stack.visibleChild = "picture"
    }

    private func play() {
        if isLive { return playLive() }
        // The next press pauses or continues.
        guard playing == nil else { return video.togglePlaying() }
        guard let asset, loading == nil, asset.duration != nil else { return }
        progress.fraction = 0
        stack.visibleChild = "waiting"
        loading = Task {
            do {
                let made = try await video(of: asset.id)
                guard !Task.isCancelled, asset.id == self.asset?.id else { return }
                loading = nil
                playing = made
                video.play(made.rawValue, quarterTurns: quarterTurns)
                stack.visibleChild = "video"
                controls.grabFocus()
                // The player says later what it cannot play.
                MainLoop.after(milliseconds: 1000) { [weak self] in
                    if let self, playing === made, let problem = video.error { onFailure(problem) }
                }
            } catch {
                guard !Task.isCancelled else { return }
                loading = nil
                stack.visibleChild = "picture"
                onFailure(LibraryEditor.text(of: error))
            }
        }
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
                live.video.play(content.rawValue, quarterTurns: 0)
                MainLoop.after(milliseconds: 1000) { [weak self] in
                    guard let self, playing === content, let problem = live.video.error else { return }
                    endLive()
                    onFailure(problem)
                }
            } catch {
                guard !Task.isCancelled else { return }
                (loading, preparing) = (nil, nil)
                onFailure(LibraryEditor.text(of: error))
            }
        }
    }

    private func endLive() {
        stack.visibleChild = "picture"
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

    private func video(of asset: AssetID) async throws -> OwnedDescriptor {
        for try await delivery in library.video(for: asset, preset: .high) {
            switch delivery {
            case .progress(let part): progress.fraction = part
            case .video(let video): return video.content
            }
        }
        throw PhotoLibraryError.invalidReply("The broker delivered no video.")
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
