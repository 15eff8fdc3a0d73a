/* Measures how fast a file is read, opened by its path or through a descriptor that the broker hands out.
 *
 *     read-file ROUNDS PATH                 opens, reads and closes the file
 *     read-file ROUNDS --resource ASSET     reads the asset's original through one descriptor of OpenResource
 *
 * Prints the median microseconds of a reading from start to end, and those of OpenResource. The bus is that of DBUS_SESSION_BUS_ADDRESS. */
#include <dbus/dbus.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "timing.h"

static void read_whole(int fd) {
    static char block[1 << 17];
    off_t offset = 0;
    ssize_t count;
    while ((count = pread(fd, block, sizeof block, offset)) > 0) offset += count;
    if (count < 0 || offset == 0) exit(74);
}

static int open_resource(const char *asset) {
    DBusConnection *connection = dbus_bus_get(DBUS_BUS_SESSION, NULL);
    DBusMessage *message = dbus_message_new_method_call(
        "org.filmgate.Library1", "/org/filmgate/Library1", "org.filmgate.Resources1", "OpenResource");
    const char *type = "photo";
    DBusMessageIter arguments, options;
    if (!connection || !message) exit(69);
    dbus_message_iter_init_append(message, &arguments);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &asset);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &type);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &options);
    dbus_message_iter_close_container(&arguments, &options);
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, message, -1, &error);
    if (!reply) {
        fprintf(stderr, "read-file: %s\n", error.message);
        exit(69);
    }
    int fd;
    DBusMessageIter values;
    dbus_message_iter_init(reply, &values);
    if (dbus_message_iter_get_arg_type(&values) != DBUS_TYPE_UNIX_FD) exit(76);
    dbus_message_iter_get_basic(&values, &fd);
    dbus_message_unref(message);
    dbus_message_unref(reply);
    return fd;
}

int main(int argc, char **argv) {
    int rounds = argc > 2 ? atoi(argv[1]) : 0;
    if (rounds < 1) return 64;
    double *times = calloc((size_t)rounds, sizeof *times), begin = now();
    int resource = argc > 3 && strcmp(argv[2], "--resource") == 0 ? open_resource(argv[3]) : -1;
    double opening = now() - begin;
    for (int i = 0; i < rounds; i++) {
        int fd = resource >= 0 ? resource : open(argv[2], O_RDONLY);
        if (fd < 0) return 66;
        double start = now();
        read_whole(fd);
        times[i] = now() - start;
        if (resource < 0) close(fd);
    }
    qsort(times, (size_t)rounds, sizeof *times, ascending);
    printf("%.1f %.1f\n", times[rounds / 2], resource >= 0 ? opening : 0);
    return 0;
}
