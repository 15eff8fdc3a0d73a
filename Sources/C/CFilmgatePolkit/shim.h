/* libpolkit-gobject-1, loaded on demand: with GObject and GIO it would cost each broker two megabytes, and the private
   setting does not need it. pkg-config's options would link it, so its functions are declared here. A test compares the
   declarations to the library's header. */
#ifndef CFILMGATEPOLKIT_SHIM_H
#define CFILMGATEPOLKIT_SHIM_H

#include <dlfcn.h>
#include <gio/gio.h>

typedef struct _PolkitAuthority PolkitAuthority;
typedef struct _PolkitSubject PolkitSubject;
typedef struct _PolkitDetails PolkitDetails;
typedef struct _PolkitAuthorizationResult PolkitAuthorizationResult;

#ifndef __POLKIT_CHECK_AUTHORIZATION_FLAGS_H
typedef enum {
    POLKIT_CHECK_AUTHORIZATION_FLAGS_NONE = 0,
    POLKIT_CHECK_AUTHORIZATION_FLAGS_ALLOW_USER_INTERACTION = (1 << 0),
} PolkitCheckAuthorizationFlags;
#endif

void polkit_authority_get_async(GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
PolkitAuthority *polkit_authority_get_finish(GAsyncResult *result, GError **error);
void polkit_authority_check_authorization(PolkitAuthority *authority, PolkitSubject *subject, const gchar *action_id,
                                          PolkitDetails *details, PolkitCheckAuthorizationFlags flags, GCancellable *cancellable,
                                          GAsyncReadyCallback callback, gpointer user_data);
PolkitAuthorizationResult *polkit_authority_check_authorization_finish(PolkitAuthority *authority, GAsyncResult *result,
                                                                       GError **error);
gboolean polkit_authorization_result_get_is_authorized(PolkitAuthorizationResult *result);
gboolean polkit_authorization_result_get_is_challenge(PolkitAuthorizationResult *result);
PolkitDetails *polkit_details_new(void);
void polkit_details_insert(PolkitDetails *details, const gchar *key, const gchar *value);
PolkitSubject *polkit_system_bus_name_new(const gchar *name);

#define FG_POLKIT_FUNCTIONS(F)                                                                                                    \
    F(g_cancellable_cancel)                                                                                                       \
    F(g_cancellable_new)                                                                                                          \
    F(g_object_unref)                                                                                                             \
    F(polkit_authority_check_authorization)                                                                                       \
    F(polkit_authority_check_authorization_finish)                                                                                \
    F(polkit_authority_get_async)                                                                                                 \
    F(polkit_authority_get_finish)                                                                                                \
    F(polkit_authorization_result_get_is_authorized)                                                                              \
    F(polkit_authorization_result_get_is_challenge)                                                                               \
    F(polkit_details_insert)                                                                                                      \
    F(polkit_details_new)                                                                                                         \
    F(polkit_system_bus_name_new)

/* The functions that Filmgate calls, under their names in the library. */
struct fg_polkit {
#define FG_POLKIT_FIELD(name) __typeof__(&name) name;
    FG_POLKIT_FUNCTIONS(FG_POLKIT_FIELD)
#undef FG_POLKIT_FIELD
};

/* Fills the table; FALSE if the library or one of the functions is missing. Never unloads the library. */
static inline gboolean fg_polkit_load(struct fg_polkit *polkit) {
    void *library = dlopen("libpolkit-gobject-1.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return FALSE;
#define FG_POLKIT_FIND(name)                                                                                                      \
    if (!(polkit->name = (__typeof__(&name))dlsym(library, #name))) return FALSE;
    FG_POLKIT_FUNCTIONS(FG_POLKIT_FIND)
#undef FG_POLKIT_FIND
    return TRUE;
}

#endif
