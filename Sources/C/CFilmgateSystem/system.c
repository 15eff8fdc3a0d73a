#define _GNU_SOURCE
#include "CFilmgateSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/fs.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

/* MARK: files */

int fg_file_facts(int fd, struct fg_file_facts *facts) {
    struct stat status;
    if (fstat(fd, &status) < 0) return -1;
    *facts = (struct fg_file_facts){
        .mode = status.st_mode,
        .owner = status.st_uid,
        .size = (uint64_t)status.st_size,
        .device = status.st_dev,
        .inode = status.st_ino,
        .links = status.st_nlink,
        .modified_seconds = status.st_mtim.tv_sec,
        .modified_nanoseconds = status.st_mtim.tv_nsec,
        .changed_seconds = status.st_ctim.tv_sec,
        .changed_nanoseconds = status.st_ctim.tv_nsec,
    };
    return 0;
}

bool fg_is_regular(uint32_t mode) { return S_ISREG(mode); }

int fg_open(int folder, const char *name, int flags, unsigned mode) {
    return openat(folder < 0 ? AT_FDCWD : folder, name, flags | O_CLOEXEC, mode);
}

int fg_open_unnamed(int folder, unsigned mode) { return openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode); }

int fg_open_untraced(int folder, const char *name) {
    int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    int fd = openat(folder, name, flags | O_NOATIME);
    if (fd < 0 && errno == EPERM) fd = openat(folder, name, flags);
    return fd;
}

int fg_open_waiting(int folder, const char *name) {
    struct stat facts;
    if (fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) < 0) return -1;
    if (!S_ISREG(facts.st_mode)) {
        errno = EINVAL;
        return -1;
    }
    int fd;
    do fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
    while (fd < 0 && errno == EINTR);
    return fd;
}

bool fg_is_readable(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && !(flags & O_PATH) && (flags & O_ACCMODE) != O_WRONLY;
}

int fg_open_path(int folder, const char *name) {
    return openat(folder < 0 ? AT_FDCWD : folder, name, O_PATH | O_CLOEXEC);
}

int fg_open_folder(int folder, const char *name) {
    return openat(folder < 0 ? AT_FDCWD : folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int fg_locate(int folder, const char *name) { return openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC); }

static void descriptor_path(int fd, char path[32]) { snprintf(path, 32, "/proc/self/fd/%d", fd); }

int fg_link_unnamed(int fd, int folder, const char *name) {
    char path[32];
    descriptor_path(fd, path);
    return linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW);
}

int fg_reopen_read_only(int fd) {
    char path[32];
    descriptor_path(fd, path);
    int reopened = open(path, O_RDONLY | O_CLOEXEC | O_NOATIME);
    if (reopened < 0 && errno == EPERM) reopened = open(path, O_RDONLY | O_CLOEXEC);
    return reopened;
}

