/* At many instants: q (count, N) near, rates (count, P), given (count, numbers); out (order + 1, count, N). How many went well. */
long long flexible_arm_motion(const long long order, const long long count, const long long most, const double tolerance,
    const double farthest, const double *q, const double *rates, const double *given, const long long numbers, double *out)
{
    double motion[(HIGHEST + 1) * N];
    for (long long i = 0; i < count; ++i) {
        memcpy(motion, q + i * N, sizeof(double) * N);
        if (!derive((int)order, (int)most, tolerance, farthest, rates + i * P, given + i * numbers, motion)) return i;
        for (int k = 0; k <= (int)order; ++k) memcpy(out + (k * count + i) * N, motion + k * N, sizeof(double) * N);
    }
    return count;
}
