import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateSystem

/// Plays the video of a live photo. The picture stays visible until the first frame of the video is ready.
final class LivePhotoPlayer {
    let video: VideoView
    /// Called with true when the first frame is ready, and with false when the picture must be shown again.
    var onChange: (_ isPlaying: Bool) -> Void = { _ in }
    /// Called when the video has ended.
    var onEnd: () -> Void = {}
    /// Called with an error message if the video cannot be created or played.
    var onFailure: (String) -> Void = { _ in }

    private let library: PhotoLibrary
    /// The badge that marks a live photo.
    private let badge: Widget
    private var asset: AssetID?
    /// The task that requests the video of the photo; nil before the request.
    private var preparing: Task<OwnedDescriptor, any Error>?
    private var loading: Task<Void, Never>?
    /// The file of the playing video; nil if no video is playing.
    private var playing: OwnedDescriptor?

    /// The time for which a photo must be shown before its video is requested, so that skipped photos need no video.
    private static let pause = Duration.milliseconds(400)

    init(_ builder: Builder, _ library: PhotoLibrary) {
        self.library = library
        video = VideoView(Picture(in: builder, "live-video"), controls: nil)
        badge = Widget(in: builder, "live")
        video.onFirstFrame = { [weak self] in self?.onChange(true) }
        video.onEnd = { [weak self] in
            self?.end()
            self?.onEnd()
        }
    }

    /// Whether a live photo is shown.
    var isShown: Bool { asset != nil }
    var isPlaying: Bool { playing != nil }

    func show(_ asset: AssetID) {
        self.asset = asset
        badge.isVisible = true
        Task {
            // Sleeping fails only if the task is cancelled, and nothing cancels this task.
            try? await Task.sleep(for: Self.pause)
            if asset == self.asset { _ = content(of: asset) }
        }
    }

    /// Stops loading and playing, before a different photo is shown.
    func clear() {
        loading?.cancel()
        preparing?.cancel()
        (loading, preparing, asset) = (nil, nil, nil)
        badge.isVisible = false
        end()
    }

    /// Plays the video once. If the video is already playing, shows the picture again.
    func toggle() {
        guard playing == nil else { return end() }
        guard let asset, loading == nil else { return }
        let made = content(of: asset)
        loading = Task {
            do {
                let content = try await made.value
                guard !Task.isCancelled else { return }
                (loading, playing) = (nil, content)
                video.onError = { [weak self] in self?.giveUp() }
                video.play(content.rawValue, within: VideoPlayer.convertedTime)
            } catch {
                guard !Task.isCancelled else { return }
                (loading, preparing) = (nil, nil)
                onFailure(LibraryEditor.text(of: error))
            }
        }
    }

    private func giveUp() {
        guard playing != nil else { return }
        let failure = VideoPlayer.failure(video)
        end()
        onFailure(failure)
    }

    private func end() {
        guard playing != nil else { return }
        video.onError = {}
        video.stop()
        playing = nil
        onChange(false)
    }

    private func content(of asset: AssetID) -> Task<OwnedDescriptor, any Error> {
        if let preparing { return preparing }
        let library = library
        // The window already has the picture, so this request asks for a small picture.
        let task = Task {
            try await library.livePhoto(for: asset, as: .fitting(64, 64), delivery: .fast).last.pairedVideo.content
        }
        preparing = task
        return task
    }
}
