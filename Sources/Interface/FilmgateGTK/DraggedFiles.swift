import CFilmgateGTK
import Glibc

/// The content of a drag: a string for this program, and for other programs, files and a picture made on demand.
public struct DragContent {
    let text: String
    let maker: FileContentProvider

    /// - Parameters:
    ///   - text: describes the dragged content, for widgets of this program.
    ///   - makePicture: creates a picture for programs that accept only pixels, and calls its argument once: with the
    ///     picture, or with nil after a failure. Nil if there is no picture.
    ///   - makeFiles: creates the files, and calls its argument once with their paths. An empty array reports a
    ///     failure.
    public init(
        text: String, makePicture: ((@escaping (Texture?) -> Void) -> Void)? = nil,
        makeFiles: @escaping (@escaping ([String]) -> Void) -> Void
    ) {
        self.text = text
        maker = FileContentProvider(makeFiles: makeFiles, makePicture: makePicture)
    }

    /// Returns a new content provider. The caller takes ownership.
    fileprivate func provider() -> UnsafeMutableRawPointer? {
        var parts: [UnsafeMutablePointer<GdkContentProvider>?] = [fg_text_content(text), maker.provider()]
        return gdk_content_provider_new_union(&parts, 2).map { UnsafeMutableRawPointer($0) }
    }
}

extension Widget {
    /// Puts a picture and files into the clipboard.
    ///
    /// - Parameters:
    ///   - texture: the picture for programs that accept pixels; nil copies only files.
    ///   - makeFiles: creates the files when a program reads them, and calls its argument once with their paths.
    public func copy(_ texture: Texture?, makeFiles: @escaping (@escaping ([String]) -> Void) -> Void) {
        var parts: [UnsafeMutablePointer<GdkContentProvider>?] = [
            FileContentProvider(makeFiles: makeFiles, makePicture: nil).provider()
        ]
        if let texture {
            var value = GValue()
            g_value_init(&value, gdk_texture_get_type())
            g_value_set_object(&value, UnsafeMutableRawPointer(texture.pointer))
            parts.insert(gdk_content_provider_new_for_value(&value), at: 0)
            g_value_unset(&value)
        }
        guard let content = gdk_content_provider_new_union(&parts, gsize(parts.count)) else { return }
        gdk_clipboard_set_content(gtk_widget_get_clipboard(pointer), content)
        g_object_unref(content)
    }

    /// Lets the person drag content from the widget.
    ///
    /// - Parameters:
    ///   - content: called with the held modifier keys; returns the dragged content, or nil if there is nothing to
    ///     drag, so that parent widgets get the gesture.
    ///   - icon: returns the picture that moves with the pointer; called after `content`.
    ///   - ended: called when a drag has ended.
    public func onDrag(
        _ content: @escaping (Modifiers) -> DragContent?, icon: @escaping () -> Widget, ended: @escaping () -> Void
    ) {
        FileContentProvider.findPortal()
        guard let source = gtk_drag_source_new() else { return }
        connectObject(UnsafeMutableRawPointer(source), "prepare") {
            let state = Modifiers(rawValue: gtk_event_controller_get_current_event_state(source).rawValue)
            return content(state)?.provider()
        }
        connect(UnsafeMutableRawPointer(source), "drag-end", ended)
        showIcon(icon, during: source)
        gtk_widget_add_controller(pointer, source)
    }

    /// Lets the person drag the widget onto other widgets of this program.
    ///
    /// - Parameters:
    ///   - text: describes the dragged content.
    ///   - icon: returns the picture that moves with the pointer.
    public func setDragged(as text: String, icon: @escaping () -> Widget) {
        guard let source = gtk_drag_source_new(), let content = fg_text_content(text) else { return }
        gtk_drag_source_set_content(source, content)
        gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
        g_object_unref(UnsafeMutableRawPointer(content))
        showIcon(icon, during: source)
        gtk_widget_add_controller(pointer, source)
    }

    /// Shows an icon during a drag. Without an icon, GTK shows the dragged text, such as identifiers.
    private func showIcon(_ icon: @escaping () -> Widget, during source: OpaquePointer) {
        connect(UnsafeMutableRawPointer(source), "drag-begin") { arguments in
            guard let drag = arguments.object(0).map({ OpaquePointer($0) }) else { return false }
            let holder = UnsafeMutableRawPointer(gtk_drag_icon_get_for_drag(drag))
            // GTK gets only a pointer, so `icon` must own the widget until GTK has its own reference.
            let icon = icon()
            withExtendedLifetime(icon) { gtk_drag_icon_set_child(OpaquePointer(holder), icon.pointer) }
            gdk_drag_set_hotspot(drag, -dragIconDistance, -dragIconDistance)
            return false
        }
    }
}

/// The distance of the dragged picture from the pointer, so that the drop position is visible.
private let dragIconDistance: Int32 = 8
