/* Starting, watching and confining processes. */
#ifndef CFILMGATESYSTEM_PROCESSES_H
#define CFILMGATESYSTEM_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Starts PATH with /dev/null as descriptors 0 to 2, the COUNT descriptors as 3 and onward, and no other; with no signal
 * blocked, ignored or handled. */
int fg_spawn(pid_t *pid, const char *path, char *const arguments[], char *const environment[], const int *fds, int count);

/* How a child ended: SIGNAL is 0 for one that left by itself, with CODE. */
struct fg_ending {
    int signal, code;
};
/* Waits for a child and takes its entry out of the table of processes. */
int fg_wait(int pidfd, struct fg_ending *ending);

/* Waits for one of both to be readable, TIMEOUT in milliseconds (-1: for ever); the answer's lowest bit is the first's,
 * the next the second's, 0 for none in time. */
int fg_wait_readable(int first, int second, int timeout);

/* Counts what is ready for threads that wait. NULL and errno where there is no memory. */
struct fg_semaphore;
struct fg_semaphore *fg_semaphore_create(void);
void fg_semaphore_destroy(struct fg_semaphore *semaphore);
void fg_semaphore_signal(struct fg_semaphore *semaphore);
/* False where nothing was signalled within that many milliseconds. */
bool fg_semaphore_wait(struct fg_semaphore *semaphore, int64_t milliseconds);

/* Processor time that a process has used. */
int fg_cpu_microseconds(pid_t pid, int64_t *used);
/* Moves the soft limit alone, at most to the hard one. */
int fg_set_soft_limit(pid_t pid, int resource, uint64_t limit);

/* No program started from here on gains privileges, none of the same user may trace this one. */
int fg_give_up_privileges(void);
/* Leaves this thread with these capabilities (a mask of their numbers' bits), effective and permitted, none of them inheritable,
 * and without means of getting others; fails with EPERM where one of them is not there to be kept. */
int fg_keep_capabilities(uint64_t wanted);
extern const int fg_cap_dac_read_search, fg_cap_sys_ptrace;
/* Leaves the network, the mounts, the users and the interprocess objects of the others behind, where the kernel allows. */
int fg_leave_namespaces(void);
/* Closes every descriptor above the highest that is to stay. */
int fg_close_above(int highest);

#endif
