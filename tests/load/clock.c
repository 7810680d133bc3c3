/* Preloaded into the processes of a site: their wall clock is ahead by the seconds that stand in the file CLOCK_AHEAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static int64_t ahead(void) {
    static volatile int64_t *file;
    if (!file) {
        int opened = open(getenv("CLOCK_AHEAD"), O_RDONLY);
        file = mmap(0, sizeof *file, PROT_READ, MAP_SHARED, opened, 0);
    }
    return *file;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int failed = real(clock, time);
    if (!failed && clock == CLOCK_REALTIME) time->tv_sec += ahead();
    return failed;
}

int gettimeofday(struct timeval *time, void *zone) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}
