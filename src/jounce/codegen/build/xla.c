/* A compiled batch as a function that XLA calls: one buffer (..., width) an input row, one buffer (..., rows, width) an output.
   Text before this one defines INPUTS, OUTPUTS (how many there are of each), OUTPUT_ROWS, the sum of rows of outputs, and
   `widths`, `out_rows`, `out_widths`. */
#include "xla/ffi/api/c_api.h"

typedef void (*pool)(void *(*)(void *), void **, int);
typedef int (*batch)(long long, long long, int, pool, const double *const *, const long long *, double *const *, const long long *);

static batch run;
static pool together;
static long long most_threads, share;

/* numbers: going in and out over all samples that are worth one more thread. */
void prepare(batch function, pool parallel, long long threads, long long numbers)
{
    run = function, together = parallel, most_threads = threads, share = numbers;
}

static XLA_FFI_Error *refuse(XLA_FFI_CallFrame *frame, const char *message)
{
    XLA_FFI_Error_Create_Args error = {XLA_FFI_Error_Create_Args_STRUCT_SIZE, 0, message, XLA_FFI_Error_Code_INVALID_ARGUMENT};
    return frame->api->XLA_FFI_Error_Create(&error);
}

XLA_FFI_Error *handler(XLA_FFI_CallFrame *frame)
{
    const double *in[INPUTS];
    double *out[OUTPUT_ROWS];
    long long step[INPUTS], out_step[OUTPUT_ROWS], count = 1, numbers = 0, row = 0;
    for (XLA_FFI_Extension_Base *more = frame->extension_start; more; more = more->next)
        if (more->type == XLA_FFI_Extension_Metadata) { /* asked which version of the interface this is */
            XLA_FFI_Metadata *metadata = ((XLA_FFI_Metadata_Extension *)more)->metadata;
            metadata->api_version.major_version = XLA_FFI_API_MAJOR;
            metadata->api_version.minor_version = XLA_FFI_API_MINOR;
            return 0;
        }
    if (frame->args.size != INPUTS || frame->rets.size != OUTPUTS) return refuse(frame, "not as many arrays as the kernel has");
    for (int i = 0; i < INPUTS; ++i) {
        const XLA_FFI_Buffer *buffer = frame->args.args[i];
        long long samples = 1;
        if (buffer->dtype != XLA_FFI_DataType_F64) return refuse(frame, "expected double precision");
        for (int k = 0; k + 1 < buffer->rank; ++k) samples *= buffer->dims[k];
        if (i > 0 && samples != count) return refuse(frame, "the batch axes do not fit together");
        count = samples, in[i] = buffer->data, step[i] = widths[i], numbers += widths[i];
    }
    for (int o = 0; o < OUTPUTS; ++o)
        for (int k = 0; k < out_rows[o]; ++k, ++row) {
            out[row] = (double *)((XLA_FFI_Buffer *)frame->rets.rets[o])->data + k * out_widths[o];
            out_step[row] = out_rows[o] * out_widths[o], numbers += out_widths[o];
        }
    if (count > 0) {
        long long threads = together ? count * numbers / share : 1;
        if (threads > most_threads) threads = most_threads;
        run(0, count, threads < 1 ? 1 : (int)threads, together, in, step, out, out_step);
    }
    return 0;
}
