/* One sample through a kernel with as little around it as possible: Python's arrays in, a new array out.

   Native(address, rows_in, shapes_out, kind, lowest, largest, masses, quaternions, constants=None, internal=0, ratio=0.0) is callable
   with one float64 array (width,) a row, or a list or tuple of as many floats and integers, the last rows in a tuple if that is how the
   caller has them, and gives an array, or a tuple of arrays of that kind (a subclass of tuple, or None). Anything else that may come
   (batches, other types, nan, a number below its entry of `lowest` or with an absolute value above that of `largest`; for a pair (i,
   count) of `masses` number i zero and one of the next `count` not; a quaternion that is zero, `quaternions`: where they begin in the
   first row) is answered with NotImplemented, and the caller takes the general way. `constants` is a float64 array of one axis, copied
   once: its entries follow the rows of every call as the kernel's last inputs, and are not checked. The `internal` last outputs are for
   a check in Python. If the least entry of the last output exceeds `ratio` times its largest, the check would pass: Front, below, then
   gives the other outputs alone.

   Front(short_cuts, chosen, names, plain, kinds) stands before all kernels. front.answer(equation, robot, rows, *options) finds the
   short cut of the call in short_cuts[equation]: under the number id(robot) + number of rows if the options are the objects of the tuple
   `plain`, and under (number, *options) if some are others of exactly the type that the tuple `kinds` has there. An option that is a
   dictionary, live parameters, is in this key as the tuple of its names. front.answer_call(equation, (robot, *rows), keywords) is the
   same for the arguments of a public function, whose options have these `names`.
   A short cut is a tuple (Native, finish, live, ...). If `live` is a tuple, the names of live parameters in the order of the last rows of
   the Native, then the Native answers, and finish(robot, q, tuple of arrays, parameters) gives the result unless finish is None. In all
   other cases, and where the context variable `chosen` is "python", the answer is None. Front remembers recent short cuts:
   front.forget() is to be called when `short_cuts` has changed. These are methods because Python calls those faster. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <numpy/arrayobject.h>

#if defined(__GNUC__)
#define APART static __attribute__((noinline)) /* of some kernels: what all calls run shares a small cache with the kernel */
#define RARE static __attribute__((noinline, cold)) /* of first calls and of errors */
#else
#define APART static
#define RARE static
#endif

#define MOST_NUMBERS 4096
#define MOST_OUTPUTS 8
#define MOST_AXES 4
#define MOST_OPTIONS 8
#define MOST_LIVE 16
#define MOST_RECENT 64
#define LEAST 1e-9 /* of a quaternion's largest number, as in kernel/arguments.py */

typedef void (*kernel)(const double *, double *);

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    kernel run;
    PyTypeObject *kind;
    Py_ssize_t rows;
    npy_intp *width;
    double *lowest, *largest, *constants;
    npy_intp trailing; /* how many constants */
    npy_intp *quaternions, *masses; /* masses: pairs */
    Py_ssize_t rotations, bodies; /* how many quaternions and masses */
    double ratio;
    int internal;
    npy_intp free; /* how many first numbers may be any finite ones */
    int outputs, axes[MOST_OUTPUTS];
    npy_intp dims[MOST_OUTPUTS][MOST_AXES], sizes[MOST_OUTPUTS], results;
} Native;

/* Memory of several outputs of one call, on which their arrays are views. */
typedef struct {
    PyObject_VAR_HEAD
    double numbers[];
} Block;

static int block_buffer(PyObject *object, Py_buffer *buffer, int flags)
{
    return PyBuffer_FillInfo(buffer, object, ((Block *)object)->numbers, (Py_ssize_t)sizeof(double) * Py_SIZE(object), 0, flags);
}

static PyBufferProcs block_as_buffer = {.bf_getbuffer = block_buffer};

static PyTypeObject BlockType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "jounce.Block",
    .tp_basicsize = offsetof(Block, numbers),
    .tp_itemsize = sizeof(double),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_as_buffer = &block_as_buffer,
    .tp_dealloc = (destructor)PyObject_Free,
};

static PyArray_Descr *float64;

