/* Poses of a flexible arm at instants, one after the other. Preceded by the same text as collocation.c. */

/* what = 0: poses (count, N) with the tool on its targets given (count, GIVEN), and deflections as in start (N). No motor moves
   farther than `farthest` between two poses, and no singular pose is passed.

   what = 1: poses at rest near each of the poses (count, N), which are replaced, under the load of the springs.

   Return the number of successful instants. */
long long flexible_arm_instants(const double *values, const long long what, const long long count, const double *given,
    const double *start, const double farthest, const long long most, const double tolerance, double *poses)
{
    of_robot = values;
    double motion[3 * N] = {0.0};
    Look at;
    int before = 0;
    memcpy(motion, start, sizeof(double) * N);
    for (long long i = 0; i < count; ++i) {
        double *const q = poses + i * N;
        if (what == 1) memcpy(motion, q, sizeof(double) * N);
        int found = 0;
        for (long long k = 0; k < most && !found; ++k) {
            look(motion, given + i * GIVEN, &at);
            double step = 0.0, largest = 0.0;
            if (what == 0) {
                double A[M * (M + 1)];
                for (int u = 0; u < M; ++u) {
                    for (int v = 0; v < M; ++v) A[u * (M + 1) + v] = at.J[u * N + DRIVEN[v]];
                    A[u * (M + 1) + M] = at.e[u];
                }
                const int sign = solve_in_place(A, M, M + 1);
                if (sign == 0 || sign == -before) return i;
                before = sign;
                for (int u = 0; u < M; ++u) {
                    const double x = A[u * (M + 1) + M];
                    motion[DRIVEN[u]] -= x;
                    step = fabs(x) > step || !isfinite(x) ? fabs(x) : step;
                }
                if (!(step <= farthest)) return i;
            } else {
                double A[N * (N + 1)];
                for (int u = 0; u < N; ++u) {
                    memcpy(A + u * (N + 1), u < P ? at.by_q + u * N : at.J + (u - P) * N, sizeof(double) * N);
                    A[u * (N + 1) + N] = u < P ? at.load[u] : at.e[u - P];
                }
                if (!solve_in_place(A, N, N + 1)) return i;
                for (int u = 0; u < N; ++u) {
                    const double x = fabs(A[u * (N + 1) + N]);
                    step = x > step || !isfinite(x) ? x : step;
                }
                if (!isfinite(step)) return i;
                const double share = step > farthest ? farthest / step : 1.0;
                for (int u = 0; u < N; ++u) motion[u] -= share * A[u * (N + 1) + N];
            }
            for (int u = 0; u < N; ++u) largest = fabs(motion[u]) > largest ? fabs(motion[u]) : largest;
            found = step < tolerance * (what == 0 ? 1.0 + largest : 1.0);
        }
        if (!found) return i;
        for (int u = 0; what == 0 && i && u < N; ++u)
            if (!(fabs(motion[u] - q[u - N]) <= farthest)) return i;
        memcpy(q, motion, sizeof(double) * N);
    }
    return count;
}

/* At rest in poses (count, N): Jacobians by (count, P, 2 P) of the accelerations of motorless joints by their positions and rates
   while the tool stands still. Return the number of successful instants. */
long long flexible_arm_slopes(const double *values, const long long count, const double *poses, const double *given, double *by)
{
    of_robot = values;
    double motion[STAGE] = {0.0};
    Stage stage;
    Force force;
    for (long long i = 0; i < count; ++i) {
        memcpy(motion, poses + i * N, sizeof(double) * N);
        if (!linearise(motion, given + i * GIVEN, &stage, &force)) return i;
        for (int u = 0; u < P; ++u) memcpy(by + (i * P + u) * S, force.by + u * RIGHT, sizeof(double) * S);
    }
    return count;
}
