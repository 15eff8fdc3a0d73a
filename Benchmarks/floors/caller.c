/* Measures how fast a service answers a call that takes a string (or nothing).
 *
 *     caller CALLS NAME PATH INTERFACE METHOD [STRING]
 *
 * Calls one at a time, then 64 at a time, on the bus of DBUS_SESSION_BUS_ADDRESS, and prints one line:
 * the median and the 99th percentile of a call in microseconds, and the calls a second with 64 in flight. */
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { in_flight = 64 };

static char **target;
static const char *argument;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static DBusMessage *call(void) {
    DBusMessage *message = dbus_message_new_method_call(target[0], target[1], target[2], target[3]);
    if (!message || (argument && !dbus_message_append_args(message, DBUS_TYPE_STRING, &argument, DBUS_TYPE_INVALID)))
        exit(71);
    return message;
}

static void check(DBusMessage *reply) {
    if (reply && dbus_message_get_type(reply) != DBUS_MESSAGE_TYPE_ERROR) return;
    fprintf(stderr, "caller: %s\n", reply ? dbus_message_get_error_name(reply) : "no reply");
    exit(69);
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

/* How long each call took, sorted. */
static void one_at_a_time(DBusConnection *connection, int calls, double *times) {
    for (int i = 0; i < calls; i++) {
        double start = now();
        DBusMessage *message = call();
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, message, -1, NULL);
        times[i] = now() - start;
        check(reply);
        dbus_message_unref(message);
        dbus_message_unref(reply);
    }
    qsort(times, (size_t)calls, sizeof *times, ascending);
}

static int sent, answered;

static void send_one(DBusConnection *connection) {
    DBusMessage *message = call();
    if (!dbus_connection_send(connection, message, NULL)) exit(71);
    dbus_message_unref(message);
    sent++;
}

/* Microseconds for all calls. */
static double many_at_a_time(DBusConnection *connection, int calls) {
    double start = now();
    sent = answered = 0;
    while (sent < in_flight && sent < calls) send_one(connection);
    while (answered < calls) {
        if (!dbus_connection_read_write(connection, -1)) exit(69);
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(connection))) {
            int type = dbus_message_get_type(message);
            if (type == DBUS_MESSAGE_TYPE_METHOD_RETURN || type == DBUS_MESSAGE_TYPE_ERROR) {
                check(message);
                answered++;
                if (sent < calls) send_one(connection);
            }
            dbus_message_unref(message);
        }
    }
    return now() - start;
}

int main(int count, char **arguments) {
    if (count < 6 || count > 7) {
        fprintf(stderr, "usage: caller CALLS NAME PATH INTERFACE METHOD [STRING]\n");
        return 64;
    }
    int calls = atoi(arguments[1]);
    if (calls < 1) return 64;
    target = arguments + 2;
    argument = arguments[6];
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection) {
        fprintf(stderr, "caller: %s\n", error.message);
        return 69;
    }
    double *times = calloc((size_t)calls, sizeof *times);
    one_at_a_time(connection, calls / 10 + 1, times);
    one_at_a_time(connection, calls, times);
    double all = many_at_a_time(connection, calls);
    printf("%.1f %.1f %.0f\n", times[calls / 2], times[calls * 99L / 100], calls / all * 1e6);
    dbus_connection_close(connection);
    return 0;
}