/* A new array on the numbers of a block. */
static PyObject *view(Block *block, double *from, int axes, const npy_intp *dims)
{
    Py_INCREF(float64);
    PyObject *array = PyArray_NewFromDescr(&PyArray_Type, float64, axes, dims, NULL, from, NPY_ARRAY_CARRAY, NULL);
    if (array != NULL) /* what PyArray_SetBaseObject does after checks for bases that are arrays: 30 instructions of 100 */
        ((PyArrayObject_fields *)array)->base = Py_NewRef((PyObject *)block);
    return array;
}

/* Whether all numbers but the free ones are within finite bounds; of those whose lowest is nan, nobody reads them. */
APART int within(const Native *self, const double *x, npy_intp count)
{
    const double *const low = self->lowest, *const high = self->largest;
    int good = 1;
    for (npy_intp i = self->free; i < count; ++i)
        good &= ((x[i] >= low[i]) & (x[i] <= high[i])) | (low[i] != low[i]);
    return good;
}

/* Whether a mass of zero has moments. */
APART int weightless(const Native *self, const double *x)
{
    for (Py_ssize_t k = 0; k < self->bodies; ++k) {
        const double *const body = x + self->masses[2 * k];
        if (body[0] == 0.0)
            for (npy_intp i = self->masses[2 * k + 1]; i > 0; --i)
                if (body[i] != 0.0)
                    return 1;
    }
    return 0;
}

/* Copy a list or tuple of exactly `wide` floats and integers; 0 for anything else. */
APART int copied(PyObject *row, double *to, npy_intp wide)
{
    if ((!PyList_CheckExact(row) && !PyTuple_CheckExact(row)) || PySequence_Fast_GET_SIZE(row) != wide)
        return 0;
    PyObject *const *items = PySequence_Fast_ITEMS(row);
    for (npy_intp i = 0; i < wide; ++i) {
        if (PyFloat_CheckExact(items[i]))
            to[i] = PyFloat_AS_DOUBLE(items[i]);
        else if (PyLong_CheckExact(items[i])) {
            to[i] = PyLong_AsDouble(items[i]);
            if (to[i] == -1.0 && PyErr_Occurred()) { /* more than a double holds */
                PyErr_Clear();
                return 0;
            }
        } else
            return 0;
    }
    return 1;
}

/* Whether numbers are finite: four sums, which do not wait for each other. */
static int all_finite(const double *x, npy_intp count)
{
    double doubt[4] = {0.0};
    npy_intp i = 0;
    for (; i + 4 <= count; i += 4)
        for (int k = 0; k < 4; ++k)
            doubt[k] += x[i + k] * 0.0;
    for (; i < count; ++i)
        doubt[0] += x[i] * 0.0;
    return (doubt[0] + doubt[1]) + (doubt[2] + doubt[3]) == 0.0;
}

/* Whether a quaternion (x, y, z, w) of the first row is zero. */
APART int vanishes(const Native *self, const double *q)
{
    for (Py_ssize_t k = 0; k < self->rotations; ++k) {
        const double *x = q + self->quaternions[k];
        if (!(fabs(x[0]) > LEAST || fabs(x[1]) > LEAST || fabs(x[2]) > LEAST || fabs(x[3]) > LEAST))
            return 1;
    }
    return 0;
}

/* Whether the least of some numbers exceeds a multiple of the largest; not where one of them is nan. */
APART int passes(const double *x, npy_intp count, double ratio)
{
    double largest = -Py_HUGE_VAL;
    int good = 1;
    for (npy_intp i = 0; i < count; ++i)
        largest = x[i] > largest ? x[i] : largest;
    for (npy_intp i = 0; i < count; ++i)
        good &= x[i] > ratio * largest;
    return good;
}

