/* What Swift's Glibc module leaves out: names behind _GNU_SOURCE, macros and variadic functions, each under its own name
 * with the prefix fg_ and fixed arguments. Every function keeps the convention of the call it wraps: -1 and errno. */
#ifndef CFILMGATESYSTEM_H
#define CFILMGATESYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "fg_processes.h"

/* What fstat tells, without the parts that no caller needs. */
struct fg_file_facts {
    uint32_t mode;
    uint32_t owner;
    uint64_t size;
    uint64_t device;
    uint64_t inode;
    uint64_t links;
    int64_t modified_seconds;
    int64_t modified_nanoseconds;
    int64_t changed_seconds;
    int64_t changed_nanoseconds;
};

int fg_file_facts(int fd, struct fg_file_facts *facts);
bool fg_is_regular(uint32_t mode);

/* Opens NAME relative to FOLDER (or to the working folder for -1), always close-on-exec. */
int fg_open(int folder, const char *name, int flags, unsigned mode);
int fg_open_unnamed(int folder, unsigned mode);
/* Opens NAME for reading, O_NOATIME where the owner allows it; refuses a symbolic link. */
int fg_open_untraced(int folder, const char *name);
/* Opens the regular file NAME for reading. Waits until no other program holds a write lease of it: the kernel ends one after 45 s by default,
   and lets nobody take one meanwhile. */
int fg_open_waiting(int folder, const char *name);
bool fg_is_readable(int fd);
int fg_open_path(int folder, const char *name);
/* Opens a folder, and no link to one, to look up names alone. */
int fg_open_folder(int folder, const char *name);
/* Finds a file by its name, a link itself, and does not open it: neither a device nor a FIFO notices. */
int fg_locate(int folder, const char *name);
/* Gives a file opened by fg_open_unnamed its name, through /proc/self/fd. */
int fg_link_unnamed(int fd, int folder, const char *name);
/* Opens a descriptor's file again, read-only, O_NOATIME where the owner allows it. */
int fg_reopen_read_only(int fd);

int fg_memfd_create(const char *name);
/* Sets mode 0400, too. */
int fg_memfd_seal(int fd);
/* Returns a view of a folder, with what is mounted in it, through which nothing can be written, nor made writable. */
int fg_read_only_tree(int folder);
/* Whether any other opening of a file that is opened for reading alone is in use; true where that cannot be told. */
bool fg_is_open_elsewhere(int fd);
/* Gives a file a size, with room on the disk for all of it; if the file system cannot reserve room, without. */
int fg_reserve(int fd, uint64_t size);
/* Waits until everything that was written to the file system of FD is on the disk. */
int fg_sync_file_system(int fd);
/* Has the system begin to write a part of a file to the disk, and does not wait for it. */
void fg_begin_writing_out(int fd, uint64_t offset, uint64_t count);
/* Shares the source's blocks with the target, where the file system can. */
int fg_clone(int source, int target);

int fg_epoll_create(void);
/* Watches FD for the poll(2) conditions READABLE and WRITABLE; TOKEN comes back with the event. */
int fg_epoll_add(int epoll, int fd, bool readable, bool writable, uint64_t token);
int fg_epoll_change(int epoll, int fd, bool readable, bool writable, uint64_t token);
int fg_epoll_remove(int epoll, int fd);
struct fg_event {
    uint64_t token;
    bool readable, writable, hung_up, failed;
};
/* At most 64 events; TIMEOUT in milliseconds, -1 for ever. */
int fg_epoll_wait(int epoll, struct fg_event *events, int count, int timeout);
int fg_eventfd(void);
/* Blocks the signals for this thread and those it starts, and gives a descriptor that reports them. */
int fg_signalfd(const int *signals, int count);
int fg_signalfd_read(int fd);

/* A descriptor that becomes readable at a moment: of the clock on the wall, or of the time since the boot, sleep included.
 * That of the wall's clock becomes readable too when somebody sets the clock. */
int fg_alarm(bool wall_clock);
/* MICROSECONDS of the alarm's clock; 0 or less: at once, INT64_MAX: never. */
int fg_alarm_set(int alarm, int64_t microseconds);
void fg_alarm_acknowledge(int alarm);

/* Memory that was freed and is kept for later goes back to the system, and so do pages of programs and libraries that were
   read once, at the start for instance. */
void fg_give_back_memory(void);
/* Whether this process has rights that whoever started it does not have: set-user-ID, set-group-ID, or capabilities of its file. */
bool fg_is_secure_execution(void);
/* Names the calling thread; what is longer than 15 bytes is cut. */
void fg_name_thread(const char *name);
int fg_pidfd_open(pid_t pid);
int fg_pidfd_send_signal(int pidfd, int signal);
/* Lets this process have as many descriptors as it may ever have. */
int fg_raise_descriptors(void);
/* How many descriptors this process can have. */
int fg_descriptor_limit(void);
/* Soft and hard limit alike. */
int fg_set_limit(pid_t pid, int resource, uint64_t limit);
extern const int fg_limit_address_space, fg_limit_cpu, fg_limit_files, fg_limit_file_size, fg_limit_core;

/* Two connected ends that carry datagrams in order. */
int fg_packet_pair(int ends[2]);
enum { fg_most_descriptors = 4 };
/* Sends BYTES as one datagram with descriptors; never raises SIGPIPE. */
ssize_t fg_send(int socket, const void *bytes, size_t count, const int *fds, size_t fd_count);
/* Receives a datagram of at most COUNT bytes, with its descriptors, close-on-exec; the kernel closes those for which there is no room. */
ssize_t fg_receive(int socket, void *bytes, size_t count, int fds[fg_most_descriptors], size_t *fd_count);

#endif
