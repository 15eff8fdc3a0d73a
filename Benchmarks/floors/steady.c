/* Measures how long a service lets somebody wait who calls now and then.
 *
 *     steady SECONDS RATE NAME PATH INTERFACE METHOD [STRING]
 *
 * Calls so many times a second, on the bus of DBUS_SESSION_BUS_ADDRESS, and prints the median, the 99th percentile and the most that a
 * call took, in microseconds: from when it was sent, or was due where the one before was still waited for. */
#include "client.h"
#include "timing.h"

int main(int count, char **arguments) {
    int seconds = count > 2 ? atoi(arguments[1]) : 0, rate = count > 2 ? atoi(arguments[2]) : 0;
    if (count < 7 || count > 8 || seconds < 1 || rate < 1) {
        fprintf(stderr, "usage: steady SECONDS RATE NAME PATH INTERFACE METHOD [STRING]\n");
        return 64;
    }
    struct method method = method_in(count - 3, arguments + 3);
    DBusConnection *connection = connect_to_bus();
    int calls = seconds * rate;
    double *times = calloc((size_t)calls, sizeof *times);
    dbus_message_unref(answer_to_call(connection, &method));
    double begin = now();
    for (int i = 0; i < calls; i++) {
        double due = begin + 1e6 * i / rate, start = due;
        if (now() < due) {
            wait_until(due);
            start = now();
        }
        DBusMessage *reply = answer_to_call(connection, &method);
        times[i] = now() - start;
        dbus_message_unref(reply);
    }
    qsort(times, (size_t)calls, sizeof *times, ascending);
    printf("%.1f %.1f %.1f\n", times[calls / 2], times[calls * 99L / 100], times[calls - 1]);
    dbus_connection_close(connection);
    return 0;
}
