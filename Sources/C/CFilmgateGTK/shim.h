/* GTK 4 and libadwaita. */
#ifndef CFILMGATEGTK_SHIM_H
#define CFILMGATEGTK_SHIM_H

#include <adwaita.h>
#include <gdk/x11/gdkx.h>
#include <gdk/wayland/gdkwayland.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>
#include <wayland-client.h>

/* libdispatch's main queue, where Swift's main actor runs: a descriptor that is readable if there is work, and the
   function that runs the work. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *);

static inline GType fg_type_of_list_model(void) { return G_TYPE_LIST_MODEL; }
static inline GType fg_type_of_selection_model(void) { return GTK_TYPE_SELECTION_MODEL; }
static inline GType fg_type_of_object(void) { return G_TYPE_OBJECT; }

/* Functions in place of macros. */
static inline GObject *fg_new(GType type) { return g_object_new(type, NULL); }

static inline void fg_set_text(gpointer object, const char *property, const char *value) {
    g_object_set(object, property, value, NULL);
}
static inline void fg_set_flag(gpointer object, const char *property, gboolean value) {
    g_object_set(object, property, value, NULL);
}
static inline void fg_set_number(gpointer object, const char *property, int value) {
    g_object_set(object, property, value, NULL);
}
static inline void fg_set_object(gpointer object, const char *property, gpointer value) {
    g_object_set(object, property, value, NULL);
}
static inline gboolean fg_flag(gpointer object, const char *property) {
    gboolean value = FALSE;
    g_object_get(object, property, &value, NULL);
    return value;
}
static inline int fg_number(gpointer object, const char *property) {
    int value = 0;
    g_object_get(object, property, &value, NULL);
    return value;
}

/* The outputs of a Wayland display. GTK 4.8 does not report their pixels, and rounds their scales up. */
typedef struct {
    int x, y, width, height;
    char *make, *model;
} FGOutput;
static inline void fg_output_geometry(
    void *data, struct wl_output *output, int32_t x, int32_t y, int32_t millimeters, int32_t millimeters_high,
    int32_t subpixel, const char *make, const char *model, int32_t transform) {
    FGOutput *found = data;
    found->x = x;
    found->y = y;
    g_free(found->make);
    g_free(found->model);
    found->make = g_strdup(make);
    found->model = g_strdup(model);
}
static inline void fg_output_mode(
    void *data, struct wl_output *output, uint32_t flags, int32_t width, int32_t height, int32_t rate) {
    FGOutput *found = data;
    if (!(flags & WL_OUTPUT_MODE_CURRENT)) return;
    found->width = width;
    found->height = height;
}
static inline void fg_registry_global(
    void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    static const struct wl_output_listener listener = {.geometry = fg_output_geometry, .mode = fg_output_mode};
    if (strcmp(interface, "wl_output")) return;
    FGOutput *found = g_new0(FGOutput, 1);
    g_ptr_array_add(data, found);
    wl_output_add_listener(
        (struct wl_output *)wl_registry_bind(registry, name, &wl_output_interface, 1), &listener, found);
}
static inline void fg_registry_global_remove(void *data, struct wl_registry *registry, uint32_t name) {}
/* Follows the outputs of a display for as long as the program runs. */
static inline void fg_watch_outputs(GdkDisplay *display) {
    static const struct wl_registry_listener listener = {fg_registry_global, fg_registry_global_remove};
    if (!GDK_IS_WAYLAND_DISPLAY(display)) return;
    GPtrArray *outputs = g_ptr_array_new();
    g_object_set_data(G_OBJECT(display), "filmgate-outputs", outputs);
    wl_registry_add_listener(wl_display_get_registry(gdk_wayland_display_get_wl_display(display)), &listener, outputs);
}
/* Returns the number of screen pixels in a logical pixel. GTK reports fractions only since 4.12. */
static inline double fg_screen_scale(GtkWidget *widget) {
    GtkNative *native = gtk_widget_get_native(widget);
    GdkSurface *surface = native ? gtk_native_get_surface(native) : NULL;
    double scale = gtk_widget_get_scale_factor(widget);
    if (!surface) return scale;
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(surface), "scale")) {
        g_object_get(surface, "scale", &scale, NULL);
        return scale > 0 ? scale : 1;
    }
    GdkDisplay *display = gdk_surface_get_display(surface);
    GPtrArray *outputs = g_object_get_data(G_OBJECT(display), "filmgate-outputs");
    GdkMonitor *monitor = outputs ? gdk_display_get_monitor_at_surface(display, surface) : NULL;
    if (!monitor) return scale;
    GdkRectangle place;
    gdk_monitor_get_geometry(monitor, &place);
    for (guint i = 0; i < outputs->len; i++) {
        FGOutput *output = g_ptr_array_index(outputs, i);
        gboolean matches = output->x == place.x && output->y == place.y &&
                           !g_strcmp0(output->make, gdk_monitor_get_manufacturer(monitor)) &&
                           !g_strcmp0(output->model, gdk_monitor_get_model(monitor));
        if (!matches || output->width <= 0 || place.width <= 0) continue;
        /* The screen may be rotated, so the longer sides are compared. */
        return (double)MAX(output->width, output->height) / MAX(place.width, place.height);
    }
    return scale;
}

