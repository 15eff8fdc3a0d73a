/* Requests images of assets, as an app in C does, and closes what it gets.
 *
 *     request-images IN-FLIGHT SIDE DELIVERY TIMES ASSET...
 *
 * Prints the milliseconds of an image, all images together; the median until the first delivery of a request; and the median until
 * its response. The bus is that of DBUS_SESSION_BUS_ADDRESS. */
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "timing.h"

struct request {
    double begin, first, end;
};

static const char *delivery;
static dbus_uint32_t side;
static DBusConnection *connection;
static struct request *requests;

static void add_option(DBusMessageIter *options, const char *key, int type, const void *value) {
    const char signature[] = {(char)type, 0};
    DBusMessageIter entry, variant;
    dbus_message_iter_open_container(options, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, signature, &variant);
    dbus_message_iter_append_basic(&variant, type, value);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(options, &entry);
}

static void ask(int number, const char *asset) {
    DBusMessage *message = dbus_message_new_method_call(
        "org.filmgate.Library1", "/org/filmgate/Library1", "org.filmgate.Images1", "RequestImage");
    if (!message) exit(71);
    char text[16];
    snprintf(text, sizeof text, "t%d", number);
    const char *token = text;
    DBusMessageIter arguments, options;
    dbus_message_iter_init_append(message, &arguments);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &asset);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &options);
    add_option(&options, "width", DBUS_TYPE_UINT32, &side);
    add_option(&options, "height", DBUS_TYPE_UINT32, &side);
    add_option(&options, "delivery", DBUS_TYPE_STRING, &delivery);
    add_option(&options, "handle-token", DBUS_TYPE_STRING, &token);
    dbus_message_iter_close_container(&arguments, &options);
    requests[number].begin = now();
    if (!dbus_connection_send(connection, message, NULL)) exit(71);
    dbus_message_unref(message);
}

static void fail(DBusMessage *message) {
    const char *text = "?";
    dbus_message_get_args(message, NULL, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
    fprintf(stderr, "request-images: %s\n", text);
    exit(69);
}

/* Which request a signal is about. */
static struct request *request_of(DBusMessage *signal) {
    const char *token = strrchr(dbus_message_get_path(signal), '/');
    if (!token || token[1] != 't') exit(76);
    return &requests[atoi(token + 2)];
}

/* Whether a request has ended. */
static int handle(DBusMessage *message) {
    if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_ERROR) fail(message);
    if (dbus_message_is_signal(message, "org.filmgate.Request1", "Delivery")) {
        struct request *request = request_of(message);
        if (!request->first) request->first = now();
        DBusMessageIter values;
        int fd;
        dbus_message_iter_init(message, &values);
        dbus_message_iter_get_basic(&values, &fd);
        close(fd);
    }
    if (!dbus_message_is_signal(message, "org.filmgate.Request1", "Response")) return 0;
    request_of(message)->end = now();
    const char *outcome;
    DBusMessageIter values;
    dbus_message_iter_init(message, &values);
    dbus_message_iter_get_basic(&values, &outcome);
    if (strcmp(outcome, "success") != 0) fail(message);
    return 1;
}

static double median(double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, ascending);
    return times[count / 2] / 1e3;
}

int main(int count, char **arguments) {
    if (count < 6) return 64;
    int most = atoi(arguments[1]), rounds = atoi(arguments[4]), assets = count - 5, all = rounds * assets;
    side = (dbus_uint32_t)atoi(arguments[2]);
    delivery = arguments[3];
    connection = dbus_bus_get(DBUS_BUS_SESSION, NULL);
    requests = calloc((size_t)all, sizeof *requests);
    double *times = calloc((size_t)all, sizeof *times);
    if (!connection || !requests || !times || all < 1) exit(69);
    double begin = now();
    int sent = 0, ended = 0;
    while (ended < all) {
        for (; sent < all && sent < ended + most; sent++) ask(sent, arguments[5 + sent % assets]);
        if (!dbus_connection_read_write(connection, -1)) exit(69);
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(connection))) {
            ended += handle(message);
            dbus_message_unref(message);
        }
    }
    printf("%.3f", (now() - begin) / all / 1e3);
    for (int i = 0; i < all; i++) times[i] = requests[i].first - requests[i].begin;
    printf(" %.3f", median(times, all));
    for (int i = 0; i < all; i++) times[i] = requests[i].end - requests[i].begin;
    printf(" %.3f\n", median(times, all));
    return 0;
}
