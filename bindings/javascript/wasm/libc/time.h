/* SPDX-License-Identifier: MIT */
/* Only declarations: the linker leaves out the function that reads the clock. */
#ifndef GUIDON_WASM_TIME_H
#define GUIDON_WASM_TIME_H

#define CLOCK_REALTIME 0

struct timespec {
    long long tv_sec;
    long tv_nsec;
};

int clock_gettime(int clock, struct timespec *now);

#endif
