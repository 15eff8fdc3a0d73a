/* The floor of a whole result: SQLite alone, stepping the index that holds it, into a memory file.
 *
 *     step-index DATABASE TIMES
 *
 * Reads identifier and date of every listed asset in order, writes them as two columns, and prints the median of so many times in
 * microseconds, the connection opened anew each time. */
#define _GNU_SOURCE
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "timing.h"

static void put(int file, const char *bytes, size_t count) {
    while (count) {
        ssize_t written = write(file, bytes, count);
        if (written < 0) exit(74);
        bytes += written;
        count -= (size_t)written;
    }
}

int main(int count, char **arguments) {
    if (count != 3 || atoi(arguments[2]) < 1) {
        fprintf(stderr, "usage: step-index DATABASE TIMES\n");
        return 64;
    }
    int times = atoi(arguments[2]);
    double *taken = calloc((size_t)times, sizeof *taken);
    for (int i = 0; i < times; i++) {
        double start = now();
        sqlite3 *database;
        sqlite3_stmt *all;
        if (sqlite3_open_v2(arguments[1], &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
            sqlite3_prepare_v2(database,
                               "SELECT id, creation_date FROM asset WHERE hidden = 0 AND trashed_date IS NULL "
                               "ORDER BY creation_date DESC, id",
                               -1, &all, NULL) != SQLITE_OK)
            return 66;
        size_t rows = 0, room = 0;
        char *ids = NULL;
        sqlite3_int64 *dates = NULL;
        while (sqlite3_step(all) == SQLITE_ROW) {
            if (rows == room) {
                room = room ? room * 2 : 4096;
                ids = realloc(ids, room * 16);
                dates = realloc(dates, room * 8);
            }
            memcpy(ids + rows * 16, sqlite3_column_blob(all, 0), 16);
            dates[rows++] = sqlite3_column_int64(all, 1);
        }
        int file = memfd_create("floor", MFD_CLOEXEC);
        put(file, ids, rows * 16);
        put(file, (char *)dates, rows * 8);
        taken[i] = now() - start;
        close(file);
        free(ids);
        free(dates);
        sqlite3_finalize(all);
        sqlite3_close(database);
    }
    qsort(taken, (size_t)times, sizeof *taken, ascending);
    printf("%.1f\n", taken[times / 2]);
    return 0;
}
