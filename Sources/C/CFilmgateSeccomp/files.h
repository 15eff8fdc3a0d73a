/* Limits the files that a process can open, with Landlock and read-only mounts. */
#ifndef CFILMGATESECCOMP_FILES_H
#define CFILMGATESECCOMP_FILES_H

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Kinds of access to a file, or below a folder. */
static const uint64_t fg_files_read = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
/* Devices are opened for writing. Landlock 5 adds ioctl. */
static const uint64_t fg_files_devices =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_WRITE_FILE | 1ULL << 15;
/* The access to the file of one device. */
static const uint64_t fg_files_device = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | 1ULL << 15;
static const uint64_t fg_files_list = LANDLOCK_ACCESS_FS_READ_DIR;
static const uint64_t fg_files_delete =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE;

/* Returns a set of rules that allows nothing. Fails with ENOSYS or EOPNOTSUPP if the kernel has no Landlock. */
static inline int fg_files_begin(uint64_t *known) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 0) return -1;
    /* 13 kinds of access; later versions add moving between folders, truncating, and ioctl of devices. */
    *known = (1ULL << (version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13)) - 1;
    struct landlock_ruleset_attr rules = {.handled_access_fs = *known};
    return (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0);
}

/* Allows some of the known kinds of access to a file, or below a folder. */
static inline int fg_files_allow(int rules, const char *folder, uint64_t access, uint64_t known) {
    int parent = open(folder, 010000000 /* O_PATH */ | O_CLOEXEC);
    if (parent < 0) return -1;
    struct landlock_path_beneath_attr rule = {.allowed_access = access & known, .parent_fd = parent};
    long result = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    int code = errno;
    close(parent);
    errno = code;
    return (int)result;
}

/* Permanently limits the calling thread and the threads that it starts. PR_SET_NO_NEW_PRIVS must be set before. */
static inline int fg_files_limit(int rules) { return (int)syscall(SYS_landlock_restrict_self, rules, 0); }

/* Makes all mounts of this process's namespace read-only. Devices can still be written to. */
static inline int fg_files_read_only(void) {
    struct { uint64_t set, clear, propagation, user; } change = {.set = 1 /* MOUNT_ATTR_RDONLY */};
    return (int)syscall(442 /* SYS_mount_setattr */, AT_FDCWD, "/", 0x8000 /* AT_RECURSIVE */, &change, sizeof change);
}

#endif
