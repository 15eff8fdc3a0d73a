/* Readiness, as systemd's service manager wants to hear of it. */
#ifndef CFILMGATESYSTEMD_SHIM_H
#define CFILMGATESYSTEMD_SHIM_H

#include <systemd/sd-daemon.h>

#endif
