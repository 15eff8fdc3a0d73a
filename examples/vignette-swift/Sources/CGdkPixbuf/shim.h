#include <gdk-pixbuf/gdk-pixbuf.h>

/* Swift calls no functions with variable arguments. */
static inline gboolean save_jpeg(GdkPixbuf *picture, gchar **bytes, gsize *count) {
    return gdk_pixbuf_save_to_buffer(picture, bytes, count, "jpeg", NULL, "quality", "95", NULL);
}
