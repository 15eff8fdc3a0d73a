/* Measures how fast a service answers those who are new to it.
 *
 *     connector CONNECTIONS RATE NAME PATH INTERFACE METHOD [STRING]
 *
 * Makes that many connections to the bus of DBUS_SESSION_BUS_ADDRESS, RATE of them begun a second (0: one after the other), each of which
 * calls twice and leaves. Prints the median and the 99th percentile of a first call, the same of a second one, in microseconds, and
 * the connections a second that were served. */
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static char **target;
static const char *argument;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void wait_until(double moment) {
    double rest = moment - now();
    if (rest <= 0) return;
    struct timespec time = {(time_t)(rest / 1e6), (long)((rest - (long)(rest / 1e6) * 1e6) * 1e3)};
    nanosleep(&time, NULL);
}

/* How long a call took, that must be answered. */
static double call(DBusConnection *connection) {
    DBusMessage *message = dbus_message_new_method_call(target[0], target[1], target[2], target[3]);
    if (!message || (argument && !dbus_message_append_args(message, DBUS_TYPE_STRING, &argument, DBUS_TYPE_INVALID)))
        exit(71);
    DBusError error = DBUS_ERROR_INIT;
    double start = now();
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, message, -1, &error);
    double end = now();
    if (!reply) {
        fprintf(stderr, "connector: %s: %s\n", error.name, error.message);
        exit(69);
    }
    dbus_message_unref(message);
    dbus_message_unref(reply);
    return end - start;
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **arguments) {
    if (count < 7 || count > 8) {
        fprintf(stderr, "usage: connector CONNECTIONS RATE NAME PATH INTERFACE METHOD [STRING]\n");
        return 64;
    }
    int connections = atoi(arguments[1]), rate = atoi(arguments[2]);
    if (connections < 1 || rate < 0) return 64;
    target = arguments + 3;
    argument = arguments[7];
    double *first = calloc((size_t)connections, sizeof *first), *second = calloc((size_t)connections, sizeof *second);
    double begin = now();
    for (int i = 0; i < connections; i++) {
        if (rate > 0) wait_until(begin + 1e6 * i / rate);
        DBusError error = DBUS_ERROR_INIT;
        DBusConnection *connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
        if (!connection) {
            fprintf(stderr, "connector: %s\n", error.message);
            return 69;
        }
        dbus_connection_set_exit_on_disconnect(connection, FALSE);
        first[i] = call(connection);
        second[i] = call(connection);
        dbus_connection_close(connection);
        dbus_connection_unref(connection);
    }
    double all = now() - begin;
    qsort(first, (size_t)connections, sizeof *first, ascending);
    qsort(second, (size_t)connections, sizeof *second, ascending);
    printf("%.1f %.1f %.1f %.1f %.0f\n", first[connections / 2], first[connections * 99L / 100], second[connections / 2],
           second[connections * 99L / 100], connections / all * 1e6);
    return 0;
}
