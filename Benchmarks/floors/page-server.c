/* The floor of a page: the least that a service on libdbus and SQLite can do for it.
 *
 *     page-server NAME DATABASE
 *
 * Owns NAME on the bus of DBUS_SESSION_BUS_ADDRESS, prints a line when it does, and answers Fetch with a path, Close with nothing,
 * and Read with the newest 200 assets of a library's database and 6 of their properties, read anew each time. */
#include <dbus/dbus.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "server.h"

static sqlite3_stmt *newest;

static void append(DBusMessageIter *row, const char *name, int type, const char *signature, const void *value) {
    DBusMessageIter entry, variant;
    dbus_message_iter_open_container(row, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &name);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, signature, &variant);
    dbus_message_iter_append_basic(&variant, type, value);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(row, &entry);
}

static void append_rows(DBusMessage *reply) {
    DBusMessageIter arguments, rows, row;
    dbus_message_iter_init_append(reply, &arguments);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "a{sv}", &rows);
    while (sqlite3_step(newest) == SQLITE_ROW) {
        static const char digits[] = "0123456789abcdef";
        const unsigned char *bytes = sqlite3_column_blob(newest, 0);
        char id[37], *end = id;
        for (int i = 0; i < 16; i++) {
            if (i == 4 || i == 6 || i == 8 || i == 10) *end++ = '-';
            *end++ = digits[bytes[i] >> 4];
            *end++ = digits[bytes[i] & 15];
        }
        *end = 0;
        const char *text = id, *type = (const char *)sqlite3_column_text(newest, 1);
        dbus_int64_t date = sqlite3_column_int64(newest, 2);
        dbus_bool_t favorite = sqlite3_column_int(newest, 3);
        dbus_uint32_t width = (dbus_uint32_t)sqlite3_column_int(newest, 4);
        dbus_uint32_t height = (dbus_uint32_t)sqlite3_column_int(newest, 5);
        dbus_message_iter_open_container(&rows, DBUS_TYPE_ARRAY, "{sv}", &row);
        append(&row, "id", DBUS_TYPE_STRING, "s", &text);
        append(&row, "media-type", DBUS_TYPE_STRING, "s", &type);
        append(&row, "creation-date", DBUS_TYPE_INT64, "x", &date);
        append(&row, "favorite", DBUS_TYPE_BOOLEAN, "b", &favorite);
        append(&row, "pixel-width", DBUS_TYPE_UINT32, "u", &width);
        append(&row, "pixel-height", DBUS_TYPE_UINT32, "u", &height);
        dbus_message_iter_close_container(&rows, &row);
    }
    sqlite3_reset(newest);
    dbus_message_iter_close_container(&arguments, &rows);
}

static DBusHandlerResult answer(DBusConnection *connection, DBusMessage *call, void *data) {
    (void)data;
    if (dbus_message_get_type(call) != DBUS_MESSAGE_TYPE_METHOD_CALL) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    DBusMessage *reply = dbus_message_new_method_return(call);
    if (!reply) exit(71);
    if (dbus_message_has_member(call, "Fetch")) {
        const char *path = "/org/filmgate/Library1/result/1";
        dbus_uint32_t count = 200;
        dbus_message_append_args(reply, DBUS_TYPE_OBJECT_PATH, &path, DBUS_TYPE_UINT32, &count, DBUS_TYPE_INVALID);
    } else if (dbus_message_has_member(call, "Read")) {
        append_rows(reply);
    }
    if (!dbus_connection_send(connection, reply, NULL)) exit(71);
    dbus_message_unref(reply);
    return DBUS_HANDLER_RESULT_HANDLED;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: page-server NAME DATABASE\n");
        return 64;
    }
    sqlite3 *database;
    if (sqlite3_open_v2(arguments[2], &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(database,
                           "SELECT id, media_type, creation_date, favorite, pixel_width, pixel_height FROM asset "
                           "WHERE hidden = 0 AND trashed_date IS NULL ORDER BY creation_date DESC, id LIMIT 200",
                           -1, &newest, NULL) != SQLITE_OK) {
        fprintf(stderr, "page-server: %s\n", sqlite3_errmsg(database));
        return 66;
    }
    return serve("page-server", arguments[1], answer);
}
