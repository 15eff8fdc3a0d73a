/* What the floors that are services have in common. */
#include <dbus/dbus.h>
#include <stdio.h>

/* Owns NAME on the bus of DBUS_SESSION_BUS_ADDRESS, prints a line when it does, and has ANSWER see every message until the bus hangs
 * up. Returns the process' exit code. */
static inline int serve(const char *program, const char *name, DBusHandleMessageFunction answer) {
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection || !dbus_connection_add_filter(connection, answer, NULL, NULL) ||
        dbus_bus_request_name(connection, name, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error) !=
            DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) {
        fprintf(stderr, "%s: %s\n", program, error.message ? error.message : "the name is taken");
        return 69;
    }
    puts("ready");
    fflush(stdout);
    while (dbus_connection_read_write_dispatch(connection, -1)) {}
    return 0;
}
