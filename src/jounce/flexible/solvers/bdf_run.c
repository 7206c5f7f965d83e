/* Integrate with constant steps from rest in q (N): q and v (steps, N); matrices: of every `every`-th step, row by row with the
   right-hand side last; iterations: total number of Newton steps. Return 0 on success; step + 1 if Newton's method does not
   converge there, -step - 1 if a matrix is singular. */
long long flexible_arm_bdf(
    const double *values, const long long steps, const long long index, const long long order, const long long scaled,
    const long long most, const double tolerance, const double *c, const double *ahead, const double *start, const double *given,
    const long long every, double *q, double *v, double *matrices, long long *iterations)
{
    of_robot = values;
    const int size = N + M * (3 - (int)index);
    double motion[3 * N], matrix[MOST_SIZE * (MOST_SIZE + 1)];
    Past past;
    memset(&past, 0, sizeof past);
    for (int k = 0; k < MOST_ORDER; ++k) memcpy(past.q[k], start, sizeof past.q[k]);
    *iterations = 0;
    for (long long i = 0; i < steps; ++i) {
        const int count = step(
            &past, (int)index, (int)order, (int)scaled, (int)most, tolerance, c, ahead, given + i * GIVEN, motion, matrix);
        if (count <= 0) return count ? -i - 1 : i + 1;
        *iterations += count;
        memcpy(q + i * N, motion, sizeof(double) * N);
        memcpy(v + i * N, motion + N, sizeof(double) * N);
        if (i % every == 0) {
            memcpy(matrices, matrix, sizeof(double) * (size_t)(size * (size + 1)));
            matrices += size * (size + 1);
        }
    }
    return 0;
}
