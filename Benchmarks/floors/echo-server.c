/* The floor of a round trip: the least that a service on libdbus can do.
 *
 *     echo-server NAME
 *
 * Owns NAME on the bus of DBUS_SESSION_BUS_ADDRESS, prints a line when it does, and answers GetStatus(s) -> (s) at any
 * path with what it was given. */
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>

#include "server.h"

static DBusHandlerResult answer(DBusConnection *connection, DBusMessage *call, void *data) {
    (void)data;
    if (!dbus_message_is_method_call(call, "org.filmgate.Authorization1", "GetStatus"))
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    const char *text;
    if (!dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID))
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    DBusMessage *reply = dbus_message_new_method_return(call);
    if (!reply || !dbus_message_append_args(reply, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID) ||
        !dbus_connection_send(connection, reply, NULL))
        exit(71);
    dbus_message_unref(reply);
    return DBUS_HANDLER_RESULT_HANDLED;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: echo-server NAME\n");
        return 64;
    }
    return serve("echo-server", arguments[1], answer);
}
