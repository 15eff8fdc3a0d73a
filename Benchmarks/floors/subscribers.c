/* Measures how fast a change is told to many, each on a connection of its own.
 *
 *     subscribers NAME COUNT ROUNDS ASSET
 *
 * Subscribes so many connections to the service NAME, on the bus of DBUS_SESSION_BUS_ADDRESS, prints "ready", and then in each
 * round rates the asset anew and waits until the change is answered and everybody has heard of it. Prints the median of a round
 * in microseconds.
 *
 * With no rounds it waits until its input ends, and prints how many signals came. */
#define _GNU_SOURCE
#include <dbus/dbus.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "timing.h"

static const char *service;
static DBusConnection **connections;
static struct pollfd *waiting;
static int count, heard, answered;

static void check(DBusMessage *reply, const char *error) {
    if (reply && dbus_message_get_type(reply) != DBUS_MESSAGE_TYPE_ERROR) return;
    fprintf(stderr, "subscribers: %s\n", reply ? dbus_message_get_error_name(reply) : error);
    exit(69);
}

static DBusConnection *connect_to_bus(void) {
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection) check(NULL, error.message);
    return connection;
}

static void subscribe(DBusConnection *connection) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *call =
        dbus_message_new_method_call(service, "/org/filmgate/Library1", "org.filmgate.Observation1", "Subscribe");
    DBusMessageIter arguments, options;
    dbus_message_iter_init_append(call, &arguments);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &options);
    dbus_message_iter_close_container(&arguments, &options);
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, call, DBUS_TIMEOUT_INFINITE, &error);
    check(reply, error.message);
    dbus_message_unref(call);
    dbus_message_unref(reply);
}

static void open_entry(DBusMessageIter *dictionary, const char *key, const char *signature, DBusMessageIter *entry,
                       DBusMessageIter *variant) {
    dbus_message_iter_open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, entry);
    dbus_message_iter_append_basic(entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(entry, DBUS_TYPE_VARIANT, signature, variant);
}

static void close_entry(DBusMessageIter *dictionary, DBusMessageIter *entry, DBusMessageIter *variant) {
    dbus_message_iter_close_container(entry, variant);
    dbus_message_iter_close_container(dictionary, entry);
}

static void rate(DBusConnection *connection, const char *asset, dbus_int32_t rating) {
    DBusMessage *call =
        dbus_message_new_method_call(service, "/org/filmgate/Library1", "org.filmgate.Library1", "PerformChanges");
    DBusMessageIter arguments, changes, change, keys, entry, variant, properties, inner, value, options;
    const char *name = "set-properties";
    dbus_message_iter_init_append(call, &arguments);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "(sa{sv})", &changes);
    dbus_message_iter_open_container(&changes, DBUS_TYPE_STRUCT, NULL, &change);
    dbus_message_iter_append_basic(&change, DBUS_TYPE_STRING, &name);
    dbus_message_iter_open_container(&change, DBUS_TYPE_ARRAY, "{sv}", &keys);
    open_entry(&keys, "id", "s", &entry, &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &asset);
    close_entry(&keys, &entry, &variant);
    open_entry(&keys, "properties", "a{sv}", &entry, &variant);
    dbus_message_iter_open_container(&variant, DBUS_TYPE_ARRAY, "{sv}", &properties);
    open_entry(&properties, "rating", "i", &inner, &value);
    dbus_message_iter_append_basic(&value, DBUS_TYPE_INT32, &rating);
    close_entry(&properties, &inner, &value);
    dbus_message_iter_close_container(&variant, &properties);
    close_entry(&keys, &entry, &variant);
    dbus_message_iter_close_container(&change, &keys);
    dbus_message_iter_close_container(&changes, &change);
    dbus_message_iter_close_container(&arguments, &changes);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &options);
    dbus_message_iter_close_container(&arguments, &options);
    if (!dbus_connection_send(connection, call, NULL)) exit(71);
    dbus_connection_flush(connection);
    dbus_message_unref(call);
}

static void take_in(DBusConnection *connection) {
    if (!dbus_connection_read_write(connection, 0)) check(NULL, "disconnected");
    for (DBusMessage *message; (message = dbus_connection_pop_message(connection)); dbus_message_unref(message)) {
        int type = dbus_message_get_type(message);
        if (dbus_message_is_signal(message, "org.filmgate.Observation1", "LibraryChanged")) heard++;
        if (type == DBUS_MESSAGE_TYPE_ERROR) check(message, NULL);
        if (type == DBUS_MESSAGE_TYPE_METHOD_RETURN) answered++;
    }
}

/* Takes in what is there, and where that is nothing, waits for so many milliseconds, -1: for ever. */
static int listen_once(int patience) {
    int ready = poll(waiting, (nfds_t)count + 1, patience);
    for (int i = 0; i <= count; i++)
        if (waiting[i].revents) take_in(connections[i]);
    return ready;
}

int main(int number, char **arguments) {
    if (number != 5) {
        fprintf(stderr, "usage: subscribers NAME COUNT ROUNDS ASSET\n");
        return 64;
    }
    service = arguments[1];
    count = atoi(arguments[2]);
    int rounds = atoi(arguments[3]);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    connections = calloc((size_t)count + 1, sizeof *connections);
    waiting = calloc((size_t)count + 1, sizeof *waiting);
    for (int i = 0; i <= count; i++) {
        connections[i] = connect_to_bus();
        if (i < count) subscribe(connections[i]);
        waiting[i].events = POLLIN;
        if (!dbus_connection_get_unix_fd(connections[i], &waiting[i].fd)) exit(71);
        take_in(connections[i]);
    }
    puts("ready");
    fflush(stdout);
    if (rounds == 0) {
        while (getchar() != EOF) {}
        while (listen_once(500) > 0) {}
        printf("%d\n", heard);
        return 0;
    }
    double *times = calloc((size_t)rounds, sizeof *times);
    for (int i = -1; i < rounds; i++) {
        heard = answered = 0;
        double start = now();
        rate(connections[count], arguments[4], (i + 2) % 5 + 1);
        while (heard < count || answered < 1) listen_once(-1);
        if (i >= 0) times[i] = now() - start;
        /* What more there were would count for the next. */
        while (listen_once(20) > 0) {}
        if (heard > count) check(NULL, "told twice");
    }
    qsort(times, (size_t)rounds, sizeof *times, ascending);
    printf("%.1f\n", times[rounds / 2]);
    return 0;
}
