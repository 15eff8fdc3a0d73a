/* Functions that Swift's Glibc module leaves out: names that need _GNU_SOURCE, macros and variadic functions, with the
   prefix fg_ and fixed arguments. Like the calls that they wrap, they return -1 and set errno on failure. */
#ifndef CFILMGATESYSTEM_H
#define CFILMGATESYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "fg_processes.h"

/* The results of fstat that callers need. */
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

/* Opens NAME relative to FOLDER (-1 for the working folder), always close-on-exec. */
int fg_open(int folder, const char *name, int flags, unsigned mode);
int fg_open_unnamed(int folder, unsigned mode);
/* Opens NAME for reading, with O_NOATIME if allowed. Refuses a symbolic link. */
int fg_open_untraced(int folder, const char *name);
/* Opens the regular file NAME for reading. Waits until no other program holds a write lease on it: the kernel ends a
   lease after 45 s by default, and grants no other lease meanwhile. */
int fg_open_waiting(int folder, const char *name);
bool fg_is_readable(int fd);
int fg_open_path(int folder, const char *name);
/* Opens a folder only to look up names. Refuses a symbolic link. */
int fg_open_folder(int folder, const char *name);
/* Opens a file or a link only as a location, without effect on a device or a FIFO. */
int fg_locate(int folder, const char *name);
/* Links a file from fg_open_unnamed to a name, through /proc/self/fd. */
int fg_link_unnamed(int fd, int folder, const char *name);
/* Opens a descriptor's file again, read-only, with O_NOATIME if allowed. */
int fg_reopen_read_only(int fd);

int fg_memfd_create(const char *name);
/* Seals a memory file, and sets its mode to 0400. */
int fg_memfd_seal(int fd);
/* Returns a view of a folder and its mounts that is read-only, and cannot be made writable. */
int fg_read_only_tree(int folder);
/* Returns whether a file that is open for reading is also open elsewhere; true if that cannot be determined. */
bool fg_is_open_elsewhere(int fd);
/* Sets a file's size and reserves the space on the disk, if the file system supports reserving. */
int fg_reserve(int fd, uint64_t size);
/* Waits until all data written to FD's file system is on the disk. */
int fg_sync_file_system(int fd);
/* Makes the system start writing a part of a file to the disk, without waiting. */
void fg_begin_writing_out(int fd, uint64_t offset, uint64_t count);
/* Shares the source's blocks with the target, if the file system supports it. */
int fg_clone(int source, int target);

int fg_epoll_create(void);
/* Watches FD for the poll(2) conditions READABLE and WRITABLE. TOKEN is returned with the event. */
int fg_epoll_add(int epoll, int fd, bool readable, bool writable, uint64_t token);
int fg_epoll_change(int epoll, int fd, bool readable, bool writable, uint64_t token);
int fg_epoll_remove(int epoll, int fd);
struct fg_event {
    uint64_t token;
    bool readable, writable, hung_up, failed;
};
/* Returns at most 64 events. TIMEOUT is in milliseconds; -1 means forever. */
int fg_epoll_wait(int epoll, struct fg_event *events, int count, int timeout);
int fg_eventfd(void);
/* Blocks signals for this thread and the threads that it starts. Returns a descriptor that reports them. */
int fg_signalfd(const int *signals, int count);
int fg_signalfd_read(int fd);

/* Returns a descriptor that becomes readable at a time of the wall clock, or of the clock since boot, which includes
   sleep. With the wall clock, it also becomes readable if the clock is set. */
int fg_alarm(bool wall_clock);
/* Sets the time in MICROSECONDS of the alarm's clock; 0 or less means at once, INT64_MAX never. */
int fg_alarm_set(int alarm, int64_t microseconds);
void fg_alarm_acknowledge(int alarm);

/* Returns freed memory to the system, and unmaps pages of programs and libraries that were read once, for instance at
   the start. */
void fg_give_back_memory(void);
/* Returns whether this process has rights that its starter lacks: set-user-ID, set-group-ID, or capabilities of its
   file. */
bool fg_is_secure_execution(void);
/* Names the calling thread. The name is cut to 15 bytes. */
void fg_name_thread(const char *name);
int fg_pidfd_open(pid_t pid);
int fg_pidfd_send_signal(int pidfd, int signal);
/* Raises the limit on descriptors to the highest allowed one. */
int fg_raise_descriptors(void);
/* Returns the limit on descriptors. */
int fg_descriptor_limit(void);
/* Sets the soft and the hard limit on a resource of a process. */
int fg_set_limit(pid_t pid, int resource, uint64_t limit);
extern const int fg_limit_address_space, fg_limit_cpu, fg_limit_files, fg_limit_file_size, fg_limit_core;

/* Makes two connected sockets that carry datagrams in order. */
int fg_packet_pair(int ends[2]);
/* Makes a pipe. WAITS: writing waits for room. From then on, SIGPIPE is ignored. */
int fg_pipe(int ends[2], bool waits);
enum { fg_most_descriptors = 4 };
/* Sends BYTES as one datagram with descriptors, without raising SIGPIPE. */
ssize_t fg_send(int socket, const void *bytes, size_t count, const int *fds, size_t fd_count);
/* Receives a datagram of at most COUNT bytes with descriptors, close-on-exec. The kernel closes descriptors that do not
   fit. */
ssize_t fg_receive(int socket, void *bytes, size_t count, int fds[fg_most_descriptors], size_t *fd_count);

#endif
