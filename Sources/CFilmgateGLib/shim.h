/* GLib's key files, and its command lines, whose variadic and macro parts are kept on this side. */
#ifndef CFILMGATEGLIB_SHIM_H
#define CFILMGATEGLIB_SHIM_H

#include <glib.h>

/* Whether a key file lacks the key or its whole group, and nothing else is wrong. */
static inline gboolean fg_is_missing_key(const GError *error) {
    return g_error_matches(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_KEY_NOT_FOUND) ||
           g_error_matches(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_GROUP_NOT_FOUND);
}

struct fg_broker_options {
    char *bus, *state, *config; /* NULL where not given; freed with g_free */
    gboolean version;
};

/* Reads the broker's command line; `--help` prints and ends the process. FALSE with ERROR where something is wrong. */
static inline gboolean fg_broker_options_parse(int argc, char **argv, struct fg_broker_options *options, GError **error) {
    *options = (struct fg_broker_options){0};
    GOptionEntry entries[] = {
        {"bus", 0, 0, G_OPTION_ARG_STRING, &options->bus,
         "The bus to serve: an address, 'session' or 'system'; the default is FILMGATE_BUS_ADDRESS, else the system bus", "ADDRESS"},
        {"state", 0, 0, G_OPTION_ARG_FILENAME, &options->state, "The folder that holds the libraries", "FOLDER"},
        {"config", 0, 0, G_OPTION_ARG_FILENAME, &options->config,
         "The configuration; the default is /etc/filmgate/filmgated.conf, where it exists", "FILE"},
        {"version", 0, 0, G_OPTION_ARG_NONE, &options->version, "Print the version and end", NULL},
        {0}};
    GOptionContext *context = g_option_context_new("");
    g_option_context_set_summary(context, "Stands between a person's photos and every app that asks for them.");
    g_option_context_set_description(
        context,
        "On the system bus, the broker serves a library of each user's own, and polkit says who may administer.\n"
        "With an address, it runs in the private setting: for one user, who administers the library.\n"
        "Send SIGTERM or SIGINT to end it.");
    g_option_context_add_main_entries(context, entries, NULL);
    gboolean parsed = g_option_context_parse(context, &argc, &argv, error);
    g_option_context_free(context);
    if (parsed && argc > 1) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "There is no argument '%s'; see --help.", argv[1]);
        return FALSE;
    }
    return parsed;
}

#endif
