import CFilmgateGTK
import Glibc

/// The content of a drag: a text for this program, and files for other programs, which are made when they are dropped.
public struct DragContent {
    let text: String
    let makeFiles: (@escaping ([String]) -> Void) -> Void

    /// - Parameters:
    ///   - text: describes the dragged content, for widgets of this program.
    ///   - makeFiles: makes the files, and calls its argument once with their paths; with none if it fails.
    public init(text: String, makeFiles: @escaping (@escaping ([String]) -> Void) -> Void) {
        self.text = text
        self.makeFiles = makeFiles
    }

    /// To be taken over.
    fileprivate func provider() -> UnsafeMutableRawPointer? {
        var parts: [UnsafeMutablePointer<GdkContentProvider>?] = [fg_text_content(text), fileProvider(makeFiles)]
        return gdk_content_provider_new_union(&parts, 2).map { UnsafeMutableRawPointer($0) }
    }
}

/// Returns what provides a list of files, which are made when they are read. To be taken over.
private func fileProvider(
    _ makeFiles: @escaping (@escaping ([String]) -> Void) -> Void
) -> UnsafeMutablePointer<GdkContentProvider>? {
    let files = UnsafeMutableRawPointer(fg_new(fileContentType))
    let instance = files?.assumingMemoryBound(to: FileContentInstance.self)
    instance?.pointee.maker = Unmanaged.passRetained(FileMaker(makeFiles))
    return files?.assumingMemoryBound(to: GdkContentProvider.self)
}

extension Widget {
    /// Puts a picture and files into the clipboard.
    ///
    /// - Parameters:
    ///   - texture: for programs that take pixels; nil: only files are copied.
    ///   - makeFiles: makes the files when a program reads them, and calls its argument once with their paths.
    public func copy(_ texture: Texture?, makeFiles: @escaping (@escaping ([String]) -> Void) -> Void) {
        var parts: [UnsafeMutablePointer<GdkContentProvider>?] = [fileProvider(makeFiles)]
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

    /// Lets the person drag something from the widget.
    ///
    /// - Parameters:
    ///   - content: gets the modifier keys that are held, and returns the dragged content; returns nil if there is
    ///     nothing to drag, so that parent widgets get the gesture.
    ///   - icon: returns the picture that moves with the pointer; called after `content`.
    ///   - ended: called when a drag has ended.
    public func onDrag(
        _ content: @escaping (Modifiers) -> DragContent?, icon: @escaping () -> Widget, ended: @escaping () -> Void
    ) {
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

    /// Without an icon of its own, a drag shows the dragged text, such as identifiers.
    private func showIcon(_ icon: @escaping () -> Widget, during source: OpaquePointer) {
        connect(UnsafeMutableRawPointer(source), "drag-begin") { arguments in
            guard let drag = arguments.object(0).map({ OpaquePointer($0) }) else { return false }
            let holder = UnsafeMutableRawPointer(gtk_drag_icon_get_for_drag(drag))
            // GTK takes a pointer only, so something else must own the widget until then.
            let icon = icon()
            withExtendedLifetime(icon) { gtk_drag_icon_set_child(OpaquePointer(holder), icon.pointer) }
            gdk_drag_set_hotspot(drag, -dragIconDistance, -dragIconDistance)
            return false
        }
    }
}

/// How far a dragged picture is from the pointer, so that the place for the drop can be seen.
private let dragIconDistance: Int32 = 8

private final class FileMaker {
    let make: (@escaping ([String]) -> Void) -> Void

    init(_ make: @escaping (@escaping ([String]) -> Void) -> Void) { self.make = make }
}

/// The instance of the class that GObject knows.
private struct FileContentInstance {
    var parent: GdkContentProvider
    var maker: Unmanaged<FileMaker>?
}

/// A subclass of GObject that provides a list of files as soon as they are made.
private let fileContentType: GType = {
    g_type_register_static_simple(
        gdk_content_provider_get_type(), "FilmgateFileContent", UInt32(MemoryLayout<GdkContentProviderClass>.size),
        { classPointer, _ in
            guard let classPointer else { return }
            let methods = classPointer.assumingMemoryBound(to: GdkContentProviderClass.self)
            methods.pointee.ref_formats = { _ in fg_file_list_formats() }
            methods.pointee.write_mime_type_async = { provider, _, stream, _, cancellable, callback, data in
                let task = g_task_new(provider.map { UnsafeMutableRawPointer($0) }, cancellable, callback, data)
                writeFiles(of: UnsafeMutableRawPointer(provider), to: stream, task)
            }
            methods.pointee.write_mime_type_finish = { _, result, error in
                g_task_propagate_boolean(result, error)
            }
            let object = classPointer.assumingMemoryBound(to: GObjectClass.self)
            object.pointee.finalize = { object in
                let instance = UnsafeMutableRawPointer(object)?.assumingMemoryBound(to: FileContentInstance.self)
                instance?.pointee.maker?.release()
                instance?.pointee.maker = nil
                fg_finalize_parent(object, gdk_content_provider_get_type())
            }
        }, UInt32(MemoryLayout<FileContentInstance>.size), nil, GTypeFlags(0))
}()

private func writeFiles(
    of provider: UnsafeMutableRawPointer?, to stream: UnsafeMutablePointer<GOutputStream>?, _ task: OpaquePointer?
) {
    let instance = provider?.assumingMemoryBound(to: FileContentInstance.self)
    guard let task, let stream, let maker = instance?.pointee.maker?.takeUnretainedValue() else { return }
    g_object_ref(stream)
    maker.make { paths in
        let lines = paths.compactMap { path -> String? in
            guard let address = g_filename_to_uri(path, nil, nil) else { return nil }
            defer { g_free(address) }
            return String(cString: address) + "\r\n"
        }
        URIListWriter(lines.joined(), stream, task).begin()
    }
}

/// Writes the URIs of the files to the program onto which they were dropped, which may be slow to read them.
private final class URIListWriter {
    private let bytes: UnsafeMutablePointer<CChar>?
    private let stream: UnsafeMutablePointer<GOutputStream>
    private let task: OpaquePointer

    /// Takes over a reference to the stream and one to the task.
    init(_ text: String, _ stream: UnsafeMutablePointer<GOutputStream>, _ task: OpaquePointer) {
        bytes = g_strdup(text)
        self.stream = stream
        self.task = task
    }

    func begin() {
        g_output_stream_write_all_async(
            stream, bytes, bytes.map { gsize(strlen($0)) } ?? 0, G_PRIORITY_DEFAULT, nil,
            { stream, result, data in
                guard let data else { return }
                let writing = Unmanaged<URIListWriter>.fromOpaque(data).takeRetainedValue()
                writing.ended(g_output_stream_write_all_finish(writing.stream, result, nil, nil) != 0)
            }, Unmanaged.passRetained(self).toOpaque())
    }

    private func ended(_ isWritten: Bool) {
        g_output_stream_close_async(stream, G_PRIORITY_DEFAULT, nil, nil, nil)
        g_task_return_boolean(task, isWritten ? 1 : 0)
        g_free(bytes)
        g_object_unref(stream)
        g_object_unref(UnsafeMutableRawPointer(task))
    }
}