/* Functions in place of macros that cast. The caller frees the token with g_free; NULL if the display has no tokens. */
static inline char *fg_activation_token(GdkAppLaunchContext *context, GAppInfo *info) {
    return g_app_launch_context_get_startup_notify_id(G_APP_LAUNCH_CONTEXT(context), info, NULL);
}
static inline void fg_release(gpointer object) { g_object_unref(object); }

/* Returns a target for dropped files. */
static inline GtkDropTarget *fg_file_drop_target(void) { return gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY); }
/* Returns the files of a dropped value. The caller frees the list with g_slist_free. */
static inline GSList *fg_dropped_files(const GValue *value) {
    return G_VALUE_HOLDS(value, GDK_TYPE_FILE_LIST) ? gdk_file_list_get_files(g_value_get_boxed(value)) : NULL;
}
/* Returns a target for texts that are dragged within the program. */
static inline GtkDropTarget *fg_text_drop_target(void) {
    return gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_MOVE | GDK_ACTION_COPY);
}
static inline GdkContentProvider *fg_text_content(const char *text) {
    return gdk_content_provider_new_typed(G_TYPE_STRING, text);
}
static inline const char *fg_dropped_text(const GValue *value) {
    return G_VALUE_HOLDS_STRING(value) ? g_value_get_string(value) : NULL;
}
/* Returns whether a drag over a widget has the target's type, and comes from this program (OWN) or from another one. */
static inline gboolean fg_accepts(GtkDropTarget *target, gpointer drop, gboolean own) {
    if ((gdk_drop_get_drag(drop) != NULL) != own) return FALSE;
    GdkContentFormats *formats =
        gdk_content_formats_union_deserialize_gtypes(gdk_content_formats_ref(gdk_drop_get_formats(drop)));
    gboolean matches = gdk_content_formats_match(formats, gtk_drop_target_get_formats(target));
    gdk_content_formats_unref(formats);
    return matches;
}
static inline GdkContentFormats *fg_file_list_formats(void) {
    const char *types[] = {"text/uri-list"};
    return gdk_content_formats_new(types, 1);
}
/* Calls the parent class's finalize, as the last step of a class's own finalize. */
static inline void fg_finalize_parent(GObject *object, GType parent) {
    G_OBJECT_CLASS(g_type_class_peek(parent))->finalize(object);
}
/* Passes signals of an inner paintable to the outer one. */
static inline void fg_invalidate_contents(gpointer inner, gpointer outer) { gdk_paintable_invalidate_contents(outer); }
static inline void fg_invalidate_size(gpointer inner, gpointer outer) { gdk_paintable_invalidate_size(outer); }
static inline void fg_forward(gpointer inner, const char *signal, gpointer outer, void (*handler)(gpointer, gpointer)) {
    g_signal_connect_object(inner, signal, G_CALLBACK(handler), outer, 0);
}

