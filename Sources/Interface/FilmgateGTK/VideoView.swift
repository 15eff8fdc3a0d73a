import CFilmgateGTK

// Compiler fault: 4
/// Plays a video in a `Picture`.
@MainActor public final class VideoView {
    /// Called once for each video, when its first frame has been decoded.
    public var onFirstFrame: () -> Void = {}
    /// Called when the player cannot play the file, or does not decode its first frame within the time limit.
    public var onError: () -> Void = {}
    /// Called when a video has ended.
    public var onEnd: () -> Void = {}
    /// Whether the first frame of the video has been decoded.
    public private(set) var hasFrame = false
    /// The number of quarter turns, clockwise, by which the pictures are rotated.
    public private(set) var quarterTurns = 0

    private let picture: Picture
    private let controls: Widget?
    private var stream: UnsafeMutablePointer<GtkMediaStream>?
    /// The position to seek to as soon as the player can, in seconds.
    private var target: Double?
    /// The timer that calls `onError` if the first frame does not appear in time.
    private var patience: Timeout?
    /// Whether the person has muted the sound of videos, in all views.
    private static let isMuted = RememberedFlag("muted")

    /// - Parameter controls: the controls below the picture; nil for none.
    public init(_ picture: Picture, controls: Widget?) {
        self.picture = picture
        self.controls = controls
    }

    isolated deinit { stop() }

    /// Plays a file from its beginning, with sound unless the person last chose to mute videos.
    ///
    /// - Parameters:
    ///   - descriptor: an open descriptor, through which the player opens the file again.
    ///   - quarterTurns: the number of quarter turns, clockwise, by which the pictures are rotated.
    ///   - time: the time limit for the first frame, in milliseconds; nil for none.
    public func play(_ descriptor: Int32, quarterTurns: Int = 0, within time: UInt32?) {
        stop()
        guard let stream = gtk_media_file_new_for_filename("/proc/self/fd/\(descriptor)") else { return }
        self.stream = stream
        self.quarterTurns = quarterTurns
        // Stays muted until the first frame, so that a file without visible frames is not heard.
        gtk_media_stream_set_muted(stream, 1)
        let raw = UnsafeMutableRawPointer(stream)
        connect(raw, "notify::muted") { [weak self] in
            guard let self, self.stream == stream, hasFrame else { return }
            Self.isMuted.value = gtk_media_stream_get_muted(stream) != 0
        }
        connect(raw, "notify::error") { [weak self] in
            if let self, self.stream == stream, error != nil { onError() }
        }
        connect(raw, "invalidate-contents") { [weak self] in self?.drawn(stream) }
        // The player may become seekable only after the first frame.
        connect(raw, "notify::seekable") { [weak self] in if let self, self.stream == stream { goToTarget() } }
        if let controls { gtk_media_controls_set_media_stream(controls.opaque, stream) }
        let paintable = OpaquePointer(stream)
        connect(raw, "notify::ended") { [weak self] in
            if let self, self.stream == stream, gtk_media_stream_get_ended(stream) != 0 { onEnd() }
        }
        if quarterTurns % 4 == 0 {
            gtk_picture_set_paintable(picture.opaque, paintable)
        } else {
            let turned = turnedPaintable(paintable, quarterTurns: quarterTurns)
            gtk_picture_set_paintable(picture.opaque, turned)
            if let turned { g_object_unref(UnsafeMutableRawPointer(turned)) }
        }
        gtk_media_stream_play(stream)
        guard self.stream == stream, !hasFrame else { return }
        patience = time.map {
            MainLoop.after(milliseconds: $0) { [weak self] in
                if let self, self.stream == stream, !hasFrame { onError() }
            }
        }
        // If GTK's media module is not installed, the stream fails immediately.
        if error != nil { onError() }
    }

    private func drawn(_ drawn: UnsafeMutablePointer<GtkMediaStream>) {
        // A new stream has no size.
        guard stream == drawn, !hasFrame, gdk_paintable_get_intrinsic_width(OpaquePointer(drawn)) > 0 else { return }
        gtk_media_stream_set_muted(drawn, Self.isMuted.value ? 1 : 0)
        hasFrame = true
        patience?.cancel()
        goToTarget()
        onFirstFrame()
    }

    /// The player's error about the file; nil if there is none.
    public var error: String? {
        guard let stream, let error = gtk_media_stream_get_error(stream), let message = error.pointee.message else {
            return nil
        }
        return String(cString: message)
    }

    public func togglePlaying() {
        if let stream { setPlaying(gtk_media_stream_get_playing(stream) == 0) }
    }

    public func setPlaying(_ isPlaying: Bool) {
        guard let stream else { return }
        if isPlaying { gtk_media_stream_play(stream) } else { gtk_media_stream_pause(stream) }
    }

    public func toggleMuted() {
        guard let stream else { return }
        gtk_media_stream_set_muted(stream, gtk_media_stream_get_muted(stream) != 0 ? 0 : 1)
    }

    /// Whether the video has reached its end.
    public var hasEnded: Bool { stream.map { gtk_media_stream_get_ended($0) != 0 } ?? false }

    public var isSeekable: Bool { stream.map { gtk_media_stream_is_seekable($0) != 0 } ?? false }

    /// The current position, in seconds.
    public var position: Double { stream.map { Double(gtk_media_stream_get_timestamp($0)) / 1e6 } ?? 0 }

    /// Seeks relative to the current position.
    ///
    /// - Parameter seconds: the distance; negative to go back.
    public func seek(by seconds: Double) { seek(to: position + seconds) }

    /// Seeks to a position as soon as the first frame is shown and the player can seek.
    public func seek(to seconds: Double) {
        target = seconds
        goToTarget()
    }

    private func goToTarget() {
        guard let stream, let seconds = target, hasFrame, isSeekable else { return }
        target = nil
        let duration = gtk_media_stream_get_duration(stream)
        let moment = Int(min(seconds, 1e9) * 1e6)
        gtk_media_stream_seek(stream, max(0, duration > 0 ? min(moment, duration) : moment))
    }

    public func stop() {
        (hasFrame, target) = (false, nil)
        patience?.cancel()
        guard let stream else { return }
        self.stream = nil
        gtk_media_stream_pause(stream)
        if let controls { gtk_media_controls_set_media_stream(controls.opaque, nil) }
        gtk_picture_set_paintable(picture.opaque, nil)
        g_object_unref(UnsafeMutableRawPointer(stream))
    }
}
