/* Does what an app does with a large library, and says how long it takes.
 *
 *     reader NAME CALLS WHAT
 *
 * WHAT is one of
 *     page      Fetch, Read of the newest 200 with 6 properties, Close
 *     limited   the same, fetched with a limit of 200
 *     read      that Read alone, of an open result
 *     snapshot  the same 200 rows as a Snapshot, the file read to its end
 *     fetch     Fetch and Close, without a limit
 *     changed   the same right after a photo was given another date, or hidden, or shown again
 *     updated   Update of an open result without a limit, after such a change
 *     whole     Snapshot of identifiers and dates of all, the file read to its end: the first, and the median of all after it
 *     again     the same without the fetch before: the median
 *     hold      fetches all, takes a whole Snapshot and waits until its input ends; prints "ready" before
 *
 * Prints the median in microseconds, of "whole" two numbers, and how many rows there were. */
#define _GNU_SOURCE
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "timing.h"

static const char *page_properties[] = {"id", "media-type", "creation-date", "favorite", "pixel-width", "pixel-height"};
static const char *whole_properties[] = {"id", "creation-date"};
enum { page_rows = 200 };

static DBusConnection *connection;
static const char *service;
static unsigned count;
static char *file_content;
static size_t file_room;

static DBusMessage *ask(DBusMessage *call) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, call, DBUS_TIMEOUT_INFINITE, &error);
    if (!reply) {
        fprintf(stderr, "reader: %s: %s\n", error.name, error.message);
        exit(69);
    }
    dbus_message_unref(call);
    return reply;
}

static void append_option(DBusMessageIter *options, const char *name, unsigned value) {
    DBusMessageIter entry, variant;
    dbus_message_iter_open_container(options, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &name);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "u", &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_UINT32, &value);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(options, &entry);
}

static void append_options(DBusMessageIter *arguments, const char *name, unsigned value) {
    DBusMessageIter options;
    dbus_message_iter_open_container(arguments, DBUS_TYPE_ARRAY, "{sv}", &options);
    if (name) append_option(&options, name, value);
    dbus_message_iter_close_container(arguments, &options);
}

/* The path of the result, to be freed. */
static char *fetch(unsigned limit) {
    DBusMessage *call =
        dbus_message_new_method_call(service, "/org/filmgate/Library1", "org.filmgate.Library1", "Fetch");
    DBusMessageIter arguments;
    const char *kind = "asset";
    dbus_message_iter_init_append(call, &arguments);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &kind);
    append_options(&arguments, limit ? "limit" : NULL, limit);
    DBusMessage *reply = ask(call);
    const char *path;
    if (!dbus_message_get_args(reply, NULL, DBUS_TYPE_OBJECT_PATH, &path, DBUS_TYPE_UINT32, &count, DBUS_TYPE_INVALID))
        exit(69);
    char *copy = strdup(path);
    dbus_message_unref(reply);
    return copy;
}

static DBusMessage *result_call(const char *path, const char *method) {
    return dbus_message_new_method_call(service, path, "org.filmgate.FetchResult1", method);
}

static void close_result(char *path) {
    dbus_message_unref(ask(result_call(path, "Close")));
    free(path);
}

/* Goes through all that the reply holds, as an app would. */
static unsigned walk(DBusMessageIter *iterator) {
    unsigned values = 0;
    for (int type; (type = dbus_message_iter_get_arg_type(iterator)) != DBUS_TYPE_INVALID; dbus_message_iter_next(iterator)) {
        if (dbus_type_is_container(type)) {
            DBusMessageIter inner;
            dbus_message_iter_recurse(iterator, &inner);
            values += walk(&inner);
        } else {
            DBusBasicValue value;
            dbus_message_iter_get_basic(iterator, &value);
            values++;
        }
    }
    return values;
}

