/* Times, and many of them. */
#include <time.h>

/* Microseconds of a clock that nobody sets. */
static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static inline void wait_until(double moment) {
    double rest = moment - now();
    if (rest <= 0) return;
    struct timespec time = {(time_t)(rest / 1e6), (long)((rest - (long)(rest / 1e6) * 1e6) * 1e3)};
    nanosleep(&time, NULL);
}

/* For qsort of doubles. */
static inline int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}
