/* The floor of a grid: as many cells as there are photos, each a plain rectangle of one of eight colors, in GTK and C. */
#include <gtk/gtk.h>

#define COLORS 8

static void setup(GtkSignalListItemFactory *factory, GObject *item, gpointer data)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_set_size_request(box, 150, 150);
    gtk_list_item_set_child(GTK_LIST_ITEM(item), box);
}

static void bind(GtkSignalListItemFactory *factory, GObject *item, gpointer data)
{
    char name[] = "color0";
    name[5] += gtk_list_item_get_position(GTK_LIST_ITEM(item)) * 5 % COLORS;
    const char *classes[] = {name, NULL};
    gtk_widget_set_css_classes(gtk_list_item_get_child(GTK_LIST_ITEM(item)), classes);
}

int main(int count, char **arguments)
{
    int rows = count > 1 ? atoi(arguments[1]) : 100000;
    gtk_init();
    GtkCssProvider *style = gtk_css_provider_new();
    gtk_css_provider_load_from_data(style,
        ".color0 {background: #f00000;} .color1 {background: #00f000;} .color2 {background: #0000f0;} .color3 {background: #f0f000;}"
        ".color4 {background: #00f0f0;} .color5 {background: #f000f0;} .color6 {background: #808080;} .color7 {background: #101010;}", -1);
    gtk_style_context_add_provider_for_display(
        gdk_display_get_default(), GTK_STYLE_PROVIDER(style), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    GListStore *list = g_list_store_new(G_TYPE_OBJECT);
    GObject *row = g_object_new(G_TYPE_OBJECT, NULL);
    for (int index = 0; index < rows; index++) g_list_store_append(list, row);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(setup), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    GtkWidget *grid = gtk_grid_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(list))), factory);
    gtk_grid_view_set_max_columns(GTK_GRID_VIEW(grid), 7);
    GtkWidget *scroller = gtk_scrolled_window_new(), *window = gtk_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), grid);
    gtk_window_set_child(GTK_WINDOW(window), scroller);
    gtk_window_set_default_size(GTK_WINDOW(window), 1100, 720);
    gtk_window_present(GTK_WINDOW(window));
    for (;;) g_main_context_iteration(NULL, TRUE);
}
