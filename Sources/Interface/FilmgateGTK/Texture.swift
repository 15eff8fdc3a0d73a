import CFilmgateGTK
import Glibc

/// Pixels that widgets can draw.
///
/// GDK's textures never change, and can be used on any thread.
public nonisolated final class Texture: @unchecked Sendable {
    let pointer: OpaquePointer

    private init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// Decodes a JPEG. Takes some milliseconds, so do not call it on the main thread.
    ///
    /// - Returns: nil for any other kind of file, and for a damaged JPEG.
    public static func jpeg(_ bytes: [UInt8]) -> Texture? {
        // GDK would try all its decoders, so this function accepts only JPEGs.
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        guard let content = g_bytes_new(bytes, gsize(bytes.count)) else { return nil }
        defer { g_bytes_unref(content) }
        return gdk_texture_new_from_bytes(content, nil).map(Texture.init)
    }

    /// Returns the center of the picture, scaled to fill a square. Scaling once on another thread saves the main
    /// thread from scaling in each frame.
    ///
    /// - Parameter side: the side of the square, in pixels.
    public func filling(side: Int) -> Texture {
        guard side > 0, width > 0, height > 0, let whole = makeSurface() else { return self }
        defer { cairo_surface_destroy(whole) }
        guard let square = cairoSurface(side, side) else { return self }
        defer { cairo_surface_destroy(square) }
        let context = cairo_create(square)
        let scale = Double(side) / Double(min(width, height))
        cairo_translate(
            context, (Double(side) - Double(width) * scale) / 2, (Double(side) - Double(height) * scale) / 2)
        cairo_scale(context, scale, scale)
        cairo_set_source_surface(context, whole, 0, 0)
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_paint(context)
        cairo_destroy(context)
        cairo_surface_flush(square)
        let stride = cairo_image_surface_get_stride(square)
        guard let content = g_bytes_new(cairo_image_surface_get_data(square), gsize(stride) * gsize(side)) else {
            return self
        }
        defer { g_bytes_unref(content) }
        let made = gdk_memory_texture_new(
            Int32(side), Int32(side), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, content, gsize(stride))
        return made.map { Texture($0) } ?? self
    }

    /// Returns the pixels as a cairo surface, which the caller must destroy; nil if the picture is too large.
    func makeSurface() -> OpaquePointer? {
        guard let surface = cairoSurface(width, height) else { return nil }
        gdk_texture_download(
            pointer, cairo_image_surface_get_data(surface), gsize(cairo_image_surface_get_stride(surface)))
        cairo_surface_mark_dirty(surface)
        return surface
    }

    public var width: Int { Int(gdk_texture_get_width(pointer)) }
    public var height: Int { Int(gdk_texture_get_height(pointer)) }
    /// The approximate size in memory.
    public var byteCount: Int { width * height * 4 }
}

private nonisolated func cairoSurface(_ width: Int, _ height: Int) -> OpaquePointer? {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height))
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
        cairo_surface_destroy(surface)
        return nil
    }
    return surface
}

extension Icon {
    /// Shows a texture in place of the icon.
    ///
    /// - Parameter size: the length of a side, in logical pixels.
    public func setTexture(_ texture: Texture, size: Int) {
        gtk_image_set_from_paintable(opaque, texture.pointer)
        setPixelSize(size)
    }
}

/// Shows a texture.
public final class Picture: Widget {
    /// - Parameter covers: whether the picture fills its area and is cropped, rather than being shown whole.
    public convenience init(covers: Bool) {
        self.init(fg_new_picture())
        gtk_picture_set_content_fit(opaque, covers ? GTK_CONTENT_FIT_COVER : GTK_CONTENT_FIT_CONTAIN)
        gtk_picture_set_can_shrink(opaque, 1)
    }

    public var texture: Texture? {
        didSet { gtk_picture_set_paintable(opaque, texture?.pointer) }
    }
}
