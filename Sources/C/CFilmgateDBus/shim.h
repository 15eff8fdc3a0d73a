/* libdbus-1, and its macros with casts, which Swift cannot import. */
#ifndef CFILMGATEDBUS_SHIM_H
#define CFILMGATEDBUS_SHIM_H

#include <dbus/dbus.h>

static const int fgd_invalid = DBUS_TYPE_INVALID;
static const int fgd_byte = DBUS_TYPE_BYTE;
static const int fgd_boolean = DBUS_TYPE_BOOLEAN;
static const int fgd_int16 = DBUS_TYPE_INT16;
static const int fgd_uint16 = DBUS_TYPE_UINT16;
static const int fgd_int32 = DBUS_TYPE_INT32;
static const int fgd_uint32 = DBUS_TYPE_UINT32;
static const int fgd_int64 = DBUS_TYPE_INT64;
static const int fgd_uint64 = DBUS_TYPE_UINT64;
static const int fgd_double = DBUS_TYPE_DOUBLE;
static const int fgd_string = DBUS_TYPE_STRING;
static const int fgd_object_path = DBUS_TYPE_OBJECT_PATH;
static const int fgd_signature = DBUS_TYPE_SIGNATURE;
static const int fgd_unix_fd = DBUS_TYPE_UNIX_FD;
static const int fgd_array = DBUS_TYPE_ARRAY;
static const int fgd_variant = DBUS_TYPE_VARIANT;
static const int fgd_struct = DBUS_TYPE_STRUCT;
static const int fgd_dict_entry = DBUS_TYPE_DICT_ENTRY;

#endif
