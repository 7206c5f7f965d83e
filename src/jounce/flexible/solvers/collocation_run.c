/* One phase of a Newton step of `count` intervals of lengths h (count), between s (count + 1, S), with stages (count, 3, 3, N).
   what = 0: return the number of scalars stored per interval. 1: linearise all intervals; sizes[0]: largest gap. 2: compute the
   step ds (count + 1, S, 2), second column a probe; sizes: largest change of a deflection, lower bound of the condition number. 2
   and 3: apply a fraction of the step; sizes[2]: largest deflection afterwards. stable (first, S) and unstable (S - first, S):
   boundary conditions, see `Ends`. kept, work: workspace. Return 0, or 1 if a matrix is singular. */
long long flexible_arm_collocation(const double *values, const long long what, const long long count, const double *h,
    const double *given, double *s, double *stages, const double *stable, const long long first, const double *wanted_first,
    const double *unstable, const double *wanted_last, double *ds, double *kept, double *work, const double share, double *sizes)
{
    of_robot = values;
    Interval *const all = (Interval *)kept;
    const int rows = S - (int)first;
    if (what == 0) return (long long)(sizeof(Interval) / sizeof(double));
    if (what == 1) {
        double residual = 0.0;
        Force force[3];
        for (long long i = 0; i < count; ++i) {
            double *motion = stages + i * 3 * STAGE;
            for (int j = 0; j < 3; ++j)
                if (!linearise(motion + j * STAGE, given + (3 * i + j) * GIVEN, &all[i].at[j], &force[j])) return 1;
            const double gap = condense(&all[i], force, h[i], s + i * S, s + (i + 1) * S, motion);
            if (!(gap >= 0.0)) return 1;
            residual = gap > residual ? gap : residual;
        }
        sizes[0] = residual;
        return 0;
    }
    if (what == 2) {
        double *const U = work, *const c = work + (count + 1) * rows * S, *const gaps = c + (count + 1) * rows * 2;
        double A[S * (S + 2)];
        for (int i = 0; i < rows; ++i) {
            double x = 0.0;
            for (int v = 0; v < S; ++v) x += unstable[i * S + v] * (wanted_last[v] - s[count * S + v]);
            c[(count * rows + i) * 2] = x;
            c[(count * rows + i) * 2 + 1] = ((long long)first + count * S + i) % 2 ? 1.0 : -1.0;
        }
        memcpy(U + count * rows * S, unstable, sizeof(double) * (size_t)(rows * S));
        if (!orthonormal(U + count * rows * S, c + count * rows * 2, rows)) return 1;
        for (long long i = count - 1; i >= 0; --i) {
            double *gap = gaps + i * 2 * S;
            for (int u = 0; u < S; ++u) {
                gap[2 * u] = all[i].gap[u];
                gap[2 * u + 1] = (first + i * S + u) % 2 ? 1.0 : -1.0;
            }
            if (!swept_back(U + (i + 1) * rows * S, c + (i + 1) * rows * 2, all[i].onward, gap, rows, U + i * rows * S,
                    c + i * rows * 2)) return 1;
        }
        for (int i = 0; i < (int)first; ++i) {
            double x = 0.0;
            for (int v = 0; v < S; ++v) {
                A[i * (S + 2) + v] = stable[i * S + v];
                x += stable[i * S + v] * (wanted_first[v] - s[v]);
            }
            A[i * (S + 2) + S] = x;
            A[i * (S + 2) + S + 1] = i % 2 ? 1.0 : -1.0;
        }
        for (int i = 0; i < rows; ++i) {
            memcpy(A + (first + i) * (S + 2), U + i * S, sizeof(double) * S);
            memcpy(A + (first + i) * (S + 2) + S, c + 2 * i, sizeof(double) * 2);
        }
        if (!solve_in_place(A, S, S + 2)) return 1;
        for (int v = 0; v < S; ++v) memcpy(ds + 2 * v, A + v * (S + 2) + S, sizeof(double) * 2);
        for (long long i = 0; i < count; ++i)
            swept_on(ds + i * 2 * S, all[i].onward, gaps + i * 2 * S, U + (i + 1) * rows * S, c + (i + 1) * rows * 2, rows,
                ds + (i + 1) * 2 * S);
        double step = 0.0, probe = 0.0;
        for (long long i = 0; i <= count; ++i) {
            for (int v = 0; v < S; ++v) {
                const double x = fabs(ds[(i * S + v) * 2]), y = fabs(ds[(i * S + v) * 2 + 1]);
                if (v < P) step = x > step ? x : step;
                probe = y > probe ? y : probe;
            }
        }
        double norm = 0.0;
        for (long long i = 0; i < count; ++i) {
            for (int v = 0; v < S; ++v) {
                double sum = i ? 1.0 : 0.0;
                for (int u = 0; u < S; ++u) sum += fabs(all[i].onward[u * S + v]);
                for (int u = 0; i == 0 && u < (int)first; ++u) sum += fabs(stable[u * S + v]);
                norm = sum > norm ? sum : norm;
            }
        }
        for (int v = 0; v < S; ++v) {
            double sum = 1.0;
            for (int u = 0; u < rows; ++u) sum += fabs(unstable[u * S + v]);
            norm = sum > norm ? sum : norm;
        }
        sizes[0] = step;
        sizes[1] = probe * norm;
    }
    double largest = 0.0;
    for (long long i = 0; i < count; ++i) {
        double ds_one[S];
        for (int v = 0; v < S; ++v) ds_one[v] = ds[(i * S + v) * 2];
        const double change = moved(&all[i], h[i], ds_one, share, stages + i * 3 * STAGE);
        if (what == 2) sizes[0] = change > sizes[0] || !isfinite(change) ? change : sizes[0];
        for (int j = 0; j < 3; ++j) {
            for (int u = 0; u < P; ++u) {
                const double x = fabs(stages[(i * 3 + j) * STAGE + PASSIVE[u]]);
                largest = x > largest || !isfinite(x) ? x : largest;
            }
        }
    }
    for (long long i = 0; i < (count + 1) * S; ++i) s[i] += share * ds[2 * i];
    sizes[2] = largest;
    return 0;
}
