import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateSystem

/// Plays the video of an asset.
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
    private var asset: ListedAsset?
    /// How often the pictures of the video are turned clockwise by 90 degrees.
    private var quarterTurns = 0
    private var isLive = false
    private var loading: Task<Void, Never>?
    /// The file that is played.
    private var playing: OwnedDescriptor?

    init(_ builder: Builder, _ library: PhotoLibrary) {
        self.library = library
        actions = ActionGroup(
            "video", on: Widget(in: builder, "page"), keysIn: Widget(in: builder, "preview"), beforeChildren: true)
        stack = Stack(in: builder, "media")
        progress = ProgressBar(in: builder, "video-progress")
        controls = Widget(in: builder, "video-controls")
        video = VideoView(Picture(in: builder, "video"), controls: controls)
        actions.add("play", self, keys: "Return") { $0.play() }
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
            isLive = found.mediaSubtypes.contains(.live)
            isPlayable = isLive
        }
    }

    func stop() {
        loading?.cancel()
        loading = nil
        isLive = false
        quarterTurns = 0
        video.stop()
        playing = nil
        stack.visibleChild = "picture"
    }

    private func play() {
        // The next press pauses or continues.
        guard playing == nil else { return video.togglePlaying() }
        guard let asset, loading == nil, asset.duration != nil || isLive else { return }
        progress.fraction = 0
        stack.visibleChild = "waiting"
        let (library, isLive) = (library, isLive)
        loading = Task {
            do {
                let made =
                    isLive
                    ? try await library.livePhoto(for: asset.id).last.pairedVideo.content
                    : try await video(of: asset.id)
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
