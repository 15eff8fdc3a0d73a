/* Starts, watches and confines processes. */
#ifndef CFILMGATESYSTEM_PROCESSES_H
#define CFILMGATESYSTEM_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Starts PATH with /dev/null as descriptors 0 to 2 and COUNT descriptors from 3 on, and no others. No signal is
   blocked, ignored or handled. */
int fg_spawn(pid_t *pid, const char *path, char *const arguments[], char *const environment[], const int *fds, int count);

/* The end of a child: by a SIGNAL, or, if that is 0, with an exit CODE. */
struct fg_ending {
    int signal, code;
};
/* Waits for a child and reaps it. */
int fg_wait(int pidfd, struct fg_ending *ending);

/* Waits until a descriptor is readable. TIMEOUT is in milliseconds; -1 means forever. Returns bit 0 for the first
   descriptor, bit 1 for the second; 0 on timeout. */
int fg_wait_readable(int first, int second, int timeout);

/* A counting semaphore. NULL and errno if there is not enough memory. */
struct fg_semaphore;
struct fg_semaphore *fg_semaphore_create(void);
void fg_semaphore_destroy(struct fg_semaphore *semaphore);
void fg_semaphore_signal(struct fg_semaphore *semaphore);
/* Returns false if no signal came within the time. */
bool fg_semaphore_wait(struct fg_semaphore *semaphore, int64_t milliseconds);

/* Returns the processor time that a process has used. */
int fg_cpu_microseconds(pid_t pid, int64_t *used);
/* Sets only the soft limit, at most to the hard limit. */
int fg_set_soft_limit(pid_t pid, int resource, uint64_t limit);

/* Programs started from here on gain no privileges; processes of the same user cannot trace this process. */
int fg_give_up_privileges(void);
/* Limits this thread to these capabilities (a bit mask), effective and permitted, but not inheritable, and prevents it
   from gaining others. Fails with EPERM if the thread lacks one of the capabilities. */
int fg_keep_capabilities(uint64_t wanted);
extern const int fg_cap_dac_read_search, fg_cap_sys_ptrace;
/* Leaves the shared namespaces of network, mounts, users and IPC, if the kernel allows it. */
int fg_leave_namespaces(void);
/* Closes all descriptors above the highest one to keep. */
int fg_close_above(int highest);

#endif
