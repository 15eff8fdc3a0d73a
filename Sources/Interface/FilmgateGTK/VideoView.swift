import CFilmgateGTK

// Compiler fault: 4
/// Plays a video in a picture, with controls below it.
@MainActor public final class VideoView {
    private let picture: Picture
    private let controls: Widget
    private var stream: UnsafeMutablePointer<GtkMediaStream>?

    public init(_ picture: Picture, controls: Widget) {
        self.picture = picture
        self.controls = controls
    }

    isolated deinit { stop() }

    /// Plays a file from its beginning.
    ///
    /// - Parameters:
    ///   - descriptor: of the file, which is opened again.
    ///   - quarterTurns: how often the pictures are turned clockwise by 90 degrees.
    public func play(_ descriptor: Int32, quarterTurns: Int) {
        stop()
        guard let stream = gtk_media_file_new_for_filename("/proc/self/fd/\(descriptor)") else { return }
        self.stream = stream
        gtk_media_controls_set_media_stream(controls.opaque, stream)
        let paintable = OpaquePointer(stream)
        if quarterTurns % 4 == 0 {
            gtk_picture_set_paintable(picture.opaque, paintable)
        } else {
            let turned = turnedPaintable(paintable, quarterTurns: quarterTurns)
            gtk_picture_set_paintable(picture.opaque, turned)
            if let turned { g_object_unref(UnsafeMutableRawPointer(turned)) }
        }
        gtk_media_stream_play(stream)
    }

    /// The fault of the file; nil if it has none.
    public var error: String? {
        guard let stream, let error = gtk_media_stream_get_error(stream), let message = error.pointee.message else {
            return nil
        }
        return String(cString: message)
    }

    public func togglePlaying() {
        guard let stream else { return }
        if gtk_media_stream_get_playing(stream) != 0 {
            gtk_media_stream_pause(stream)
        } else {
            gtk_media_stream_play(stream)
        }
    }

    public func stop() {
        guard let stream else { return }
        gtk_media_stream_pause(stream)
        gtk_media_controls_set_media_stream(controls.opaque, nil)
        gtk_picture_set_paintable(picture.opaque, nil)
        g_object_unref(UnsafeMutableRawPointer(stream))
        self.stream = nil
    }
}
