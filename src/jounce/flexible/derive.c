/* Motion of all joints of a flexible arm at an instant, one derivative after the other, the algorithm of jounce/flexible/dae.py.

   Preceded by: N joints, P of them motorless, M driven and as many outputs of the tool; PASSIVE, DRIVEN; HIGHEST; first(q, given,
   e, J, M): e at a pose, its Jacobian and the rows of the mass matrix; missing(k, order, motion, given, e, load): k-th derivatives
   of the tool's error and of the springs' load for q^(k) = 0 in motion (k + 1, N). given: tool targets with `order` derivatives,
   then wrenches on links. */

/* motion (order + 1, N) starts with a nearby pose that has the deflections of the result; with rates (P) of motorless joints,
   compute all of it and the tool's Jacobian J (M, N). Return 0 if the motors do not determine the tool's motion. Inlined into a
   longer function gcc makes it a tenth slower. */
static NOINLINE int derive(
    const int order, const int most, const double tolerance, const double farthest, const double *restrict rates,
    const double *restrict given, double *restrict motion, double *restrict J)
{
    double e[M], load[P], mass[P * N], own[M * M];
    int pivots[M];
    for (int k = 0;; ++k) {
        if (k == most) return 0;
        first(motion, given, e, J, mass);
        for (int i = 0; i < M; ++i)
            for (int j = 0; j < M; ++j) own[i * M + j] = J[i * N + DRIVEN[j]];
        if (!factor_in_place(own, pivots, M)) return 0;
        substitute(own, pivots, e, M);
        double step = 0.0, largest = 0.0;
        for (int i = 0; i < M; ++i) step = fabs(e[i]) > step || !isfinite(e[i]) ? fabs(e[i]) : step;
        if (!isfinite(step)) return 0;
        const double share = step > farthest ? farthest / step : 1.0;
        for (int i = 0; i < M; ++i) motion[DRIVEN[i]] -= share * e[i];
        for (int i = 0; i < N; ++i) largest = fabs(motion[i]) > largest ? fabs(motion[i]) : largest;
        if (step < tolerance * (1.0 + largest)) break;
    }
    memset(motion + N, 0, sizeof(double) * (size_t)(order * N));
    if (order == 0) return 1;
    for (int i = 0; i < P; ++i) motion[N + PASSIVE[i]] = rates[i];
    missing(1, order, motion, given, e, load);
    substitute(own, pivots, e, M);
    for (int i = 0; i < M; ++i) motion[N + DRIVEN[i]] = -e[i];
    if (order == 1) return 1;
    double both[N * N], right[N];
    int exchanged[N];
    memcpy(both, mass, sizeof mass);
    memcpy(both + P * N, J, sizeof(double) * M * N);
    if (!factor_in_place(both, exchanged, N)) return 0;
    for (int k = 2; k <= order; ++k) {
        missing(k, order, motion, given, e, load);
        memcpy(right, load, sizeof load);
        memcpy(right + P, e, sizeof e);
        substitute(both, exchanged, right, N);
        for (int i = 0; i < N; ++i) motion[k * N + i] = -right[i];
    }
    return 1;
}
