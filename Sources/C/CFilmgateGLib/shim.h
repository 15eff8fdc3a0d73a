/* GLib's key files, time zones and URIs of files. */
#ifndef CFILMGATEGLIB_SHIM_H
#define CFILMGATEGLIB_SHIM_H

#include <glib.h>

/* Returns whether the error says that the key or its group is missing. */
static inline gboolean fg_is_missing_key(const GError *error) {
    return g_error_matches(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_KEY_NOT_FOUND) ||
           g_error_matches(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_GROUP_NOT_FOUND);
}

#endif
