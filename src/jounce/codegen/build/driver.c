/* One sample through a kernel with as little around it as possible: Python's arrays in, a new array out.

   Native(address, rows_in, shapes_out, kind, lowest) is callable with one float64 array (width,) a row, and gives an array, or a tuple of
   arrays of that kind (a subclass of tuple, or None). Anything else that may come (lists, batches, other types, nan, a number below its
   entry of `lowest`) is answered with NotImplemented, and the caller takes the general way. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <string.h>
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <numpy/arrayobject.h>

#define MOST_NUMBERS 4096
#define MOST_OUTPUTS 6
#define MOST_AXES 4

typedef void (*kernel)(const double *, double *);

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    kernel run;
    PyTypeObject *kind;
    Py_ssize_t rows;
    npy_intp *width;
    double *lowest;
    int outputs, axes[MOST_OUTPUTS];
    npy_intp dims[MOST_OUTPUTS][MOST_AXES], sizes[MOST_OUTPUTS];
} Native;

static PyObject *native_call(PyObject *callable, PyObject *const *args, size_t flags, PyObject *names)
{
    Native *self = (Native *)callable;
    double x[MOST_NUMBERS], y[MOST_NUMBERS];
    double *to = x, doubt = 0.0;
    const double *low = self->lowest;
    int below = 0;
    if (PyVectorcall_NARGS(flags) != self->rows || names != NULL)
        Py_RETURN_NOTIMPLEMENTED;
    for (Py_ssize_t r = 0; r < self->rows; ++r) {
        PyArrayObject *row = (PyArrayObject *)args[r];
        if (!PyArray_CheckExact(args[r]) || PyArray_TYPE(row) != NPY_DOUBLE || PyArray_NDIM(row) != 1
            || PyArray_DIM(row, 0) != self->width[r] || !PyArray_ISCARRAY_RO(row))
            Py_RETURN_NOTIMPLEMENTED;
        const double *from = PyArray_DATA(row);
        for (npy_intp i = 0; i < self->width[r]; ++i) {
            if (*low == *low) { /* else nobody reads this number */
                doubt += from[i] * 0.0; /* nan as soon as one of them is nan or infinite */
                below |= from[i] < *low;
            }
            ++low;
            *to++ = from[i];
        }
    }
    if (doubt != 0.0 || below)
        Py_RETURN_NOTIMPLEMENTED;
    if (self->outputs == 1 && self->kind == &PyTuple_Type) {
        PyObject *out = PyArray_SimpleNew(self->axes[0], self->dims[0], NPY_DOUBLE);
        if (out != NULL)
            self->run(x, PyArray_DATA((PyArrayObject *)out));
        return out;
    }
    self->run(x, y);
    PyObject *all = self->kind->tp_alloc(self->kind, self->outputs);
    const double *from = y;
    for (int k = 0; all != NULL && k < self->outputs; ++k) {
        PyObject *out = PyArray_SimpleNew(self->axes[k], self->dims[k], NPY_DOUBLE);
        if (out == NULL) {
            Py_DECREF(all);
            return NULL;
        }
        memcpy(PyArray_DATA((PyArrayObject *)out), from, sizeof(double) * (size_t)self->sizes[k]);
        from += self->sizes[k];
        PyTuple_SET_ITEM(all, k, out);
    }
    return all;
}

static void native_free(PyObject *object)
{
    PyMem_Free(((Native *)object)->width);
    PyMem_Free(((Native *)object)->lowest);
    Py_XDECREF(((Native *)object)->kind);
    Py_TYPE(object)->tp_free(object);
}

static PyObject *native_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    unsigned long long address;
    PyObject *rows, *shapes, *kind, *lowest;
    (void)names;
    if (!PyArg_ParseTuple(args, "KO!O!OO!", &address, &PyTuple_Type, &rows, &PyTuple_Type, &shapes, &kind, &PyTuple_Type, &lowest))
        return NULL;
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
    self->run = (kernel)(uintptr_t)address;
    self->rows = PyTuple_GET_SIZE(rows);
    self->outputs = (int)PyTuple_GET_SIZE(shapes);
    self->width = PyMem_Malloc(sizeof(npy_intp) * (size_t)(self->rows + 1));
    npy_intp in = 0, out = 0;
    self->lowest = PyMem_Malloc(sizeof(double) * (size_t)(PyTuple_GET_SIZE(lowest) + 1));
    for (Py_ssize_t i = 0; self->lowest != NULL && i < PyTuple_GET_SIZE(lowest); ++i)
        self->lowest[i] = PyFloat_AsDouble(PyTuple_GET_ITEM(lowest, i));
    int fits = self->width != NULL && self->lowest != NULL && self->outputs >= 1 && self->outputs <= MOST_OUTPUTS;
    for (Py_ssize_t r = 0; fits && r < self->rows; ++r)
        in += self->width[r] = PyLong_AsSsize_t(PyTuple_GET_ITEM(rows, r));
    for (int k = 0; fits && k < self->outputs; ++k) {
        PyObject *shape = PyTuple_GET_ITEM(shapes, k);
        self->axes[k] = (int)PyTuple_GET_SIZE(shape);
        self->sizes[k] = 1;
        fits = self->axes[k] <= MOST_AXES;
        for (int i = 0; fits && i < self->axes[k]; ++i)
            self->sizes[k] *= self->dims[k][i] = PyLong_AsSsize_t(PyTuple_GET_ITEM(shape, i));
        out += self->sizes[k];
    }
    if (!fits || in != PyTuple_GET_SIZE(lowest) || in > MOST_NUMBERS || (self->outputs > 1 && out > MOST_NUMBERS)) {
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

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "jounce_driver", .m_size = -1};

PyMODINIT_FUNC PyInit_jounce_driver(void)
{
    import_array();
    if (PyType_Ready(&NativeType) < 0)
        return NULL;
    PyObject *made = PyModule_Create(&module);
    if (made != NULL && PyModule_AddObjectRef(made, "Native", (PyObject *)&NativeType) < 0) {
        Py_DECREF(made);
        return NULL;
    }
    return made;
}
