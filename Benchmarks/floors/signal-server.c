/* The floor of telling of a change: the least that a service on libdbus can do for its subscribers.
 *
 *     signal-server NAME
 *
 * Owns NAME on the bus of DBUS_SESSION_BUS_ADDRESS, prints a line when it does, remembers who calls Subscribe, and at each
 * PerformChanges sends every one of them a copy of one LibraryChanged with an identifier. */
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

static char **subscribers;
static size_t count;

static void append_entry(DBusMessageIter *changes, const char *name, const char *signature, const char *text) {
    DBusMessageIter entry, variant, list;
    dbus_message_iter_open_container(changes, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &name);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, signature, &variant);
    if (signature[0] == 'a') {
        dbus_message_iter_open_container(&variant, DBUS_TYPE_ARRAY, "s", &list);
        dbus_message_iter_append_basic(&list, DBUS_TYPE_STRING, &text);
        dbus_message_iter_close_container(&variant, &list);
    } else {
        dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &text);
    }
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(changes, &entry);
}

static DBusMessage *news(void) {
    DBusMessage *signal =
        dbus_message_new_signal("/org/filmgate/Library1", "org.filmgate.Observation1", "LibraryChanged");
    const char *token = "00000000-0000-0000-0000-000000000000";
    DBusMessageIter arguments, changes;
    if (!signal) exit(71);
    dbus_message_iter_init_append(signal, &arguments);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &token);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &changes);
    append_entry(&changes, "reason", "s", "library");
    append_entry(&changes, "updated", "as", token);
    dbus_message_iter_close_container(&arguments, &changes);
    return signal;
}

static void tell(DBusConnection *connection) {
    DBusMessage *signal = news();
    for (size_t i = 0; i < count; i++) {
        DBusMessage *copy = dbus_message_copy(signal);
        if (!copy || !dbus_message_set_destination(copy, subscribers[i]) || !dbus_connection_send(connection, copy, NULL))
            exit(71);
        dbus_message_unref(copy);
    }
    dbus_message_unref(signal);
}

static DBusHandlerResult answer(DBusConnection *connection, DBusMessage *call, void *data) {
    (void)data;
    if (dbus_message_get_type(call) != DBUS_MESSAGE_TYPE_METHOD_CALL) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    DBusMessage *reply = dbus_message_new_method_return(call);
    if (!reply) exit(71);
    if (dbus_message_has_member(call, "Subscribe")) {
        subscribers = realloc(subscribers, (count + 1) * sizeof *subscribers);
        subscribers[count++] = strdup(dbus_message_get_sender(call));
    } else if (dbus_message_has_member(call, "PerformChanges")) {
        tell(connection);
    }
    if (!dbus_connection_send(connection, reply, NULL)) exit(71);
    dbus_message_unref(reply);
    return DBUS_HANDLER_RESULT_HANDLED;
}

int main(int number, char **arguments) {
    if (number != 2) {
        fprintf(stderr, "usage: signal-server NAME\n");
        return 64;
    }
    return serve("signal-server", arguments[1], answer);
}
