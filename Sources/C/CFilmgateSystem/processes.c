#define _GNU_SOURCE
#include "fg_processes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* MARK: children */

static int arrange(posix_spawn_file_actions_t *actions, const int *fds, int count) {
    int failure = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDWR, 0);
    for (int i = 1; failure == 0 && i <= 2; i++) failure = posix_spawn_file_actions_adddup2(actions, 0, i);
    for (int i = 0; failure == 0 && i < count; i++) failure = posix_spawn_file_actions_adddup2(actions, fds[i], 3 + i);
    if (failure == 0) failure = posix_spawn_file_actions_addclosefrom_np(actions, 3 + count);
    return failure;
}

static int with_clean_signals(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int failure = posix_spawnattr_setsigmask(attributes, &none);
    if (failure == 0) failure = posix_spawnattr_setsigdefault(attributes, &all);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    /* A program that gets a group from its file, such as the agent, does not pass the group on. In other programs,
       nothing is reset, because a service may be forbidden to try. */
    if (geteuid() != getuid() || getegid() != getgid()) flags |= POSIX_SPAWN_RESETIDS;
    if (failure == 0) failure = posix_spawnattr_setflags(attributes, flags);
    return failure;
}

/* FDS are above their new numbers, so none is overwritten before it is copied. */
static int spawn(pid_t *pid, const char *path, char *const arguments[], char *const environment[], const int *fds, int count) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0) return failure;
    failure = posix_spawnattr_init(&attributes);
    if (failure == 0) {
        failure = arrange(&actions, fds, count);
        if (failure == 0) failure = with_clean_signals(&attributes);
        if (failure == 0) failure = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

int fg_spawn(pid_t *pid, const char *path, char *const arguments[], char *const environment[], const int *fds, int count) {
    int copies[16], copied = 0, failure = 0;
    if (count > 16) failure = EINVAL;
    while (failure == 0 && copied < count) {
        copies[copied] = fcntl(fds[copied], F_DUPFD_CLOEXEC, 3 + count);
        if (copies[copied] < 0) failure = errno;
        else copied++;
    }
    if (failure == 0) failure = spawn(pid, path, arguments, environment, copies, count);
    while (copied > 0) close(copies[--copied]);
    if (failure == 0) return 0;
    errno = failure;
    return -1;
}

int fg_wait(int pidfd, struct fg_ending *ending) {
    siginfo_t info;
    if (waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED) < 0) return -1;
    bool exited = info.si_code == CLD_EXITED;
    *ending = (struct fg_ending){.signal = exited ? 0 : info.si_status, .code = exited ? info.si_status : 0};
    return 0;
}

int fg_wait_readable(int first, int second, int timeout) {
    struct pollfd both[2] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
    int ready = poll(both, 2, timeout);
    return ready < 0 ? -1 : (both[0].revents != 0) | (both[1].revents != 0) << 1;
}

int fg_cpu_microseconds(pid_t pid, int64_t *used) {
    clockid_t clock;
    struct timespec time;
    int failure = clock_getcpuclockid(pid, &clock);
    if (failure != 0) {
        errno = failure;
        return -1;
    }
    if (clock_gettime(clock, &time) < 0) return -1;
    *used = (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
    return 0;
}

int fg_set_soft_limit(pid_t pid, int resource, uint64_t limit) {
    struct rlimit value;
    if (prlimit(pid, resource, NULL, &value) < 0) return -1;
    value.rlim_cur = limit < value.rlim_max ? limit : value.rlim_max;
    return prlimit(pid, resource, &value, NULL);
}

/* MARK: threads */

struct fg_semaphore {
    sem_t raw;
};

struct fg_semaphore *fg_semaphore_create(void) {
    struct fg_semaphore *semaphore = malloc(sizeof *semaphore);
    if (semaphore) sem_init(&semaphore->raw, 0, 0);
    return semaphore;
}

void fg_semaphore_destroy(struct fg_semaphore *semaphore) {
    sem_destroy(&semaphore->raw);
    free(semaphore);
}

void fg_semaphore_signal(struct fg_semaphore *semaphore) { sem_post(&semaphore->raw); }

bool fg_semaphore_wait(struct fg_semaphore *semaphore, int64_t milliseconds) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += milliseconds / 1000;
    end.tv_nsec += milliseconds % 1000 * 1000000;
    if (end.tv_nsec >= 1000000000) {
        end.tv_sec++;
        end.tv_nsec -= 1000000000;
    }
    int result;
    do result = sem_clockwait(&semaphore->raw, CLOCK_MONOTONIC, &end);
    while (result < 0 && errno == EINTR);
    return result == 0;
}

/* MARK: confinement */

int fg_give_up_privileges(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

const int fg_cap_dac_read_search = CAP_DAC_READ_SEARCH, fg_cap_sys_ptrace = CAP_SYS_PTRACE;

/* Gets or sets capabilities, as two words of 32 bits, the lower one first. */
static int capabilities(bool change, uint64_t *permitted, uint64_t *effective) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {0};
    if (change) {
        for (int i = 0; i < 2; i++) {
            data[i].permitted = (uint32_t)(*permitted >> 32 * i);
            data[i].effective = (uint32_t)(*effective >> 32 * i);
        }
        return (int)syscall(SYS_capset, &header, data);
    }
    if (syscall(SYS_capget, &header, data) < 0) return -1;
    *permitted = data[0].permitted | (uint64_t)data[1].permitted << 32;
    *effective = data[0].effective | (uint64_t)data[1].effective << 32;
    return 0;
}

int fg_keep_capabilities(uint64_t wanted) {
    uint64_t permitted, effective;
    if (capabilities(false, &permitted, &effective) < 0) return -1;
    if ((permitted & wanted) != wanted) {
        errno = EPERM;
        return -1;
    }
    /* Shrinks the bounding set if allowed. If it is not allowed, no program can be started either. */
    for (int number = 0; number < 64 && prctl(PR_CAPBSET_READ, number, 0, 0, 0) >= 0; number++)
        if (!(wanted >> number & 1)) prctl(PR_CAPBSET_DROP, number, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if (capabilities(true, &wanted, &wanted) < 0 || capabilities(false, &permitted, &effective) < 0) return -1;
    if (permitted == wanted && effective == wanted) return 0;
    errno = EPERM;
    return -1;
}

int fg_leave_namespaces(void) {
    return unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP);
}

int fg_close_above(int highest) { return close_range((unsigned)highest + 1, UINT_MAX, 0); }
