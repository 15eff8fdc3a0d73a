/* What the floors have in common that call one method again and again. */
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>

struct method {
    const char *name, *path, *interface, *member;
    /* Nothing where the method takes nothing. */
    const char *argument;
};

/* What "NAME PATH INTERFACE METHOD [STRING]" means, COUNT words of them. */
static inline struct method method_in(int count, char **words) {
    return (struct method){words[0], words[1], words[2], words[3], count > 4 && *words[4] ? words[4] : NULL};
}

static inline DBusConnection *connect_to_bus(void) {
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection) {
        fprintf(stderr, "no bus: %s\n", error.message);
        exit(69);
    }
    dbus_connection_set_exit_on_disconnect(connection, FALSE);
    return connection;
}

static inline DBusMessage *new_call(const struct method *method) {
    DBusMessage *message =
        dbus_message_new_method_call(method->name, method->path, method->interface, method->member);
    if (!message || (method->argument && !dbus_message_append_args(message, DBUS_TYPE_STRING, &method->argument,
                                                                   DBUS_TYPE_INVALID)))
        exit(71);
    return message;
}

/* Calls and waits; the answer may be no error. */
static inline DBusMessage *answer_to_call(DBusConnection *connection, const struct method *method) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *message = new_call(method);
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, message, -1, &error);
    if (!reply) {
        fprintf(stderr, "%s.%s: %s: %s\n", method->interface, method->member, error.name, error.message);
        exit(69);
    }
    dbus_message_unref(message);
    return reply;
}
