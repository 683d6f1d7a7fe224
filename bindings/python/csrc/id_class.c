/* SPDX-License-Identifier: MIT */
/*
 * What the classes guidon.ULID and guidon.TypeID share.
 *
 * Both are heap types that belong to the module of their interpreter, and both
 * allow derived classes. Their objects never change and refer to no object that
 * could refer back, so they take no part in garbage collection.
 */
#include "guidon_py.h"

#include <stdarg.h>

PyObject *gpy_id_object_new(PyTypeObject *class, const guidon_id *id)
{
    PyObject *object = PyType_GenericAlloc(class, 0);

    if (object) {
        ((gpy_id_object *)object)->id = *id;
    }
    return object;
}

void gpy_id_object_free(PyObject *object)
{
    PyTypeObject *class = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(class, Py_tp_free);

    release(object);
    Py_DECREF(class);
}

PyObject *gpy_id_object_repr(PyObject *object)
{
    PyObject *name =
        PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__name__");
    PyObject *text = name ? PyObject_Str(object) : NULL;
    PyObject *result = text ? PyUnicode_FromFormat("%U(%R)", name, text) : NULL;

    Py_XDECREF(name);
    Py_XDECREF(text);
    return result;
}

PyObject *gpy_pydantic_hook(const char *function, PyObject *class,
                            PyObject *first, PyObject *second)
{
    PyObject *hooks = PyImport_ImportModule("guidon._pydantic");
    PyObject *result = hooks ? PyObject_CallMethod(hooks, function, "OOO",
                                                   class, first, second)
                             : NULL;

    Py_XDECREF(hooks);
    return result;
}

/* Call a function of guidon._copies. */
static PyObject *copies(const char *function, const char *format, ...)
{
    PyObject *module = PyImport_ImportModule("guidon._copies");
    PyObject *callable =
        module ? PyObject_GetAttrString(module, function) : NULL;
    PyObject *args = NULL, *result = NULL;
    va_list values;

    if (callable) {
        va_start(values, format);
        args = Py_VaBuildValue(format, values);
        va_end(values);
    }
    if (args) {
        result = PyObject_CallObject(callable, args);
    }
    Py_XDECREF(module);
    Py_XDECREF(callable);
    Py_XDECREF(args);
    return result;
}

PyObject *gpy_id_object_state(PyObject *object)
{
    return copies("state_of", "(O)", object);
}

PyObject *gpy_id_object_with_state(PyObject *made, PyObject *object,
                                   PyObject *memo)
{
    PyObject *result = made ? copies("with_state", "(OOO)", made, object,
                                     memo ? memo : Py_None)
                            : NULL;

    Py_XDECREF(made);
    return result;
}

int gpy_add_class(PyObject *module, PyTypeObject **out, PyType_Spec *spec)
{
    *out = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *out ? PyModule_AddType(module, *out) : -1;
}