static void read_rows(const char *path) {
    DBusMessage *call = result_call(path, "Read");
    const char **names = page_properties;
    unsigned offset = 0, rows = page_rows;
    dbus_message_append_args(call, DBUS_TYPE_UINT32, &offset, DBUS_TYPE_UINT32, &rows, DBUS_TYPE_ARRAY, DBUS_TYPE_STRING,
                             &names, 6, DBUS_TYPE_INVALID);
    DBusMessage *reply = ask(call);
    DBusMessageIter iterator;
    dbus_message_iter_init(reply, &iterator);
    if (walk(&iterator) != page_rows * 12) {
        fprintf(stderr, "reader: a page of another size\n");
        exit(69);
    }
    dbus_message_unref(reply);
}

/* Has a result move on, and goes through all that it says of it: one photo and no other. */
static void update(const char *path) {
    DBusMessage *reply = ask(result_call(path, "Update"));
    DBusMessageIter iterator;
    dbus_message_iter_init(reply, &iterator);
    unsigned values = walk(&iterator);
    /* Six keys, whether it is incremental and how many there are; beside that an index or two, and that it changed. */
    if (values < 9 || values > 11) {
        fprintf(stderr, "reader: an update of %u values\n", values);
        exit(69);
    }
    dbus_message_unref(reply);
}

static int snapshot(const char *path, const char **names, int number, unsigned rows) {
    DBusMessage *call = result_call(path, "Snapshot");
    DBusMessageIter arguments;
    dbus_message_append_args(call, DBUS_TYPE_ARRAY, DBUS_TYPE_STRING, &names, number, DBUS_TYPE_INVALID);
    dbus_message_iter_init_append(call, &arguments);
    append_options(&arguments, rows ? "count" : NULL, rows);
    DBusMessage *reply = ask(call);
    int file;
    if (!dbus_message_get_args(reply, NULL, DBUS_TYPE_UNIX_FD, &file, DBUS_TYPE_INVALID)) exit(69);
    dbus_message_unref(reply);
    struct stat facts;
    if (fstat(file, &facts)) exit(69);
    if ((size_t)facts.st_size > file_room) {
        file_room = (size_t)facts.st_size;
        file_content = realloc(file_content, file_room);
        memset(file_content, 1, file_room);
    }
    size_t got = 0;
    for (ssize_t part; (part = read(file, file_content + got, file_room - got)) > 0;) got += (size_t)part;
    if (got != (size_t)facts.st_size) exit(69);
    return file;
}

static void append_property(DBusMessageIter *options, const char *name, int type, const char *signature, const void *value) {
    DBusMessageIter entry, variant;
    dbus_message_iter_open_container(options, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &name);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, signature, &variant);
    dbus_message_iter_append_basic(&variant, type, value);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(options, &entry);
}

