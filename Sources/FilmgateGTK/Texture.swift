internal import CFilmgateGTK
internal import Glibc

/// Pixels that widgets can draw.
///
/// GDK's textures never change, and can be used on any thread.
public nonisolated final class Texture: @unchecked Sendable {
    fileprivate let pointer: OpaquePointer

    private init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// Decodes a JPEG. Takes some milliseconds, so do not call it on the main thread.
    ///
    /// - Returns: nil for any other kind of file, and for a damaged one.
    public static func jpeg(_ bytes: [UInt8]) -> Texture? {
        // Nothing but a JPEG reaches a decoder: GDK would try everything that it knows.
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        guard let content = g_bytes_new(bytes, gsize(bytes.count)) else { return nil }
        defer { g_bytes_unref(content) }
        return gdk_texture_new_from_bytes(content, nil).map(Texture.init)
    }

    public var width: Int { Int(gdk_texture_get_width(pointer)) }
    public var height: Int { Int(gdk_texture_get_height(pointer)) }
    /// How much memory it takes, about.
    public var byteCount: Int { width * height * 4 }
}

/// Shows a texture.
public final class Picture: Widget {
    /// - Parameter covers: whether it fills its place, and cuts what does not fit.
    public convenience init(covers: Bool) {
        self.init(fg_new_picture())
        gtk_picture_set_content_fit(opaque, covers ? GTK_CONTENT_FIT_COVER : GTK_CONTENT_FIT_CONTAIN)
        gtk_picture_set_can_shrink(opaque, 1)
    }

    public var texture: Texture? {
        didSet { gtk_picture_set_paintable(opaque, texture?.pointer) }
    }
}
