/* Measures how fast a service answers a call that takes a string (or nothing).
 *
 *     caller CALLS NAME PATH INTERFACE METHOD [STRING]
 *
 * Calls one at a time, then 64 at a time, on the bus of DBUS_SESSION_BUS_ADDRESS, and prints one line:
 * the median and the 99th percentile of a call in microseconds, and the calls a second with 64 in flight. */
#include "client.h"
#include "timing.h"

enum { in_flight = 64 };

static struct method method;

static void check(DBusMessage *reply) {
    if (dbus_message_get_type(reply) != DBUS_MESSAGE_TYPE_ERROR) return;
    fprintf(stderr, "caller: %s\n", dbus_message_get_error_name(reply));
    exit(69);
}

/* How long each call took, sorted. */
static void one_at_a_time(DBusConnection *connection, int calls, double *times) {
    for (int i = 0; i < calls; i++) {
        double start = now();
        DBusMessage *reply = answer_to_call(connection, &method);
        times[i] = now() - start;
        dbus_message_unref(reply);
    }
    qsort(times, (size_t)calls, sizeof *times, ascending);
}

static int sent, answered;

static void send_one(DBusConnection *connection) {
    DBusMessage *message = new_call(&method);
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
    int calls = count > 1 ? atoi(arguments[1]) : 0;
    if (count < 6 || count > 7 || calls < 1) {
        fprintf(stderr, "usage: caller CALLS NAME PATH INTERFACE METHOD [STRING]\n");
        return 64;
    }
    method = method_in(count - 2, arguments + 2);
    DBusConnection *connection = connect_to_bus();
    double *times = calloc((size_t)calls, sizeof *times);
    one_at_a_time(connection, calls / 10 + 1, times);
    one_at_a_time(connection, calls, times);
    double all = many_at_a_time(connection, calls);
    printf("%.1f %.1f %.0f\n", times[calls / 2], times[calls * 99L / 100], calls / all * 1e6);
    dbus_connection_close(connection);
    return 0;
}