int fg_memfd_create(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int fg_memfd_seal(int fd) {
    if (fchmod(fd, 0400) < 0) return -1;
    return fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

/* Runs in a child that shares only its descriptors with this process. Returns an errno. */
static int mount_read_only(int folder, int place) {
    struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV};
    unsigned clone = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE;
    /* The new namespace has its own mounts. Only the current folder is carried over. */
    if (fchdir(folder) < 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0) return errno;
    int tree = (int)syscall(SYS_open_tree, AT_FDCWD, ".", clone);
    if (tree < 0) return errno;
    int failure = 0;
    if (syscall(SYS_mount_setattr, tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) < 0 ||
        dup3(tree, place, O_CLOEXEC) < 0)
        failure = errno;
    close(tree);
    return failure;
}

int fg_read_only_tree(int folder) {
    int place = fcntl(folder, F_DUPFD_CLOEXEC, 0);
    if (place < 0) return -1;
    /* Like fork, but the child shares this process's descriptors, and replaces PLACE. It makes only system calls. */
    pid_t child = (pid_t)syscall(SYS_clone, CLONE_FILES, NULL, NULL, NULL, NULL);
    if (child == 0) _exit(mount_read_only(folder, place));
    int status = 0, failure = child < 0 ? errno : 0;
    if (failure == 0) {
        pid_t ended;
        do ended = waitpid(child, &status, __WALL);
        while (ended < 0 && errno == EINTR);
        failure = ended < 0 ? errno : WIFEXITED(status) ? WEXITSTATUS(status) : EPERM;
    }
    if (failure == 0) return place;
    close(place);
    errno = failure;
    return -1;
}

bool fg_is_open_elsewhere(int fd) {
    /* A write lease needs a file that is not open elsewhere. SIGIO, sent when the lease is broken, would kill the
       process. */
    signal(SIGIO, SIG_IGN);
    if (fcntl(fd, F_SETLEASE, F_WRLCK) < 0) return true;
    fcntl(fd, F_SETLEASE, F_UNLCK);
    return false;
}

int fg_sync_file_system(int fd) { return syncfs(fd); }

void fg_begin_writing_out(int fd, uint64_t offset, uint64_t count) {
    /* If this fails, the later fsync writes everything. */
    (void)sync_file_range(fd, (off_t)offset, (off_t)count, SYNC_FILE_RANGE_WRITE);
}

int fg_reserve(int fd, uint64_t size) {
    int result;
    struct statvfs disk;
    if (fstatvfs(fd, &disk) < 0) return -1;
    uint64_t blocks = disk.f_blocks, free = disk.f_bavail, unit = disk.f_frsize;
    // A twentieth of the disk, at most 1 GiB, stays free for other programs.
    uint64_t margin = blocks / 20 * unit < 1ULL << 30 ? blocks / 20 * unit : 1ULL << 30;
    // A file in memory has no disk.
    if (blocks > 0 && (size > UINT64_MAX - margin || free * unit < size + margin)) {
        errno = ENOSPC;
        return -1;
    }
    do result = fallocate(fd, 0, 0, (off_t)size);
    while (result < 0 && errno == EINTR);
    return result < 0 && errno == EOPNOTSUPP ? ftruncate(fd, (off_t)size) : result;
}

int fg_clone(int source, int target) { return ioctl(target, FICLONE, source); }

/* MARK: events */

int fg_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int epoll_control(int epoll, int operation, int fd, bool readable, bool writable, uint64_t token) {
    struct epoll_event event = {.events = (readable ? EPOLLIN : 0u) | (writable ? EPOLLOUT : 0u), .data.u64 = token};
    return epoll_ctl(epoll, operation, fd, &event);
}

int fg_epoll_add(int epoll, int fd, bool readable, bool writable, uint64_t token) {
    return epoll_control(epoll, EPOLL_CTL_ADD, fd, readable, writable, token);
}

int fg_epoll_change(int epoll, int fd, bool readable, bool writable, uint64_t token) {
    return epoll_control(epoll, EPOLL_CTL_MOD, fd, readable, writable, token);
}

int fg_epoll_remove(int epoll, int fd) { return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL); }

int fg_epoll_wait(int epoll, struct fg_event *events, int count, int timeout) {
    struct epoll_event raw[64];
    int ready = epoll_wait(epoll, raw, count < 64 ? count : 64, timeout);
    for (int i = 0; i < ready; i++) {
        events[i] = (struct fg_event){
            .token = raw[i].data.u64,
            .readable = raw[i].events & EPOLLIN,
            .writable = raw[i].events & EPOLLOUT,
            .hung_up = raw[i].events & EPOLLHUP,
            .failed = raw[i].events & EPOLLERR,
        };
    }
    return ready;
}

int fg_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int fg_signalfd(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    int failure = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (failure != 0) {
        errno = failure;
        return -1;
    }
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int fg_signalfd_read(int fd) {
    struct signalfd_siginfo info;
    ssize_t count = read(fd, &info, sizeof info);
    return count == sizeof info ? (int)info.ssi_signo : -1;
}

/* MARK: processes */

void fg_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

int fg_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int fg_pidfd_send_signal(int pidfd, int signal) { return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0); }

