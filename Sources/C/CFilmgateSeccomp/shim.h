/* libseccomp's variadic functions with fixed arguments, and its action macros as values. */
#ifndef CFILMGATESECCOMP_SHIM_H
#define CFILMGATESECCOMP_SHIM_H

#include <errno.h>
#include <stddef.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <seccomp.h>

static const uint32_t fg_seccomp_allow = SCMP_ACT_ALLOW;
static const uint32_t fg_seccomp_kill = SCMP_ACT_KILL_PROCESS;
static inline uint32_t fg_seccomp_fail(uint16_t code) { return SCMP_ACT_ERRNO(code); }

/* The flag of clone for a new thread, and the operation of prctl that names a thread. */
static const int fg_clone_thread = CLONE_THREAD, fg_set_thread_name = PR_SET_NAME;

/* Adds a rule for all calls of the system call with this number. */
static inline int fg_seccomp_rule(scmp_filter_ctx filter, uint32_t action, int call) {
    return seccomp_rule_add_exact_array(filter, action, call, 0, NULL);
}

/* Adds a rule for the calls whose argument at INDEX, under MASK, is VALUE. */
static inline int fg_seccomp_rule_where(
    scmp_filter_ctx filter, uint32_t action, int call, unsigned index, uint64_t mask, uint64_t value) {
    struct scmp_arg_cmp comparison = SCMP_CMP64(index, SCMP_CMP_MASKED_EQ, mask, value);
    return seccomp_rule_add_exact_array(filter, action, call, 1, &comparison);
}

/* Adds a rule for the calls whose argument at INDEX is not VALUE. */
static inline int fg_seccomp_rule_unless(scmp_filter_ctx filter, uint32_t action, int call, unsigned index, uint64_t value) {
    struct scmp_arg_cmp comparison = SCMP_CMP64(index, SCMP_CMP_NE, value);
    return seccomp_rule_add_exact_array(filter, action, call, 1, &comparison);
}

#endif
