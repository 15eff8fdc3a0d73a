/* libsystemd's sd-login: what logind has written down of people's sessions. */
#ifndef CFILMGATELOGIN_SHIM_H
#define CFILMGATELOGIN_SHIM_H

#include <systemd/sd-login.h>

#endif
