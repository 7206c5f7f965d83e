/* The functions of the Functional Mock-up Interface 2.0 (fmi-standard.org), for model exchange and co-simulation, around a kernel.

   model.h has the kernel's numbers: `INPUTS` that go in, states among them, `OUTPUTS` that come out, and compute(v), which takes the latter from
   the former; HELD of them, from HELD_AT on, become after a step of co-simulation, whose length stands at TICK_AT, what stands from
   NEXT_AT on. SAMPLED: outputs are those of the last step, and zero before the first; otherwise they follow inputs between steps. Value references are their places in v; then those of the derivatives of states; the last one is the longest step of
   co-simulation, which is the classical Runge-Kutta method of fourth order with inputs held. An instance is all the memory there is. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "model.h"

typedef void *fmi2Component;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean, fmi2Type, fmi2StatusKind;
typedef const char *fmi2String;
typedef char fmi2Byte;
typedef void *fmi2FMUstate, *fmi2Callbacks;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef struct {
    fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged, valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

#if defined(_WIN32)
#define VISIBLE __declspec(dllexport)
#elif defined(__GNUC__)
#define VISIBLE __attribute__((visibility("default")))
#else
#define VISIBLE
#endif
#ifdef FMI2_FUNCTION_PREFIX /* of source code that is compiled into another program */
#define JOINED(a, b) a##b
#define PREFIXED(a, b) JOINED(a, b)
#define FMI(name) VISIBLE fmi2Status PREFIXED(FMI2_FUNCTION_PREFIX, name)
#define FMI_GIVES(kind, name) VISIBLE kind PREFIXED(FMI2_FUNCTION_PREFIX, name)
#else
#define FMI(name) VISIBLE fmi2Status name
#define FMI_GIVES(kind, name) VISIBLE kind name
#endif

enum { VALUES = INPUTS + OUTPUTS, STEP = VALUES + STATES };

typedef struct {
    double v[VALUES], step, time;
    int computed; /* whether outputs are those of the inputs */
} instance;

static void renew(instance *m)
{
    if (!m->computed && !SAMPLED) compute(m->v);
    m->computed = 1;
}

static void begin(instance *m)
{
    memset(m, 0, sizeof *m);
    memcpy(m->v, starts, sizeof starts);
    m->step = LONGEST_STEP;
}

/* ---------------------------------------------------------------- all kinds */

FMI_GIVES(const char *, fmi2GetTypesPlatform)(void) { return "default"; }
FMI_GIVES(const char *, fmi2GetVersion)(void) { return "2.0"; }

FMI(fmi2SetDebugLogging)(fmi2Component c, fmi2Boolean on, size_t count, const fmi2String categories[])
{
    (void)c, (void)on, (void)count, (void)categories;
    return fmi2OK;
}

FMI_GIVES(fmi2Component, fmi2Instantiate)(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
    const fmi2Callbacks functions, fmi2Boolean visible, fmi2Boolean logging)
{
    instance *m = NULL;
    (void)name, (void)type, (void)resources, (void)functions, (void)visible, (void)logging;
    if (guid != NULL && strcmp(guid, GUID) == 0 && (m = (instance *)malloc(sizeof *m)) != NULL) begin(m);
    return m;
}

FMI_GIVES(void, fmi2FreeInstance)(fmi2Component c) { free(c); }

FMI(fmi2SetupExperiment)(fmi2Component c, fmi2Boolean defined, fmi2Real tolerance, fmi2Real start, fmi2Boolean ends, fmi2Real stop)
{
    (void)defined, (void)tolerance, (void)ends, (void)stop;
    ((instance *)c)->time = start;
    return fmi2OK;
}

FMI(fmi2EnterInitializationMode)(fmi2Component c) { (void)c; return fmi2OK; }
FMI(fmi2ExitInitializationMode)(fmi2Component c) { (void)c; return fmi2OK; }
FMI(fmi2Terminate)(fmi2Component c) { (void)c; return fmi2OK; }
FMI(fmi2Reset)(fmi2Component c) { begin((instance *)c); return fmi2OK; }

FMI(fmi2GetReal)(fmi2Component c, const fmi2ValueReference at[], size_t count, fmi2Real values[])
{
    instance *m = (instance *)c;
    for (size_t k = 0; k < count; ++k) {
        if (at[k] > STEP) return fmi2Error;
        if (at[k] >= INPUTS && at[k] < STEP) renew(m);
        values[k] = at[k] < VALUES ? m->v[at[k]] : at[k] < STEP ? m->v[rates[at[k] - VALUES]] : m->step;
    }
    return fmi2OK;
}

