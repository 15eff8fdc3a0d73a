import CFilmgateGTK

/// Draws a frame over a picture, darkens the area outside the frame, and reports when the person drags.
public final class FrameArea: Widget {
    /// A rectangle in logical pixels, relative to the upper left corner of the area.
    public struct Frame: Equatable, Sendable {
        public var x: Double, y: Double, width: Double, height: Double

        public nonisolated init(x: Double, y: Double, width: Double, height: Double) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// Returns the frame to draw, for an area of this size; nil draws nothing.
    public var frame: (_ width: Double, _ height: Double) -> Frame? = { _, _ in nil }

    /// Whether the corners and the edges have handles, with which the person resizes the frame.
    public var hasHandles = false
    /// The length of a handle, and its thickness.
    private static let handle = (length: 24.0, width: 6.0)

    public func redraw() { gtk_widget_queue_draw(pointer) }

    /// Begins to draw, and calls the closures while the person drags.
    ///
    /// - Parameters:
    ///   - onStart: called with the position at which the drag begins.
    ///   - onDrag: called with the movement of the pointer since the last call.
    public func begin(
        onStart: @escaping (Double, Double) -> Void = { _, _ in }, onDrag: @escaping (Double, Double) -> Void
    ) {
        gtk_drawing_area_set_draw_func(
            cast(),
            { _, context, width, height, data in
                guard let data, let context else { return }
                Unmanaged<FrameArea>.fromOpaque(data).takeUnretainedValue().draw(
                    context, Double(width), Double(height))
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        guard let gesture = gtk_gesture_drag_new() else { return }
        var last = (0.0, 0.0)
        connect(UnsafeMutableRawPointer(gesture), "drag-begin") { arguments in
            last = (0, 0)
            onStart(arguments.double(0), arguments.double(1))
            return false
        }
        connect(UnsafeMutableRawPointer(gesture), "drag-update") { arguments in
            let now = (arguments.double(0), arguments.double(1))
            onDrag(now.0 - last.0, now.1 - last.1)
            last = now
            return false
        }
        gtk_widget_add_controller(pointer, gesture)
    }

    /// Stops drawing, so that this object can be released before the widget.
    public func end() { gtk_drawing_area_set_draw_func(cast(), nil, nil, nil) }

    private func draw(_ context: OpaquePointer, _ width: Double, _ height: Double) {
        guard let frame = frame(width, height) else { return }
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
        cairo_rectangle(context, 0, 0, width, height)
        cairo_rectangle(context, frame.x, frame.y, frame.width, frame.height)
        cairo_set_source_rgba(context, 0, 0, 0, 0.55)
        cairo_fill(context)
        cairo_rectangle(context, frame.x, frame.y, frame.width, frame.height)
        cairo_set_source_rgba(context, 1, 1, 1, 0.95)
        cairo_set_line_width(context, 2)
        cairo_stroke(context)
        if hasHandles { drawHandles(context, frame) }
    }

    /// Draws an angle in each corner, and a bar on each edge that has room for it.
    private func drawHandles(_ context: OpaquePointer, _ frame: Frame) {
        let (right, bottom) = (frame.x + frame.width, frame.y + frame.height)
        let (long, inset) = (Self.handle.length, Self.handle.width / 2)
        cairo_set_line_width(context, Self.handle.width)
        for (x, toX) in [(frame.x + inset, long), (right - inset, -long)] {
            for (y, toY) in [(frame.y + inset, long), (bottom - inset, -long)] {
                cairo_move_to(context, x + toX, y)
                cairo_line_to(context, x, y)
                cairo_line_to(context, x, y + toY)
            }
            guard frame.height > 4 * long else { continue }
            cairo_move_to(context, x, frame.y + (frame.height - long) / 2)
            cairo_rel_line_to(context, 0, long)
        }
        if frame.width > 4 * long {
            for y in [frame.y + inset, bottom - inset] {
                cairo_move_to(context, frame.x + (frame.width - long) / 2, y)
                cairo_rel_line_to(context, long, 0)
            }
        }
        cairo_stroke(context)
    }
}
