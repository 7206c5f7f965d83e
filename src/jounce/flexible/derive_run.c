/* Run `derive` at many instants: q (count, N) nearby, rates (count, P), given (count, numbers); out (order + 1, count, N). Return
   the number of successful instants. */
long long flexible_arm_motion(const double *values, const long long order, const long long count, const long long most,
    const double tolerance, const double farthest, const double *q, const double *rates, const double *given,
    const long long numbers, double *out)
{
    of_robot = values;
    double motion[(HIGHEST + 1) * N], J[M * N];
    for (long long i = 0; i < count; ++i) {
        memcpy(motion, q + i * N, sizeof(double) * N);
        if (!derive((int)order, (int)most, tolerance, farthest, rates + i * P, given + i * numbers, motion, J)) return i;
        for (int k = 0; k <= (int)order; ++k) memcpy(out + (k * count + i) * N, motion + k * N, sizeof(double) * N);
    }
    return count;
}

/* Return 1 if mass matrix and Jacobian, rows and columns scaled by their largest entries, surely determine accelerations at all
   poses q (count, N): 1 / (|A| |A^-1|) in Frobenius norms, a lower bound of the ratio of singular values, is above `least`, and
   determinants keep their sign. given: any tool target. 0: not determined, or undecided. */
long long flexible_arm_regular(
    const double *values, const long long count, const double *q, const double *given, const double least)
{
    of_robot = values;
    enum { BOTH = PADDED(2 * N) };
    double e[M], J[M * N], mass[P * N], across[N];
    ALIGNED double A[N * BOTH];
    int before = 0;
    for (long long i = 0; i < count; ++i) {
        first(q + i * N, given, e, J, mass);
        memset(A, 0, sizeof A);
        for (int u = 0; u < N; ++u) memcpy(A + u * BOTH, u < P ? mass + u * N : J + (u - P) * N, sizeof(double) * N);
        if (!scale_in_place(A, across, N, BOTH)) return 0;
        double square = 0.0, inverse = 0.0;
        for (int u = 0; u < N; ++u) {
            for (int v = 0; v < N; ++v) square += A[u * BOTH + v] * A[u * BOTH + v];
            A[u * BOTH + N + u] = 1.0;
        }
        const int sign = solve_in_place(A, N, BOTH);
        if (sign == 0 || sign == -before) return 0;
        before = sign;
        for (int u = 0; u < N; ++u)
            for (int v = 0; v < N; ++v) inverse += A[u * BOTH + N + v] * A[u * BOTH + N + v];
        if (!(square * inverse * least * least < 1.0)) return 0;
    }
    return 1;
}
