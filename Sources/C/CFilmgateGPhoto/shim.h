/* libgphoto2, and the folders of its drivers. */
#ifndef CFILMGATEGPHOTO_SHIM_H
#define CFILMGATEGPHOTO_SHIM_H

#include <dlfcn.h>
#include <gphoto2/gphoto2.h>
#include <gphoto2/gphoto2-port-version.h>
#include <gphoto2/gphoto2-version.h>
#include <stdio.h>
#include <string.h>

/* dladdr, which the C library declares only with an option. */
struct fg_symbol {
    const char *file;
    void *base;
    const char *name;
    void *address;
};
extern int fg_symbol_at(const void *address, struct fg_symbol *symbol) __asm__("dladdr");

/* Finds the folder KIND/VERSION beside libgphoto2, in which libgphoto2 looks for drivers. */
static inline int fg_driver_folder(const char *kind, const char **version, char path[1024]) {
    struct fg_symbol symbol = {0};
    const void *function = dlsym(NULL, "gp_camera_new");
    if (!function || !fg_symbol_at(function, &symbol) || !symbol.file || !version || !version[0]) return GP_ERROR;
    const char *end = strrchr(symbol.file, '/');
    int length = end ? (int)(end - symbol.file) : 0;
    int count = snprintf(path, 1024, "%.*s/%s/%s", length, symbol.file, kind, version[0]);
    return count > 0 && count < 1024 ? GP_OK : GP_ERROR;
}

/* Loads a driver permanently. When libgphoto2 closes and reopens it, its file is not mapped again. */
static inline int fg_driver_keep(const char *path) { return dlopen(path, RTLD_NOW | RTLD_NODELETE) ? GP_OK : GP_ERROR_LIBRARY; }

#endif
