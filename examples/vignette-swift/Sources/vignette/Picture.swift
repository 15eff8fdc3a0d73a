import CGdkPixbuf

/// The pixels of a photo, upright.
final class Picture {
    private let pixels: OpaquePointer

    /// How many pixels a side of the mask has.
    private static let side: Int32 = 64

    private init(owning pixels: OpaquePointer) { self.pixels = pixels }

    /// Reads a file's bytes.
    convenience init(_ content: [UInt8]) throws {
        let loader = gdk_pixbuf_loader_new()
        defer { g_object_unref(loader) }
        let isRead = content.withUnsafeBufferPointer { buffer in
            gdk_pixbuf_loader_write(loader, buffer.baseAddress, gsize(buffer.count), nil) != 0
        }
        // A loader must be closed, whatever it has read.
        let isComplete = gdk_pixbuf_loader_close(loader, nil) != 0
        guard isRead, isComplete, let pixels = gdk_pixbuf_loader_get_pixbuf(loader),
            let upright = gdk_pixbuf_apply_embedded_orientation(pixels)
        else { throw Mistake("The photo cannot be read.") }
        self.init(owning: upright)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pixels)) }

    /// Returns the picture with dark corners.
    ///
    /// - Parameter strength: from 0, which changes nothing, to 1, which makes the corners black.
    func darkened(by strength: Double) throws -> Picture {
        guard let result = gdk_pixbuf_copy(pixels),
            let mask = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 1, 8, Self.side, Self.side)
        else { throw Mistake("There is not enough memory.") }
        defer { g_object_unref(UnsafeMutableRawPointer(mask)) }
        Self.fill(mask, strength)
        let (width, height) = (gdk_pixbuf_get_width(result), gdk_pixbuf_get_height(result))
        // A small mask, stretched over the picture.
        gdk_pixbuf_composite(
            mask, result, 0, 0, width, height, 0, 0, Double(width) / Double(Self.side),
            Double(height) / Double(Self.side), GDK_INTERP_BILINEAR, 255)
        return Picture(owning: result)
    }

    /// Fills the mask with black pixels that are more opaque the farther they are from the center.
    private static func fill(_ mask: OpaquePointer, _ strength: Double) {
        guard let bytes = gdk_pixbuf_get_pixels(mask) else { return }
        let (row, side) = (Int(gdk_pixbuf_get_rowstride(mask)), Int(side))
        for y in 0..<side {
            for x in 0..<side {
                let (right, down) = (2 * Double(x) / Double(side - 1) - 1, 2 * Double(y) / Double(side - 1) - 1)
                let distance = min(1, max(0, (right * right + down * down - 0.5) / 1.5))
                let pixel = bytes + y * row + 4 * x
                (pixel[0], pixel[1], pixel[2]) = (0, 0, 0)
                pixel[3] = UInt8((255 * strength * distance).rounded())
            }
        }
    }

    /// Returns the bytes of a JPEG file.
    func jpeg() throws -> [UInt8] {
        var bytes: UnsafeMutablePointer<gchar>?
        var count: gsize = 0
        guard save_jpeg(pixels, &bytes, &count) != 0, let bytes else { throw Mistake("The photo cannot be written.") }
        defer { g_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
}
