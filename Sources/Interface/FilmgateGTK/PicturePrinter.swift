import CFilmgateGTK

/// Prints a picture on one page.
public final class PicturePrinter {
    /// The strings in the desktop's print dialog.
    public struct Labels {
        let tab: String, fits: String, fills: String, size: String

        /// - Parameters:
        ///   - tab: the title of this program's tab in the dialog.
        ///   - fits: the label for showing the whole picture on the page.
        ///   - fills: the label for filling the page without margins, which cuts the edges of the picture.
        ///   - size: the label of the control that offers these two choices.
        public init(tab: String, fits: String, fills: String, size: String) {
            (self.tab, self.fits, self.fills, self.size) = (tab, fits, fills, size)
        }
    }

    private let texture: Texture
    private let operation: UnsafeMutablePointer<GtkPrintOperation>
    private let size = DropDown(gtk_drop_down_new(nil, nil))
    private let preview: Picture
    /// The page in the dialog, with the aspect ratio of the paper.
    private let paper: Widget
    private var fills: Bool
    private static let remembered = RememberedFlag("print-fills")
    /// The person's last settings in the dialog.
    private static var settings: OpaquePointer?

    private init(_ texture: Texture, _ operation: UnsafeMutablePointer<GtkPrintOperation>, _ labels: Labels) {
        self.texture = texture
        self.operation = operation
        fills = Self.remembered.value
        size.setItems([labels.fits, labels.fills])
        size.selected = fills ? 1 : 0
        size.setAccessibleLabel(labels.size)
        preview = Picture(fg_new_picture())
        gtk_picture_set_can_shrink(preview.opaque, 1)
        preview.texture = texture
        paper = Widget(gtk_aspect_frame_new(0.5, 0.5, 1, 0))
        gtk_aspect_frame_set_child(paper.opaque, preview.pointer)
    }

    /// Shows the desktop's print dialog, and prints with the settings that the person chooses.
    ///
    /// - Parameter failed: called with the printer's error message if printing fails.
    public static func print(
        _ texture: Texture, titled title: String, _ labels: Labels, over window: Window,
        failed: @escaping (String?) -> Void
    ) {
        guard let operation = gtk_print_operation_new() else { return }
        let printer = PicturePrinter(texture, operation, labels)
        gtk_print_operation_set_job_name(operation, title)
        gtk_print_operation_set_n_pages(operation, 1)
        gtk_print_operation_set_embed_page_setup(operation, 1)
        gtk_print_operation_set_allow_async(operation, 1)
        gtk_print_operation_set_custom_tab_label(operation, labels.tab)
        if let settings { gtk_print_operation_set_print_settings(operation, settings) }
        let setup = gtk_page_setup_new()
        gtk_page_setup_set_orientation(
            setup, texture.width > texture.height ? GTK_PAGE_ORIENTATION_LANDSCAPE : GTK_PAGE_ORIENTATION_PORTRAIT)
        gtk_print_operation_set_default_page_setup(operation, setup)
        printer.connectSignals(setup, failed)
        if let setup { g_object_unref(UnsafeMutableRawPointer(setup)) }
        gtk_print_operation_run(operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, window.cast(), nil)
        g_object_unref(operation)
    }

    /// Connects the signal handlers, which retain this object as long as the operation exists.
    private func connectSignals(_ setup: OpaquePointer?, _ failed: @escaping (String?) -> Void) {
        let raw = UnsafeMutableRawPointer(operation)
        let options = makeOptions(setup)
        connectObject(raw, "create-custom-widget") { g_object_ref(options.raw) }
        connect(raw, "update-custom-widget") { arguments in
            self.form(arguments.object(1).map { OpaquePointer($0) })
            return false
        }
        connect(raw, "custom-widget-apply") { Self.remembered.value = self.fills }
        connect(raw, "draw-page") { arguments in
            if let context = arguments.object(0) { self.draw(OpaquePointer(context)) }
            return false
        }
        let operation = operation
        connect(raw, "done") { arguments in
            switch GtkPrintOperationResult(UInt32(bitPattern: arguments.enumeration(0))) {
            case GTK_PRINT_OPERATION_RESULT_APPLY:
                if let old = Self.settings { g_object_unref(UnsafeMutableRawPointer(old)) }
                Self.settings = gtk_print_operation_get_print_settings(operation)
                if let new = Self.settings { g_object_ref(UnsafeMutableRawPointer(new)) }
            case GTK_PRINT_OPERATION_RESULT_ERROR:
                var error: UnsafeMutablePointer<GError>?
                gtk_print_operation_get_error(operation, &error)
                failed(error?.pointee.message.map { String(cString: $0) })
                g_error_free(error)
            default: break
            }
            return false
        }
    }

    // MARK: The options

    private func makeOptions(_ setup: OpaquePointer?) -> Widget {
        let box = Box.vertical(spacing: 12)
        box.setMargins(start: 12, end: 12, vertical: 12)
        box.append(size)
        paper.setSize(width: 240, height: 240)
        gtk_widget_set_vexpand(paper.pointer, 1)
        preview.add(cssClass: "paper")
        box.append(paper)
        size.onSelected { [weak self] in
            guard let self else { return }
            fills = size.selected == 1
            showSize()
        }
        form(setup)
        showSize()
        return box
    }

    private func showSize() {
        gtk_picture_set_content_fit(preview.opaque, fills ? GTK_CONTENT_FIT_COVER : GTK_CONTENT_FIT_CONTAIN)
    }

    /// Gives the page in the dialog the aspect ratio of the paper.
    private func form(_ setup: OpaquePointer?) {
        guard let setup else { return }
        let width = gtk_page_setup_get_page_width(setup, GTK_UNIT_POINTS)
        let height = gtk_page_setup_get_page_height(setup, GTK_UNIT_POINTS)
        if width > 0, height > 0 { gtk_aspect_frame_set_ratio(paper.opaque, Float(width / height)) }
    }

    // MARK: The page

    private func draw(_ context: OpaquePointer) {
        let (width, height) = (gtk_print_context_get_width(context), gtk_print_context_get_height(context))
        guard let surface = texture.makeSurface(), let cairo = gtk_print_context_get_cairo_context(context) else {
            return
        }
        defer { cairo_surface_destroy(surface) }
        let (across, down) = (width / Double(texture.width), height / Double(texture.height))
        let scale = fills ? max(across, down) : min(across, down)
        cairo_save(cairo)
        cairo_rectangle(cairo, 0, 0, width, height)
        cairo_clip(cairo)
        cairo_translate(
            cairo, (width - Double(texture.width) * scale) / 2, (height - Double(texture.height) * scale) / 2)
        cairo_scale(cairo, scale, scale)
        cairo_set_source_surface(cairo, surface, 0, 0)
        cairo_paint(cairo)
        cairo_restore(cairo)
    }
}
