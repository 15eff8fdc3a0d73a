import CFilmgateGTK

/// A turn of the wheel, or a movement of two fingers on a touchpad.
public struct ScrollTurn {
    /// The distance to the right and down, in wheel clicks or in logical pixels.
    public let x: Double, y: Double
    /// Whether the person turns a wheel, rather than moving two fingers.
    public let isWheel: Bool
    public let modifiers: Modifiers
}

extension Widget {
    /// Calls the closures while the person drags with the first mouse button or with one finger.
    ///
    /// - Parameters:
    ///   - began: called with true if the person uses a finger.
    ///   - moved: called with the distance since the last call, in logical pixels.
    ///   - ended: called with the whole distance.
    public func onDragged(
        began: @escaping (_ isTouch: Bool) -> Void, moved: @escaping (Double, Double) -> Void,
        ended: @escaping (Double, Double) -> Void
    ) {
        guard let gesture = gtk_gesture_drag_new() else { return }
        let raw = UnsafeMutableRawPointer(gesture)
        var last = (0.0, 0.0)
        connect(raw, "drag-begin") {
            last = (0, 0)
            let device = gtk_gesture_get_device(gesture)
            began(device.map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHSCREEN } ?? false)
        }
        connect(raw, "drag-update") { arguments in
            let now = (arguments.double(0), arguments.double(1))
            moved(now.0 - last.0, now.1 - last.1)
            last = now
            return false
        }
        connect(raw, "drag-end") { arguments in
            ended(arguments.double(0), arguments.double(1))
            return false
        }
        gtk_widget_add_controller(pointer, gesture)
    }

    /// Calls the closures while the person moves two fingers apart or together, on the screen or on a touchpad.
    ///
    /// - Parameter changed: called with the ratio of the fingers' distance to their distance at `began`, and the point
    ///   between them.
    public func onPinched(began: @escaping () -> Void, changed: @escaping (Double, Double, Double) -> Void) {
        guard let gesture = gtk_gesture_zoom_new() else { return }
        let raw = UnsafeMutableRawPointer(gesture)
        connect(raw, "begin") {
            // When a second finger touches the widget, the first finger no longer drags.
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            began()
        }
        connect(raw, "scale-changed") { arguments in
            var (x, y) = (0.0, 0.0)
            guard gtk_gesture_get_bounding_box_center(gesture, &x, &y) != 0 else { return false }
            changed(arguments.double(0), x, y)
            return false
        }
        gtk_widget_add_controller(pointer, gesture)
    }

    /// Calls `body` with the position at which the person holds a finger on the widget.
    ///
    /// - Parameter body: returns whether it handles the press. A handled press does not also count as a tap.
    public func onFingerHeld(_ body: @escaping (Double, Double) -> Bool) {
        guard let gesture = gtk_gesture_long_press_new() else { return }
        gtk_gesture_single_set_touch_only(gesture, 1)
        connect(UnsafeMutableRawPointer(gesture), "pressed") { arguments in
            if body(arguments.double(0), arguments.double(1)) {
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            }
            return false
        }
        gtk_widget_add_controller(pointer, gesture)
    }

    /// Calls `body` with the position of each double-click with the first mouse button, or double tap.
    public func onDoubleClick(_ body: @escaping (Double, Double) -> Void) {
        guard let gesture = gtk_gesture_click_new() else { return }
        connect(UnsafeMutableRawPointer(gesture), "released") { arguments in
            if arguments.signed(0) == 2 { body(arguments.double(1), arguments.double(2)) }
            return false
        }
        gtk_widget_add_controller(pointer, gesture)
    }

    /// Calls `body` for each turn of the wheel, and for movements of two fingers on a touchpad.
    ///
    /// - Parameter body: returns whether it handles the turn or the movement.
    public func onScrollTurn(_ body: @escaping (ScrollTurn) -> Bool) {
        guard let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES) else { return }
        connect(UnsafeMutableRawPointer(controller), "scroll") { arguments in
            let isWheel = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
            let state = gtk_event_controller_get_current_event_state(controller).rawValue
            return body(
                ScrollTurn(
                    x: arguments.double(0), y: arguments.double(1), isWheel: isWheel,
                    modifiers: Modifiers(rawValue: state)))
        }
        gtk_widget_add_controller(pointer, controller)
    }

    /// Calls `body` with the position of the pointer when the pointer moves over the widget.
    public func onPointerMoved(_ body: @escaping (Double, Double) -> Void) {
        guard let controller = gtk_event_controller_motion_new() else { return }
        for signal in ["enter", "motion"] {
            connect(UnsafeMutableRawPointer(controller), signal) { arguments in
                body(arguments.double(0), arguments.double(1))
                return false
            }
        }
        gtk_widget_add_controller(pointer, controller)
    }

    /// Sets the cursor over the widget, by its name in CSS; nil restores the default cursor.
    public func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(pointer, name) }
}
