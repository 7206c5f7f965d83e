/* Nanoseconds a call of a kernel inside C, the best of several rounds: timer SAMPLES ROUNDS CALLS

   With no rounds (0) the outputs of each sample are written instead, a line each.

   Compiled with -DHEADER, the kernel's own, -DCALL(x, y), a call on all inputs and all outputs in a row, -DINPUTS and -DOUTPUTS,
   how many numbers these are. SAMPLES is a text: how many, then the inputs of each. Every call differs from the one before. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include HEADER

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 4 ? fopen(argv[1], "r") : NULL;
    int samples;
    if (file == NULL || fscanf(file, "%d", &samples) != 1) return 1;
    double *x = malloc(sizeof(double) * INPUTS * (size_t)samples), y[OUTPUTS];
    for (int i = 0; i < INPUTS * samples; ++i)
        if (fscanf(file, "%la", x + i) != 1) return 1;
    fclose(file);
    const int rounds = atoi(argv[2]), calls = atoi(argv[3]);
    for (int k = 0; rounds == 0 && k < samples; ++k) {
        CALL(x + k * INPUTS, y);
        for (int i = 0; i < OUTPUTS; ++i) printf("%.17g ", y[i]);
        printf("\n");
    }
    double least = 1e300;
    for (int round = 0; round < rounds; ++round) {
        const double start = now();
        for (int i = 0, k = 0; i < calls; ++i) {
            CALL(x + k * INPUTS, y);
            if (++k == samples) k = 0;
        }
        const double spent = (now() - start) / calls;
        if (spent < least) least = spent;
    }
    if (rounds > 0) printf("%.3f\n", least);
    free(x);
    return 0;
}