/* Copy objects as rows of a kernel of these widths; where the next row begins, or NULL if one of them does not fit. */
static double *copied_rows(double *to, const npy_intp *width, PyObject *const *objects, Py_ssize_t count)
{
    for (Py_ssize_t k = 0; k < count; to += width[k++]) {
        PyArrayObject *const row = (PyArrayObject *)objects[k];
        if (PyArray_CheckExact(objects[k])) {
            if (PyArray_NDIM(row) != 1 || PyArray_DIM(row, 0) != width[k] || !PyArray_ISCARRAY_RO(row) || PyArray_TYPE(row) != NPY_DOUBLE)
                return NULL;
            memcpy(to, PyArray_DATA(row), sizeof(double) * (size_t)width[k]);
        } else if (!copied(objects[k], to, width[k]))
            return NULL;
    }
    return to;
}

/* The first outputs of a kernel as arrays in a tuple. */
static PyObject *together(const Native *self, Block *block, int outputs)
{
    double *from = block->numbers;
    PyObject *all = self->kind->tp_alloc(self->kind, outputs);
    for (int k = 0; all != NULL && k < outputs; from += self->sizes[k++]) {
        PyObject *const out = view(block, from, self->axes[k], self->dims[k]);
        if (out == NULL)
            Py_CLEAR(all);
        else
            PyTuple_SET_ITEM(all, k, out);
    }
    return all;
}

/* Rows of a call, in three parts. */
typedef struct {
    PyObject *const *first, *const *more, *const *live;
    Py_ssize_t firsts, mores, lives;
} Rows;

/* The outputs; *passed, unless it is NULL, becomes 1 if they are without the internal ones. */
static PyObject *answer(Native *self, const Rows *rows, int *passed)
{
    double x[MOST_NUMBERS];
    if (rows->firsts + rows->mores + rows->lives != self->rows)
        Py_RETURN_NOTIMPLEMENTED;
    double *to = copied_rows(x, self->width, rows->first, rows->firsts);
    if (to != NULL && rows->mores > 0)
        to = copied_rows(to, self->width + rows->firsts, rows->more, rows->mores);
    if (to != NULL && rows->lives > 0)
        to = copied_rows(to, self->width + rows->firsts + rows->mores, rows->live, rows->lives);
    if (to == NULL || !all_finite(x, self->free) || (x + self->free < to && !within(self, x, to - x))
        || (self->bodies > 0 && weightless(self, x)) || (self->rotations > 0 && vanishes(self, x)))
        Py_RETURN_NOTIMPLEMENTED;
    if (self->trailing > 0)
        memcpy(to, self->constants, sizeof(double) * (size_t)self->trailing);
    const int plain = self->kind == &PyTuple_Type;
    if (self->outputs == 1 && plain) {
        PyObject *out = PyArray_SimpleNew(self->axes[0], self->dims[0], NPY_DOUBLE);
        if (out != NULL)
            self->run(x, PyArray_DATA((PyArrayObject *)out));
        return out;
    }
    Block *const block = PyObject_NewVar(Block, &BlockType, self->results);
    if (block == NULL)
        return NULL;
    double *from = block->numbers;
    self->run(x, from);
    int outputs = self->outputs;
    if (passed != NULL && self->internal > 0) {
        const npy_intp last = self->sizes[outputs - 1];
        *passed = passes(from + self->results - last, last, self->ratio);
        outputs -= *passed ? self->internal : 0;
    }
    PyObject *all = outputs == 1 && plain ? view(block, from, self->axes[0], self->dims[0]) : together(self, block, outputs);
    Py_DECREF(block);
    return all;
}

static PyObject *native_call(PyObject *callable, PyObject *const *args, size_t flags, PyObject *names)
{
    if (names != NULL)
        Py_RETURN_NOTIMPLEMENTED;
    Rows rows = {.first = args, .firsts = PyVectorcall_NARGS(flags)};
    if (rows.firsts > 0 && PyTuple_CheckExact(args[rows.firsts - 1])) {
        PyObject *const rest = args[--rows.firsts];
        rows.more = PySequence_Fast_ITEMS(rest);
        rows.mores = PyTuple_GET_SIZE(rest);
    }
    return answer((Native *)callable, &rows, NULL);
}

