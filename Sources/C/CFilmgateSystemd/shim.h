/* libsystemd: logind's records of sessions, and messages to the service manager. */
#ifndef CFILMGATESYSTEMD_SHIM_H
#define CFILMGATESYSTEMD_SHIM_H

#include <systemd/sd-daemon.h>
#include <systemd/sd-login.h>

#endif
