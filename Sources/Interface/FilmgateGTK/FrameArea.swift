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
    }
}