const int fg_limit_address_space = RLIMIT_AS, fg_limit_cpu = RLIMIT_CPU, fg_limit_files = RLIMIT_NOFILE,
          fg_limit_file_size = RLIMIT_FSIZE, fg_limit_core = RLIMIT_CORE;

int fg_raise_descriptors(void) {
    struct rlimit value;
    if (getrlimit(RLIMIT_NOFILE, &value) < 0) return -1;
    value.rlim_cur = value.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &value);
}

int fg_descriptor_limit(void) {
    struct rlimit value;
    if (getrlimit(RLIMIT_NOFILE, &value) < 0) return -1;
    return value.rlim_cur < INT_MAX ? (int)value.rlim_cur : INT_MAX;
}

int fg_set_limit(pid_t pid, int resource, uint64_t limit) {
    struct rlimit value = {.rlim_cur = limit, .rlim_max = limit};
    return prlimit(pid, resource, &value, NULL);
}

/* MARK: sockets */

int fg_packet_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends); }

int fg_pipe(int ends[2], bool waits) {
    /* Writing to a pipe without a reader would kill the process. */
    signal(SIGPIPE, SIG_IGN);
    if (pipe2(ends, O_CLOEXEC) < 0) return -1;
    return waits ? 0 : fcntl(ends[1], F_SETFL, O_NONBLOCK);
}

/* Space for the descriptors of one message. */
union fg_control {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int[fg_most_descriptors]))];
};

ssize_t fg_send(int socket, const void *bytes, size_t count, const int *fds, size_t fd_count) {
    union fg_control control = {0};
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (fd_count > fg_most_descriptors) {
        errno = EINVAL;
        return -1;
    }
    if (fd_count > 0) {
        message.msg_control = control.space;
        message.msg_controllen = CMSG_SPACE(fd_count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(fd_count * sizeof(int));
        memcpy(CMSG_DATA(header), fds, fd_count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t fg_receive(int socket, void *bytes, size_t count, int fds[fg_most_descriptors], size_t *fd_count) {
    union fg_control control;
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    *fd_count = 0;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0) return -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        *fd_count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(fds, CMSG_DATA(header), *fd_count * sizeof(int));
    }
    return received;
}

int fg_alarm(bool wall_clock)
{
    return timerfd_create(wall_clock ? CLOCK_REALTIME : CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

int fg_alarm_set(int alarm, int64_t microseconds)
{
    struct itimerspec time = {0};
    /* All zeros would mean never, so this waits for one nanosecond. */
    if (microseconds <= 0) {
        time.it_value.tv_nsec = 1;
    } else if (microseconds != INT64_MAX) {
        time.it_value.tv_sec = microseconds / 1000000;
        time.it_value.tv_nsec = microseconds % 1000000 * 1000;
    }
    if (timerfd_settime(alarm, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &time, NULL) == 0) return 0;
    /* The clock since boot cannot be set, and timerfd refuses the flag for it. */
    return timerfd_settime(alarm, TFD_TIMER_ABSTIME, &time, NULL);
}

void fg_alarm_acknowledge(int alarm)
{
    uint64_t times;
    /* Fails with ECANCELED if the clock was set; then the caller must look at the clock, too. */
    ssize_t count = read(alarm, &times, sizeof times);
    (void)count;
}

/* Unmaps read-only pages of a program or library. They stay in the page cache and are mapped again on use. */
static int unmap_read_pages(struct dl_phdr_info *object, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        if (part->p_type != PT_LOAD || (part->p_flags & PF_W)) continue;
        uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
        uintptr_t start = (object->dlpi_addr + part->p_vaddr) & ~(page - 1);
        uintptr_t end = object->dlpi_addr + part->p_vaddr + part->p_filesz;
        if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void fg_give_back_memory(void)
{
    malloc_trim(0);
    dl_iterate_phdr(unmap_read_pages, NULL);
}

bool fg_is_secure_execution(void) { return getauxval(AT_SECURE) != 0; }