FMI(fmi2SetReal)(fmi2Component c, const fmi2ValueReference at[], size_t count, const fmi2Real values[])
{
    instance *m = (instance *)c;
    for (size_t k = 0; k < count; ++k) {
        if (at[k] < INPUTS) m->v[at[k]] = values[k];
        else if (at[k] == STEP && values[k] > 0.0) m->step = values[k];
        else return fmi2Error;
        m->computed = 0;
    }
    return fmi2OK;
}

/* There are no other variables. */
#define NO_VARIABLES(kind) \
    FMI(fmi2Get##kind)(fmi2Component c, const fmi2ValueReference at[], size_t count, fmi2##kind values[]) \
    { \
        (void)c, (void)at, (void)values; \
        return count == 0 ? fmi2OK : fmi2Error; \
    } \
    FMI(fmi2Set##kind)(fmi2Component c, const fmi2ValueReference at[], size_t count, const fmi2##kind values[]) \
    { \
        (void)c, (void)at, (void)values; \
        return count == 0 ? fmi2OK : fmi2Error; \
    }
NO_VARIABLES(Integer)
NO_VARIABLES(Boolean)
NO_VARIABLES(String)

FMI(fmi2GetFMUstate)(fmi2Component c, fmi2FMUstate *kept)
{
    if (*kept == NULL) *kept = malloc(sizeof(instance));
    if (*kept == NULL) return fmi2Error;
    memcpy(*kept, c, sizeof(instance));
    return fmi2OK;
}
FMI(fmi2SetFMUstate)(fmi2Component c, fmi2FMUstate kept) { memcpy(c, kept, sizeof(instance)); return fmi2OK; }
FMI(fmi2FreeFMUstate)(fmi2Component c, fmi2FMUstate *kept)
{
    (void)c;
    free(*kept);
    *kept = NULL;
    return fmi2OK;
}
FMI(fmi2SerializedFMUstateSize)(fmi2Component c, fmi2FMUstate kept, size_t *size)
{
    (void)c, (void)kept;
    *size = sizeof(instance);
    return fmi2OK;
}
FMI(fmi2SerializeFMUstate)(fmi2Component c, fmi2FMUstate kept, fmi2Byte bytes[], size_t size)
{
    (void)c;
    if (size < sizeof(instance)) return fmi2Error;
    memcpy(bytes, kept, sizeof(instance));
    return fmi2OK;
}
FMI(fmi2DeSerializeFMUstate)(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *kept)
{
    (void)c;
    if (size != sizeof(instance)) return fmi2Error;
    if (*kept == NULL) *kept = malloc(size);
    if (*kept == NULL) return fmi2Error;
    memcpy(*kept, bytes, size);
    return fmi2OK;
}
FMI(fmi2GetDirectionalDerivative)(fmi2Component c, const fmi2ValueReference unknown[], size_t unknowns,
    const fmi2ValueReference known[], size_t knowns, const fmi2Real along[], fmi2Real slopes[])
{
    (void)c, (void)unknown, (void)unknowns, (void)known, (void)knowns, (void)along, (void)slopes;
    return fmi2Error;
}

/* ---------------------------------------------------------------- model exchange */

FMI(fmi2EnterEventMode)(fmi2Component c) { (void)c; return fmi2OK; }
FMI(fmi2EnterContinuousTimeMode)(fmi2Component c) { (void)c; return fmi2OK; }
FMI(fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *info)
{
    (void)c;
    memset(info, 0, sizeof *info);
    return fmi2OK;
}
FMI(fmi2CompletedIntegratorStep)(fmi2Component c, fmi2Boolean final, fmi2Boolean *event, fmi2Boolean *terminate)
{
    (void)c, (void)final;
    *event = *terminate = 0;
    return fmi2OK;
}
FMI(fmi2SetTime)(fmi2Component c, fmi2Real time)
{
    ((instance *)c)->time = time;
    return fmi2OK;
}
FMI(fmi2SetContinuousStates)(fmi2Component c, const fmi2Real x[], size_t count)
{
    instance *m = (instance *)c;
    if (count != STATES) return fmi2Error;
    for (size_t k = 0; k < count; ++k) m->v[states[k]] = x[k];
    m->computed = 0;
    return fmi2OK;
}
FMI(fmi2GetContinuousStates)(fmi2Component c, fmi2Real x[], size_t count)
{
    if (count != STATES) return fmi2Error;
    for (size_t k = 0; k < count; ++k) x[k] = ((instance *)c)->v[states[k]];
    return fmi2OK;
}
FMI(fmi2GetDerivatives)(fmi2Component c, fmi2Real slopes[], size_t count)
{
    instance *m = (instance *)c;
    if (count != STATES) return fmi2Error;
    renew(m);
    for (size_t k = 0; k < count; ++k) slopes[k] = m->v[rates[k]];
    return fmi2OK;
}
FMI(fmi2GetNominalsOfContinuousStates)(fmi2Component c, fmi2Real nominals[], size_t count)
{
    (void)c;
    if (count != STATES) return fmi2Error;
    for (size_t k = 0; k < count; ++k) nominals[k] = 1.0;
    return fmi2OK;
}
FMI(fmi2GetEventIndicators)(fmi2Component c, fmi2Real indicators[], size_t count)
{
    (void)c, (void)indicators;
    return count == 0 ? fmi2OK : fmi2Error;
}

/* ---------------------------------------------------------------- co-simulation */

/* States after a time h along the slopes, with outputs of there. */
static void moved(instance *m, const double *x, const double *slopes, double h)
{
    for (int k = 0; k < STATES; ++k) m->v[states[k]] = x[k] + h * slopes[k];
    compute(m->v);
}

static void advance(instance *m, double h)
{
    double x[STATES + 1], sum[STATES + 1], slopes[STATES + 1];
    const double weights[4] = {1.0, 2.0, 2.0, 1.0}, ahead[4] = {0.5, 0.5, 1.0, 0.0};
    for (int k = 0; k < STATES; ++k) {
        x[k] = m->v[states[k]];
        sum[k] = 0.0;
    }
    for (int stage = 0; stage < 4; ++stage) {
        for (int k = 0; k < STATES; ++k) {
            slopes[k] = m->v[rates[k]];
            sum[k] += weights[stage] * slopes[k];
        }
        if (stage < 3) moved(m, x, slopes, ahead[stage] * h);
    }
    moved(m, x, sum, h / 6.0);
}

FMI(fmi2DoStep)(fmi2Component c, fmi2Real time, fmi2Real h, fmi2Boolean no_way_back)
{
    instance *m = (instance *)c;
    (void)no_way_back;
    if (!(h >= 0.0)) return fmi2Error;
    if (STATES > 0 && h > 0.0) {
        const double count = ceil(h / m->step * (1.0 - 1e-12));
        renew(m);
        for (double k = 0.0; k < count; k += 1.0) advance(m, h / count);
        for (int k = 0; k < STATES; ++k)
            if (!(fabs(m->v[states[k]]) < HUGE_VAL)) return fmi2Error;
    }
    if (HELD > 0) { /* what is held goes on; outputs are those of this step until inputs change */
        m->v[TICK_AT] = h;
        compute(m->v);
        memcpy(m->v + HELD_AT, m->v + NEXT_AT, sizeof(double) * HELD);
        m->v[TICK_AT] = 0.0;
        m->computed = 1;
    }
    m->time = time + h;
    return fmi2OK;
}
FMI(fmi2SetRealInputDerivatives)(fmi2Component c, const fmi2ValueReference at[], size_t count, const fmi2Integer order[],
    const fmi2Real values[])
{
    (void)c, (void)at, (void)order, (void)values;
    return count == 0 ? fmi2OK : fmi2Error;
}
FMI(fmi2GetRealOutputDerivatives)(fmi2Component c, const fmi2ValueReference at[], size_t count, const fmi2Integer order[],
    fmi2Real values[])
{
    (void)c, (void)at, (void)order, (void)values;
    return count == 0 ? fmi2OK : fmi2Error;
}
FMI(fmi2CancelStep)(fmi2Component c) { (void)c; return fmi2Error; }
/* Nothing is ever pending. */
#define NO_STATUS(name, kind) \
    FMI(name)(fmi2Component c, const fmi2StatusKind what, kind *value) \
    { \
        (void)c, (void)what, (void)value; \
        return fmi2Discard; \
    }
NO_STATUS(fmi2GetStatus, fmi2Status)
NO_STATUS(fmi2GetIntegerStatus, fmi2Integer)
NO_STATUS(fmi2GetBooleanStatus, fmi2Boolean)
NO_STATUS(fmi2GetStringStatus, fmi2String)
FMI(fmi2GetRealStatus)(fmi2Component c, const fmi2StatusKind what, fmi2Real *value)
{
    (void)what;
    *value = ((instance *)c)->time; /* of the last step that succeeded */
    return fmi2OK;
}
