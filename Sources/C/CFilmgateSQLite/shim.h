#ifndef CFILMGATESQLITE_H
#define CFILMGATESQLITE_H

#include <sqlite3.h>

/* A variadic function and two macros with casts, which Swift cannot import. */
static inline int fg_sqlite_configure(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

static inline int fg_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 bytes) {
    return sqlite3_bind_text64(statement, index, text, bytes, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int fg_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                      : sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
