/* libsystemd's sd-login, which libdbus brings into every process anyway. */
#ifndef CFILMGATELOGIN_SHIM_H
#define CFILMGATELOGIN_SHIM_H

#include <systemd/sd-login.h>

#endif
