import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateSystem

/// Plays the video of a live photo in place of its picture, which stays until the first frame has been decoded.
final class LivePhotoPlayer {
    let video: VideoView
    /// Called when the first frame is ready, and when the picture must be shown again.
    var onChange: (_ isPlaying: Bool) -> Void = { _ in }
    /// Called when the video has ended.
    var onEnd: () -> Void = {}
    /// Called with a sentence if the video cannot be made or played.
    var onFailure: (String) -> Void = { _ in }

    private let library: PhotoLibrary
    /// The badge of a photo that can be played.
    private let badge: Widget
    private var asset: AssetID?
    /// The task that makes the video, once.
    private var preparing: Task<OwnedDescriptor, any Error>?
    private var loading: Task<Void, Never>?
    /// The file that is played.
    private var playing: OwnedDescriptor?

    /// How long a photo must be shown before its video is prepared, so that no video is prepared for photos that are
    /// skipped.
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
            // Sleeping fails only if its task is cancelled, and nothing cancels this task.
            try? await Task.sleep(for: Self.pause)
            if asset == self.asset { _ = content(of: asset) }
        }
    }

    /// Stops playing, because another photo is shown.
    func clear() {
        loading?.cancel()
        preparing?.cancel()
        (loading, preparing, asset) = (nil, nil, nil)
        badge.isVisible = false
        end()
    }

    /// Plays the photo once, or shows its picture again.
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
        // The window already has the picture, so the picture of this request can be small.
        let task = Task {
            try await library.livePhoto(for: asset, as: .fitting(64, 64), delivery: .fast).last.pairedVideo.content
        }
        preparing = task
        return task
    }
}