/* Sets the text for screen readers. */
static inline void fg_set_accessible_label(gpointer widget, const char *label) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
static inline void fg_set_accessible_value(gpointer widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}
static inline void fg_set_accessible_description(gpointer widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* GTK 4.8 names a button by its label with the underscore, and by the label's text. Removes the name with the
   underscore. */
static inline void fg_forget_underlined_label(gpointer object) {
    gboolean underlined = FALSE;
    if (!GTK_IS_BUTTON(object) && !GTK_IS_CHECK_BUTTON(object)) return;
    g_object_get(object, "use-underline", &underlined, NULL);
    if (!underlined) return;
    gtk_accessible_reset_property(GTK_ACCESSIBLE(object), GTK_ACCESSIBLE_PROPERTY_LABEL);
    /* GTK does not name a check button by its label. */
    const char *label = GTK_IS_CHECK_BUTTON(object) ? gtk_check_button_get_label(GTK_CHECK_BUTTON(object)) : NULL;
    if (!label) return;
    char **parts = g_strsplit(label, "_", -1);
    char *name = g_strjoinv("", parts);
    gtk_accessible_update_property(GTK_ACCESSIBLE(object), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
    g_free(name);
    g_strfreev(parts);
}
/* Calls fg_forget_underlined_label for all buttons in a widget. */
static inline void fg_forget_underlined_labels(GtkWidget *widget) {
    fg_forget_underlined_label(widget);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
        fg_forget_underlined_labels(child);
}

/* In a view marked with filmgate-tab-leaves, Tab leaves the view. GTK 4.12 has a property for this; older versions
   visit each item. */
static inline gboolean fg_focus(GtkWidget *widget, GtkDirectionType direction) {
    gboolean (*focus)(GtkWidget *, GtkDirectionType) =
        (gboolean (*)(GtkWidget *, GtkDirectionType))g_type_get_qdata(
            G_OBJECT_TYPE(widget), g_quark_from_static_string("filmgate-focus"));
    gboolean is_tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;
    if (is_tab && gtk_widget_get_focus_child(widget) && g_object_get_data(G_OBJECT(widget), "filmgate-tab-leaves"))
        return FALSE;
    return focus(widget, direction);
}
static inline void fg_let_tab_leave(GtkWidget *widget) {
    GType type = G_OBJECT_TYPE(widget);
    GQuark quark = g_quark_from_static_string("filmgate-focus");
    g_object_set_data(G_OBJECT(widget), "filmgate-tab-leaves", widget);
    /* GTK's view classes have no subclasses, so no other class has copied the function. */
    if (g_type_get_qdata(type, quark)) return;
    g_type_set_qdata(type, quark, (gpointer)GTK_WIDGET_GET_CLASS(widget)->focus);
    GTK_WIDGET_GET_CLASS(widget)->focus = fg_focus;
}
static inline GtkWidget *fg_new_picture_overlay(void) {
    return g_object_new(GTK_TYPE_OVERLAY, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
}
/* Returns a picture that screen readers skip, for a widget that has a name. */
static inline GtkWidget *fg_new_picture(void) {
    return g_object_new(GTK_TYPE_PICTURE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
}

/* Sets the parent of a window: an X11 window, by the number that apps pass. */
static inline void fg_set_x11_parent(GtkWindow *window, unsigned long parent) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (!GDK_IS_X11_SURFACE(surface)) return;
    GdkDisplay *display = gdk_surface_get_display(surface);
    XSetTransientForHint(gdk_x11_display_get_xdisplay(display), gdk_x11_surface_get_xid(surface), parent);
}
static inline void fg_set_wayland_parent(GtkWindow *window, const char *handle) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (GDK_IS_WAYLAND_TOPLEVEL(surface)) gdk_wayland_toplevel_set_transient_for_exported(GDK_TOPLEVEL(surface), (char *)handle);
}

/* Makes screen readers use the tooltip of a button that has only an icon, or of a menu button without a label. */
static inline void fg_name_by_tooltip(gpointer object) {
    const char *tooltip = GTK_IS_WIDGET(object) ? gtk_widget_get_tooltip_text(object) : NULL;
    if (!tooltip) return;
    if (GTK_IS_BUTTON(object) && gtk_button_get_icon_name(object)) fg_set_accessible_label(object, tooltip);
    /* GTK gives the button inside a menu button the same text. */
    if (GTK_IS_MENU_BUTTON(object) && !gtk_menu_button_get_label(object)) fg_set_accessible_label(object, tooltip);
}

/* Hides the tooltip of a menu button while its menu is open. GTK 4.8 shows the tooltip over the menu. */
static inline void fg_hide_tooltip_over_menu(gpointer object) {
    if (!GTK_IS_MENU_BUTTON(object) || !gtk_widget_get_has_tooltip(object)) return;
    GtkWidget *button = gtk_widget_get_first_child(object);
    g_object_bind_property(button, "active", object, "has-tooltip", G_BINDING_INVERT_BOOLEAN);
    g_signal_connect_swapped(button, "notify::active", G_CALLBACK(gtk_widget_trigger_tooltip_query), object);
}

#endif
