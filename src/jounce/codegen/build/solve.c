/* Small dense algebra for solvers of fixed size: no allocation, matrices row by row. Sizes that are constants where a function is
   called are constants inside it, too. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline, unused))
#define ALIGNED __attribute__((aligned(64))) /* rows of a multiple of eight numbers then begin where lines of the cache do */
#else
#define INLINE static inline
#define ALIGNED
#endif

/* The largest multiple of a vector's length that is not above k: rows are taken from there on, which does no harm on the left. */
#define FROM(k) ((k) & ~7)
#define PADDED(n) (((n) + 7) & ~7)

/* Gauss with row pivots on n rows of `wide` numbers, (A | B) with A (n, n): B becomes A^-1 B, A is used up. 0: A is singular. */
INLINE int solve_in_place(double *restrict A, const int n, const int wide)
{
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        double largest = fabs(A[k * wide + k]);
        for (int i = k + 1; i < n; ++i) {
            if (fabs(A[i * wide + k]) > largest) {
                largest = fabs(A[i * wide + k]);
                pivot = i;
            }
        }
        if (!(largest > 0.0) || !isfinite(largest)) return 0;
        double *restrict above = A + k * wide;
        if (pivot != k) {
            double *restrict other = A + pivot * wide;
            for (int j = FROM(k); j < wide; ++j) {
                const double kept = above[j];
                above[j] = other[j];
                other[j] = kept;
            }
        }
        const double inverse = 1.0 / above[k];
        for (int i = k + 1; i < n; ++i) {
            double *restrict row = A + i * wide;
            const double share = row[k] * inverse;
            for (int j = FROM(k); j < wide; ++j) row[j] -= share * above[j];
        }
    }
    for (int k = n - 1; k >= 0; --k) {
        double *restrict row = A + k * wide;
        const double inverse = 1.0 / row[k];
        for (int i = k + 1; i < n; ++i) {
            const double share = row[i];
            const double *restrict known = A + i * wide;
            for (int j = n; j < wide; ++j) row[j] -= share * known[j];
        }
        for (int j = n; j < wide; ++j) row[j] *= inverse;
    }
    return 1;
}

/* C (n, m) += share * A (n, k) B (k, m); rows of `wa`, `wb` and `wc` numbers. */
INLINE void add_product(
    double *restrict C, const int wc, const double share, const double *restrict A, const int wa, const double *restrict B,
    const int wb, const int n, const int k, const int m)
{
    for (int i = 0; i < n; ++i) {
        for (int l = 0; l < k; ++l) {
            const double x = share * A[i * wa + l];
            for (int j = 0; j < m; ++j) C[i * wc + j] += x * B[l * wb + j];
        }
    }
}

/* Divide rows of (A | b) by their largest entry of A, then columns of A by theirs; `across`: what columns were divided by. */
INLINE int scale_in_place(double *restrict A, double *restrict across, const int n, const int wide)
{
    for (int j = 0; j < n; ++j) across[j] = 0.0;
    for (int i = 0; i < n; ++i) {
        double *restrict row = A + i * wide;
        double largest = 0.0;
        for (int j = 0; j < n; ++j) largest = fabs(row[j]) > largest ? fabs(row[j]) : largest;
        if (!(largest > 0.0)) return 0;
        const double inverse = 1.0 / largest;
        for (int j = 0; j < wide; ++j) row[j] *= inverse;
        for (int j = 0; j < n; ++j) across[j] = fabs(row[j]) > across[j] ? fabs(row[j]) : across[j];
    }
    for (int j = 0; j < n; ++j)
        if (!(across[j] > 0.0)) return 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) A[i * wide + j] /= across[j];
    return 1;
}

/* A (n, n) = its triangular factors, in place, rows exchanged by `pivots`; for `substitute`. 0: A is singular. */
INLINE int factor_in_place(double *restrict A, int *restrict pivots, const int n)
{
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        for (int i = k + 1; i < n; ++i)
            if (fabs(A[i * n + k]) > fabs(A[pivot * n + k])) pivot = i;
        const double largest = fabs(A[pivot * n + k]);
        if (!(largest > 0.0) || !isfinite(largest)) return 0;
        pivots[k] = pivot;
        for (int j = 0; pivot != k && j < n; ++j) {
            const double kept = A[k * n + j];
            A[k * n + j] = A[pivot * n + j];
            A[pivot * n + j] = kept;
        }
        const double inverse = 1.0 / A[k * n + k];
        const double *restrict above = A + k * n;
        for (int i = k + 1; i < n; ++i) {
            double *restrict row = A + i * n;
            const double share = row[k] * inverse;
            for (int j = k + 1; j < n; ++j) row[j] -= share * above[j];
            row[k] = share;
        }
    }
    return 1;
}

/* b (n) := A^-1 b, of the factors of A. */
INLINE void substitute(const double *restrict A, const int *restrict pivots, double *restrict b, const int n)
{
    for (int k = 0; k < n; ++k) {
        const double x = b[pivots[k]];
        b[pivots[k]] = b[k];
        b[k] = x;
    }
    for (int i = 1; i < n; ++i)
        for (int j = 0; j < i; ++j) b[i] -= A[i * n + j] * b[j];
    for (int i = n - 1; i >= 0; --i) {
        for (int j = i + 1; j < n; ++j) b[i] -= A[i * n + j] * b[j];
        b[i] /= A[i * n + i];
    }
}