/* Changes one of the newest photos, a different one each time, and another way: every third is hidden and shown again. */
static void change(int number) {
    static char ids[page_rows][37];
    if (!*ids[0]) {
        char *path = fetch(page_rows);
        DBusMessage *call = result_call(path, "Read");
        const char **names = page_properties;
        unsigned offset = 0, rows = page_rows;
        dbus_message_append_args(call, DBUS_TYPE_UINT32, &offset, DBUS_TYPE_UINT32, &rows, DBUS_TYPE_ARRAY,
                                 DBUS_TYPE_STRING, &names, 1, DBUS_TYPE_INVALID);
        DBusMessage *reply = ask(call);
        DBusMessageIter reading, row, entry, pair, value;
        dbus_message_iter_init(reply, &reading);
        dbus_message_iter_recurse(&reading, &row);
        for (int i = 0; i < page_rows; i++, dbus_message_iter_next(&row)) {
            const char *id;
            dbus_message_iter_recurse(&row, &entry);
            dbus_message_iter_recurse(&entry, &pair);
            dbus_message_iter_next(&pair);
            dbus_message_iter_recurse(&pair, &value);
            dbus_message_iter_get_basic(&value, &id);
            strcpy(ids[i], id);
        }
        dbus_message_unref(reply);
        close_result(path);
    }
    const char *id = ids[number / 3 % page_rows], *name = "set-properties", *key = "properties";
    DBusMessage *call =
        dbus_message_new_method_call(service, "/org/filmgate/Library1", "org.filmgate.Library1", "PerformChanges");
    DBusMessageIter arguments, changes, one, keys, entry, variant, properties;
    dbus_message_iter_init_append(call, &arguments);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "(sa{sv})", &changes);
    dbus_message_iter_open_container(&changes, DBUS_TYPE_STRUCT, NULL, &one);
    dbus_message_iter_append_basic(&one, DBUS_TYPE_STRING, &name);
    dbus_message_iter_open_container(&one, DBUS_TYPE_ARRAY, "{sv}", &keys);
    append_property(&keys, "id", DBUS_TYPE_STRING, "s", &id);
    dbus_message_iter_open_container(&keys, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "a{sv}", &variant);
    dbus_message_iter_open_container(&variant, DBUS_TYPE_ARRAY, "{sv}", &properties);
    dbus_bool_t hidden = number % 3 == 1;
    dbus_int64_t date = (dbus_int64_t)number * 1000003 * 1000000 % 600000000000000;
    if (number % 3 == 0)
        append_property(&properties, "creation-date", DBUS_TYPE_INT64, "x", &date);
    else
        append_property(&properties, "hidden", DBUS_TYPE_BOOLEAN, "b", &hidden);
    dbus_message_iter_close_container(&variant, &properties);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(&keys, &entry);
    dbus_message_iter_close_container(&one, &keys);
    dbus_message_iter_close_container(&changes, &one);
    dbus_message_iter_close_container(&arguments, &changes);
    append_options(&arguments, NULL, 0);
    dbus_message_unref(ask(call));
}

static double median(double *times, int number) {
    qsort(times, (size_t)number, sizeof *times, ascending);
    return number ? times[number / 2] : 0;
}

int main(int number, char **arguments) {
    if (number != 4 || atoi(arguments[2]) < 1) {
        fprintf(stderr, "usage: reader NAME CALLS page|limited|read|snapshot|fetch|changed|updated|whole|again|hold\n");
        return 64;
    }
    service = arguments[1];
    int calls = atoi(arguments[2]);
    const char *what = arguments[3];
    DBusError error = DBUS_ERROR_INIT;
    connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection) {
        fprintf(stderr, "reader: %s\n", error.message);
        return 69;
    }
    if (!strcmp(what, "hold")) {
        char *path = fetch(0);
        snapshot(path, whole_properties, 2, 0);
        puts("ready");
        fflush(stdout);
        while (read(0, &(char){0}, 1) > 0) {}
        return 0;
    }
    double *times = calloc((size_t)calls, sizeof *times), first = 0;
    int is_open = !strcmp(what, "read") || !strcmp(what, "snapshot") || !strcmp(what, "again") ||
                  !strcmp(what, "updated");
    char *path = is_open ? fetch(0) : NULL;
    for (int i = -1; i < calls; i++) {
        if (!strcmp(what, "changed") || !strcmp(what, "updated")) change(i + 1);
        double start = now();
        if (!strcmp(what, "page") || !strcmp(what, "limited")) {
            path = fetch(what[0] == 'l' ? page_rows : 0);
            read_rows(path);
            close_result(path);
        } else if (!strcmp(what, "fetch") || !strcmp(what, "changed")) {
            close_result(fetch(0));
        } else if (!strcmp(what, "read")) {
            read_rows(path);
        } else if (!strcmp(what, "updated")) {
            update(path);
        } else if (!strcmp(what, "snapshot")) {
            close(snapshot(path, page_properties, 6, page_rows));
        } else if (!strcmp(what, "whole")) {
            path = fetch(0);
            close(snapshot(path, whole_properties, 2, 0));
            close_result(path);
        } else {
            close(snapshot(path, whole_properties, 2, 0));
        }
        /* The first is not counted: it finds nothing prepared. */
        if (i < 0) first = now() - start; else times[i] = now() - start;
    }
    if (!strcmp(what, "whole")) printf("%.1f ", first);
    printf("%.1f %u\n", median(times, calls), count);
    dbus_connection_close(connection);
    return 0;
}
