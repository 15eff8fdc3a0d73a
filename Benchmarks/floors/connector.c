/* Measures how fast a service answers those who are new to it.
 *
 *     connector CONNECTIONS RATE CALLS NAME PATH INTERFACE METHOD [STRING [ANSWER]]
 *
 * Makes that many connections to the bus of DBUS_SESSION_BUS_ADDRESS, each of which calls so many times and leaves. With a RATE so many
 * of them are due each second, however long those before take, and up to 128 are there at once; else one comes after the other.
 * Somewhere in every answer there must be the string ANSWER.
 *
 * Prints JSON, times in microseconds: the median and the 99th percentile of a first call, of a second one, of all later ones, and of
 * all of it up to the first answer from the moment when a connection was due; the medians of that in the first and the last quarter;
 * and how many connections a second were served. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "client.h"
#include "timing.h"

enum { most_at_once = 128 };

static struct method method;
static const char *expected;
static int connections, rate, calls;
static double begin, *first, *second, *later, *known;
static atomic_int next;

static int holds(DBusMessageIter *values, const char *text) {
    for (; dbus_message_iter_get_arg_type(values) != DBUS_TYPE_INVALID; dbus_message_iter_next(values)) {
        DBusMessageIter inside;
        const char *string;
        switch (dbus_message_iter_get_arg_type(values)) {
        case DBUS_TYPE_STRING:
            dbus_message_iter_get_basic(values, &string);
            if (strcmp(string, text) == 0) return 1;
            break;
        case DBUS_TYPE_ARRAY:
        case DBUS_TYPE_DICT_ENTRY:
        case DBUS_TYPE_STRUCT:
        case DBUS_TYPE_VARIANT:
            dbus_message_iter_recurse(values, &inside);
            if (holds(&inside, text)) return 1;
        }
    }
    return 0;
}

/* How long a call took. */
static double call(DBusConnection *connection) {
    double start = now();
    DBusMessage *reply = answer_to_call(connection, &method);
    double end = now();
    DBusMessageIter values;
    if (expected && (!dbus_message_iter_init(reply, &values) || !holds(&values, expected))) {
        fprintf(stderr, "connector: an answer without '%s'\n", expected);
        exit(1);
    }
    dbus_message_unref(reply);
    return end - start;
}

static void *connect_and_call(void *nothing) {
    for (int i; (i = atomic_fetch_add(&next, 1)) < connections;) {
        double due = now();
        if (rate > 0) {
            due = begin + 1e6 * i / rate;
            wait_until(due);
        }
        DBusConnection *connection = connect_to_bus();
        first[i] = call(connection);
        known[i] = now() - due;
        for (int j = 1; j < calls; j++) later[(long)i * (calls - 1) + j - 1] = call(connection);
        if (calls > 1) second[i] = later[(long)i * (calls - 1)];
        dbus_connection_close(connection);
        dbus_connection_unref(connection);
    }
    return nothing;
}

static double median(double *times, long number) {
    qsort(times, (size_t)number, sizeof *times, ascending);
    return number ? times[number / 2] : 0;
}

static void print(const char *what, double *times, long number) {
    double half = median(times, number);
    printf("\"%s\": [%.1f, %.1f], ", what, half, number ? times[number * 99 / 100] : 0);
}

static double *room(long number) { return calloc((size_t)number + 1, sizeof(double)); }

int main(int count, char **arguments) {
    if (count < 8 || count > 10 || (connections = atoi(arguments[1])) < 4 || (calls = atoi(arguments[3])) < 1) {
        fprintf(stderr, "usage: connector CONNECTIONS RATE CALLS NAME PATH INTERFACE METHOD [STRING [ANSWER]]\n");
        return 64;
    }
    rate = atoi(arguments[2]);
    method = method_in(count - 4, arguments + 4);
    expected = count > 9 ? arguments[9] : NULL;
    long all_later = (long)connections * (calls - 1);
    first = room(connections), second = room(connections), known = room(connections), later = room(all_later);
    dbus_threads_init_default();
    begin = now();
    pthread_t threads[most_at_once];
    int used = rate > 0 ? most_at_once : 1;
    for (int i = 0; i < used; i++)
        if (pthread_create(&threads[i], NULL, connect_and_call, NULL)) return 71;
    for (int i = 0; i < used; i++) pthread_join(threads[i], NULL);
    double all = now() - begin;
    int quarter = connections / 4;
    double early = median(known, quarter), late = median(known + connections - quarter, quarter);
    printf("{");
    print("first", first, connections);
    print("second", second, connections);
    print("later", later, all_later);
    print("known", known, connections);
    printf("\"early\": %.1f, \"late\": %.1f, \"rate\": %.1f}\n", early, late, connections / all * 1e6);
    return 0;
}
