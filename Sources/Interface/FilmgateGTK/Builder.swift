import CFilmgateGTK
import Glibc

// Compiler fault: 4
/// The widgets of an interface description in the program's resources.
@MainActor public final class Builder {
    private let builder: OpaquePointer

    /// - Parameter path: the description's path below the program's prefix. The program ends if the description is
    ///   invalid.
    public init(_ path: String) {
        builder = gtk_builder_new()
        gtk_builder_set_translation_domain(builder, Resources.translations)
        guard gtk_builder_add_from_resource(builder, "\(Resources.prefix)/\(path)", nil) != 0 else {
            preconditionFailure("the interface description \(path) is invalid")
        }
        let objects = gtk_builder_get_objects(builder)
        var entry = objects
        while let object = entry {
            fg_forget_underlined_label(object.pointee.data)
            fg_name_by_tooltip(object.pointee.data)
            fg_hide_tooltip_over_menu(object.pointee.data)
            entry = object.pointee.next
        }
        g_slist_free(objects)
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(builder)) }

    /// Returns a menu of actions.
    func menu(_ id: String) -> UnsafeMutablePointer<GMenuModel> {
        UnsafeMutableRawPointer(widget(id)).assumingMemoryBound(to: GMenuModel.self)
    }

    /// Adds a menu to a different one as a section, so that both have the same items.
    ///
    /// - Parameter index: the index of the new section.
    public func addSection(_ id: String, to menu: String, at index: Int) {
        let target = UnsafeMutableRawPointer(self.menu(menu))
        g_menu_insert_section(OpaquePointer(target), Int32(index), nil, self.menu(id))
    }

    func widget(_ id: String) -> UnsafeMutablePointer<GtkWidget> {
        guard let object = gtk_builder_get_object(builder, id) else {
            preconditionFailure("the interface description has no '\(id)'")
        }
        return UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
    }
}

/// The files that are part of the program: interface descriptions, styles and icons.
public enum Resources {
    public static let prefix = "/org/filmgate/Filmgate"
    /// The gettext domain of the strings in interface descriptions.
    fileprivate static var translations: String?

    /// Makes the files of a resource bundle available, and uses its style sheet.
    ///
    /// - Parameters:
    ///   - base64: the bundle that `glib-compile-resources` creates, encoded in Base64.
    ///   - translations: the gettext domain of the strings in interface descriptions.
    public static func use(base64: String, translations: String) {
        self.translations = translations
        var count: gsize = 0
        guard let bytes = g_base64_decode(base64, &count), let content = g_bytes_new_take(bytes, count) else { return }
        defer { g_bytes_unref(content) }
        guard let bundle = g_resource_new_from_data(content, nil) else {
            preconditionFailure("the program's resources are damaged")
        }
        g_resources_register(bundle)
        guard let display = gdk_display_get_default(), let style = gtk_css_provider_new() else { return }
        gtk_css_provider_load_from_resource(style, "\(prefix)/style.css")
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(style), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        gtk_icon_theme_add_resource_path(gtk_icon_theme_get_for_display(display), "\(prefix)/icons")
    }
}