static void native_free(PyObject *object)
{
    PyMem_Free(((Native *)object)->width);
    PyMem_Free(((Native *)object)->lowest);
    PyMem_Free(((Native *)object)->largest);
    PyMem_Free(((Native *)object)->constants);
    Py_XDECREF(((Native *)object)->kind);
    PyMem_Free(((Native *)object)->masses);
    PyMem_Free(((Native *)object)->quaternions);
    Py_TYPE(object)->tp_free(object);
}

static PyObject *native_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    unsigned long long address;
    PyObject *rows, *shapes, *kind, *lowest, *largest, *masses, *quaternions, *constants = Py_None;
    int internal = 0;
    double ratio = 0.0;
    (void)names;
    if (!PyArg_ParseTuple(args, "KO!O!OO!O!O!O!|Oid", &address, &PyTuple_Type, &rows, &PyTuple_Type, &shapes, &kind, &PyTuple_Type, &lowest,
                          &PyTuple_Type, &largest, &PyTuple_Type, &masses, &PyTuple_Type, &quaternions, &constants, &internal, &ratio))
        return NULL;
    PyArrayObject *const fixed = constants == Py_None ? NULL : (PyArrayObject *)constants;
    if (fixed != NULL
        && (!PyArray_CheckExact(constants) || PyArray_TYPE(fixed) != NPY_DOUBLE || PyArray_NDIM(fixed) != 1 || !PyArray_ISCARRAY_RO(fixed))) {
        PyErr_SetString(PyExc_TypeError, "constants must be a contiguous float64 array of one axis, or None");
        return NULL;
    }
    if (kind == Py_None)
        kind = (PyObject *)&PyTuple_Type;
    if (!PyType_Check(kind) || !PyType_IsSubtype((PyTypeObject *)kind, &PyTuple_Type)) {
        PyErr_SetString(PyExc_TypeError, "kind must be a subclass of tuple, or None");
        return NULL;
    }
    Native *self = (Native *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->call = native_call;
    self->kind = (PyTypeObject *)Py_NewRef(kind);
    self->rotations = PyTuple_GET_SIZE(quaternions);
    self->quaternions = PyMem_Malloc(sizeof(npy_intp) * (size_t)(self->rotations + 1));
    self->bodies = PyTuple_GET_SIZE(masses);
    self->masses = PyMem_Malloc(sizeof(npy_intp) * (size_t)(2 * self->bodies + 1));
    self->internal = internal;
    self->ratio = ratio;
    self->run = (kernel)(uintptr_t)address;
    self->rows = PyTuple_GET_SIZE(rows);
    self->outputs = (int)PyTuple_GET_SIZE(shapes);
    self->width = PyMem_Malloc(sizeof(npy_intp) * (size_t)(self->rows + 1));
    npy_intp in = 0;
    const Py_ssize_t numbers = PyTuple_GET_SIZE(lowest);
    self->lowest = PyMem_Malloc(sizeof(double) * (size_t)(numbers + 1));
    self->largest = PyMem_Malloc(sizeof(double) * (size_t)(numbers + 1));
    self->trailing = fixed == NULL ? 0 : PyArray_DIM(fixed, 0);
    self->constants = PyMem_Malloc(sizeof(double) * (size_t)(self->trailing + 1));
    if (fixed != NULL && self->constants != NULL)
        memcpy(self->constants, PyArray_DATA(fixed), sizeof(double) * (size_t)self->trailing);
    int fits = self->width != NULL && self->lowest != NULL && self->largest != NULL && self->constants != NULL
               && self->quaternions != NULL && self->masses != NULL && self->outputs >= 1 && internal >= 0 && internal < self->outputs
               && self->outputs <= MOST_OUTPUTS && PyTuple_GET_SIZE(largest) == numbers;
    for (Py_ssize_t i = 0; fits && i < numbers; ++i) {
        const double low = PyFloat_AsDouble(PyTuple_GET_ITEM(lowest, i)), high = PyFloat_AsDouble(PyTuple_GET_ITEM(largest, i));
        if (self->free == i && low == -Py_HUGE_VAL && high == Py_HUGE_VAL)
            ++self->free;
        self->largest[i] = high < DBL_MAX ? high : DBL_MAX;
        self->lowest[i] = low < -self->largest[i] ? -self->largest[i] : low; /* nan stays */
    }
    for (Py_ssize_t r = 0; fits && r < self->rows; ++r)
        in += self->width[r] = PyLong_AsSsize_t(PyTuple_GET_ITEM(rows, r));
    for (Py_ssize_t k = 0; fits && k < PyTuple_GET_SIZE(quaternions); ++k) {
        const Py_ssize_t at = self->quaternions[k] = PyLong_AsSsize_t(PyTuple_GET_ITEM(quaternions, k));
        fits = self->rows > 0 && at >= 0 && at + 4 <= self->width[0];
    }
    for (int k = 0; fits && k < self->outputs; ++k) {
        PyObject *shape = PyTuple_GET_ITEM(shapes, k);
        self->axes[k] = (int)PyTuple_GET_SIZE(shape);
        self->sizes[k] = 1;
        fits = self->axes[k] <= MOST_AXES;
        for (int i = 0; fits && i < self->axes[k]; ++i)
            self->sizes[k] *= self->dims[k][i] = PyLong_AsSsize_t(PyTuple_GET_ITEM(shape, i));
        self->results += self->sizes[k];
    }
    for (Py_ssize_t k = 0; fits && k < PyTuple_GET_SIZE(masses); ++k) {
        Py_ssize_t at, after;
        fits = PyArg_ParseTuple(PyTuple_GET_ITEM(masses, k), "nn", &at, &after) && at >= 0 && after >= 0 && at + after < numbers;
        if (fits) {
            self->masses[2 * k] = at;
            self->masses[2 * k + 1] = after;
        }
    }
    if (PyErr_Occurred()) {
        Py_DECREF(self);
        return NULL;
    }
    if (!fits || in != numbers || in + self->trailing > MOST_NUMBERS || (self->outputs > 1 && self->results > MOST_NUMBERS)) {
        PyErr_SetString(PyExc_ValueError, "too many numbers for the fast way");
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static PyTypeObject NativeType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "jounce.Native",
    .tp_basicsize = sizeof(Native),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_vectorcall_offset = offsetof(Native, call),
    .tp_call = PyVectorcall_Call,
    .tp_new = native_new,
    .tp_dealloc = native_free,
};

/* A short cut that was found before, and its key; NULL if there is none. */
typedef struct {
    PyObject *equation, *key, *cut; /* the cut keeps its equation and its robot alive */
    size_t number;
} Recent;

typedef struct {
    PyObject_HEAD
    PyObject *short_cuts, *chosen, *names, *plain, *kinds;
    Recent recent[MOST_RECENT];
} Front;

/* The value of a key without hash or entry is NULL without an error; borrowed. */
RARE PyObject *look_up(PyObject *dict, PyObject *key)
{
    PyObject *value = PyDict_GetItemWithError(dict, key);
    if (value == NULL && PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Clear();
    return value;
}

/* The keys of a dictionary in a new tuple; NULL if one is no string, maybe without an error. */
RARE PyObject *names_in(PyObject *dict)
{
    PyObject *names = PyTuple_New(PyDict_GET_SIZE(dict)), *name;
    for (Py_ssize_t at = 0, k = 0; names != NULL && PyDict_Next(dict, &at, &name, NULL); ++k) {
        if (!PyUnicode_CheckExact(name)) {
            Py_DECREF(names);
            return NULL;
        }
        PyTuple_SET_ITEM(names, k, Py_NewRef(name));
    }
    return names;
}

/* The key (number, *options); NULL without an error if there is none. */
RARE PyObject *key_of(PyObject *number, PyObject *const *options, Py_ssize_t count)
{
    PyObject *key = PyTuple_New(1 + count);
    if (key == NULL)
        return NULL;
    PyTuple_SET_ITEM(key, 0, Py_NewRef(number));
    for (Py_ssize_t k = 0; k < count; ++k) {
        PyObject *option = PyDict_CheckExact(options[k]) ? names_in(options[k]) : Py_NewRef(options[k]);
        if (option == NULL) {
            Py_DECREF(key);
            return NULL;
        }
        PyTuple_SET_ITEM(key, 1 + k, option);
    }
    return key;
}

/* Whether a dictionary has these names, the same objects in the same order. */
static int has_names(PyObject *dict, PyObject *names)
{
    PyObject *name;
    if (!PyTuple_CheckExact(names) || PyTuple_GET_SIZE(names) != PyDict_GET_SIZE(dict))
        return 0;
    for (Py_ssize_t at = 0, k = 0; PyDict_Next(dict, &at, &name, NULL); ++k)
        if (name != PyTuple_GET_ITEM(names, k))
            return 0;
    return 1;
}

/* Whether a key is that of these options, in the same objects. */
APART int is_key(PyObject *key, PyObject *const *options, Py_ssize_t count)
{
    if (options == NULL || !PyTuple_Check(key))
        return options == NULL && !PyTuple_Check(key);
    for (Py_ssize_t k = 0; k < count; ++k) {
        PyObject *const stated = PyTuple_GET_ITEM(key, 1 + k);
        if (options[k] != stated && !(PyDict_CheckExact(options[k]) && has_names(options[k], stated)))
            return 0;
    }
    return 1;
}

/* The short cut under a number, and under the options too unless they are NULL; NULL if there is none that Front can take, maybe with
   an error. */
RARE PyObject *find(const Front *self, Recent *recent, PyObject *equation, size_t number, PyObject *const *options)
{
    PyObject *const cuts = look_up(self->short_cuts, equation);
    if (cuts == NULL || !PyDict_Check(cuts))
        return NULL;
    PyObject *key = PyLong_FromSize_t(number);
    if (key != NULL && options != NULL) {
        PyObject *const all = key_of(key, options, PyTuple_GET_SIZE(self->plain));
        Py_DECREF(key);
        key = all;
    }
    if (key == NULL)
        return NULL;
    PyObject *const cut = Py_XNewRef(look_up(cuts, key));
    if (cut == NULL || !PyTuple_Check(cut) || PyTuple_GET_SIZE(cut) < 3 || !PyTuple_CheckExact(PyTuple_GET_ITEM(cut, 2))
        || !Py_IS_TYPE(PyTuple_GET_ITEM(cut, 0), &NativeType)) {
        Py_DECREF(key);
        Py_XDECREF(cut);
        return NULL;
    }
    const Recent before = *recent;
    *recent = (Recent){.equation = equation, .key = key, .cut = Py_NewRef(cut), .number = number};
    Py_XDECREF(before.key); /* last: objects that die may call anything */
    Py_XDECREF(before.cut);
    return cut;
}

/* As `find`, without Python's dictionaries if the short cut is a recent one: 50 of 720 ns, with live parameters 120 of 990. */
static PyObject *find_again(Front *self, PyObject *equation, size_t number, PyObject *const *options)
{
    const Py_ssize_t count = PyTuple_GET_SIZE(self->plain);
    size_t place = number / 16 + number + (size_t)equation / 16;
    for (Py_ssize_t k = 0; options != NULL && k < count; ++k)
        place += PyDict_CheckExact(options[k]) ? (size_t)PyDict_GET_SIZE(options[k]) : (size_t)options[k] / 16;
    Recent *const recent = self->recent + place % MOST_RECENT;
    if (recent->cut != NULL && recent->equation == equation && recent->number == number && is_key(recent->key, options, count))
        return Py_NewRef(recent->cut);
    return find(self, recent, equation, number, options);
}

/* finish(robot, q, outputs as a tuple, parameters); takes the reference to the outputs. */
RARE PyObject *finished(PyObject *finish, PyObject *robot, PyObject *q, PyObject *outputs, PyObject *parameters)
{
    PyObject *all = PyTuple_Check(outputs) ? Py_NewRef(outputs) : PyTuple_Pack(1, outputs), *result = NULL;
    PyObject *own = parameters == NULL ? PyDict_New() : PyDict_Copy(parameters);
    if (all != NULL && own != NULL)
        result = PyObject_CallFunctionObjArgs(finish, robot, q, all, own, NULL);
    Py_XDECREF(all);
    Py_XDECREF(own);
    Py_DECREF(outputs);
    return result;
}

/* The result of a call, or None; options: NULL if all are plain, then parameters are NULL, too. */
static PyObject *front_run(
    Front *self, PyObject *equation, PyObject *robot, PyObject *const *motion, Py_ssize_t count, PyObject *const *options,
    PyObject *parameters)
{
    const size_t number = (size_t)robot + (size_t)count;
    PyObject *cut = NULL, *backend = NULL;
    if (count > 0)
        cut = find_again(self, equation, number, options);
    if (cut == NULL) {
        if (PyErr_Occurred())
            return NULL;
        Py_RETURN_NONE;
    }
    PyObject *const finish = PyTuple_GET_ITEM(cut, 1), *const names = PyTuple_GET_ITEM(cut, 2), *values[MOST_LIVE], *result = NULL;
    Rows rows = {.first = motion, .firsts = count, .live = values};
    const Py_ssize_t live = PyTuple_GET_SIZE(names);
    int good = live <= MOST_LIVE && live == (parameters == NULL ? 0 : PyDict_GET_SIZE(parameters)), passed = 0;
    for (; good && rows.lives < live; rows.lives += good)
        good = (values[rows.lives] = Py_XNewRef(look_up(parameters, PyTuple_GET_ITEM(names, rows.lives)))) != NULL;
    if (PyErr_Occurred() || PyContextVar_Get(self->chosen, NULL, &backend) < 0)
        goto end;
    if (good && backend != NULL && PyUnicode_Check(backend)
        && (PyUnicode_READ_CHAR(backend, 0) != 'p' || PyUnicode_CompareWithASCIIString(backend, "python") != 0))
        result = answer((Native *)PyTuple_GET_ITEM(cut, 0), &rows, &passed);
    if (result == NULL && !PyErr_Occurred())
        result = Py_NewRef(Py_None);
    else if (result == Py_NotImplemented)
        Py_SETREF(result, Py_NewRef(Py_None));
    else if (result != NULL && finish != Py_None && !passed)
        result = finished(finish, robot, motion[0], result, parameters);
end:
    while (rows.lives > 0)
        Py_DECREF(values[--rows.lives]);
    Py_XDECREF(backend);
    Py_DECREF(cut);
    return result;
}

/* 1: the option is plain; 0: it is another one of the type that a key may hold; -1: it is anything else. */
static int is_plain(const Front *self, Py_ssize_t k, PyObject *option)
{
    if (option == PyTuple_GET_ITEM(self->plain, k))
        return 1;
    return (PyObject *)Py_TYPE(option) == PyTuple_GET_ITEM(self->kinds, k) ? 0 : -1;
}

static PyObject *front_answer(PyObject *object, PyObject *const *args, Py_ssize_t given)
{
    Front *const self = (Front *)object;
    const Py_ssize_t count = PyTuple_GET_SIZE(self->plain);
    PyObject *const *options = NULL, *parameters = NULL;
    if (given != 3 + count || !PyTuple_CheckExact(args[2]))
        Py_RETURN_NONE;
    for (Py_ssize_t k = 0; k < count; ++k) {
        const int plain = is_plain(self, k, args[3 + k]);
        if (plain < 0)
            Py_RETURN_NONE;
        if (!plain) {
            options = args + 3;
            parameters = PyDict_CheckExact(args[3 + k]) ? args[3 + k] : parameters;
        }
    }
    return front_run(self, args[0], args[1], PySequence_Fast_ITEMS(args[2]), PyTuple_GET_SIZE(args[2]), options, parameters);
}

static PyObject *front_answer_call(PyObject *object, PyObject *const *args, Py_ssize_t given)
{
    Front *const self = (Front *)object;
    const Py_ssize_t count = PyTuple_GET_SIZE(self->plain);
    if (given != 3 || !PyTuple_CheckExact(args[1]) || PyTuple_GET_SIZE(args[1]) < 1 || !PyDict_CheckExact(args[2]))
        Py_RETURN_NONE;
    PyObject *const *const all = PySequence_Fast_ITEMS(args[1]);
    const Py_ssize_t rows = PyTuple_GET_SIZE(args[1]) - 1;
    if (PyDict_GET_SIZE(args[2]) == 0)
        return front_run(self, args[0], all[0], all + 1, rows, NULL, NULL);
    PyObject *options[MOST_OPTIONS], *parameters = NULL, *name, *option;
    for (Py_ssize_t k = 0; k < count; ++k)
        options[k] = PyTuple_GET_ITEM(self->plain, k);
    for (Py_ssize_t at = 0; PyDict_Next(args[2], &at, &name, &option);) {
        Py_ssize_t k = 0;
        while (k < count && name != PyTuple_GET_ITEM(self->names, k))
            ++k;
        if (k == count || is_plain(self, k, option) != 0) /* a plain option may be one that the function does not have */
            Py_RETURN_NONE;
        options[k] = option;
        parameters = PyDict_CheckExact(option) ? option : parameters;
    }
    return front_run(self, args[0], all[0], all + 1, rows, options, parameters);
}

/* To be called when short cuts were added or removed. */
static PyObject *front_forget(PyObject *object, PyObject *none)
{
    (void)none;
    for (int k = 0; k < MOST_RECENT; ++k) {
        Py_CLEAR(((Front *)object)->recent[k].key);
        Py_CLEAR(((Front *)object)->recent[k].cut);
    }
    Py_RETURN_NONE;
}

static void front_free(PyObject *object)
{
    Py_XDECREF(front_forget(object, NULL));
    Py_XDECREF(((Front *)object)->short_cuts);
    Py_XDECREF(((Front *)object)->chosen);
    Py_XDECREF(((Front *)object)->names);
    Py_XDECREF(((Front *)object)->plain);
    Py_XDECREF(((Front *)object)->kinds);
    Py_TYPE(object)->tp_free(object);
}

static PyObject *front_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    PyObject *short_cuts, *chosen, *options, *plain, *kinds;
    (void)names;
    if (!PyArg_ParseTuple(args, "O!O!O!O!O!", &PyDict_Type, &short_cuts, &PyContextVar_Type, &chosen, &PyTuple_Type, &options,
                          &PyTuple_Type, &plain, &PyTuple_Type, &kinds))
        return NULL;
    const Py_ssize_t count = PyTuple_GET_SIZE(plain);
    if (count > MOST_OPTIONS || PyTuple_GET_SIZE(kinds) != count || PyTuple_GET_SIZE(options) != count) {
        PyErr_SetString(PyExc_ValueError, "expected a name and a kind for each option");
        return NULL;
    }
    Front *self = (Front *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->short_cuts = Py_NewRef(short_cuts);
    self->chosen = Py_NewRef(chosen);
    self->names = Py_NewRef(options);
    self->plain = Py_NewRef(plain);
    self->kinds = Py_NewRef(kinds);
    return (PyObject *)self;
}

static PyMethodDef front_methods[] = {
    {"answer", (PyCFunction)(void (*)(void))front_answer, METH_FASTCALL, NULL},
    {"answer_call", (PyCFunction)(void (*)(void))front_answer_call, METH_FASTCALL, NULL},
    {"forget", front_forget, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject FrontType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "jounce.Front",
    .tp_basicsize = sizeof(Front),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = front_methods,
    .tp_new = front_new,
    .tp_dealloc = front_free,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "jounce_driver", .m_size = -1};

PyMODINIT_FUNC PyInit_jounce_driver(void)
{
    import_array();
    if (PyType_Ready(&BlockType) < 0 || PyType_Ready(&NativeType) < 0 || PyType_Ready(&FrontType) < 0)
        return NULL;
    float64 = PyArray_DescrFromType(NPY_DOUBLE);
    PyObject *made = PyModule_Create(&module);
    if (made != NULL
        && (PyModule_AddObjectRef(made, "Native", (PyObject *)&NativeType) < 0
            || PyModule_AddObjectRef(made, "Front", (PyObject *)&FrontType) < 0)) {
        Py_DECREF(made);
        return NULL;
    }
    return made;
}
