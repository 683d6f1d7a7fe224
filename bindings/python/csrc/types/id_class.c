/* SPDX-License-Identifier: MIT */
/*
 * What the classes guidon.ULID and guidon.TypeID share.
 *
 * Both are heap types that belong to the module of their interpreter, and both
 * allow derived classes. Their objects never change and refer to no object that
 * could refer back, so they take no part in garbage collection.
 */
#include "../guidon_py.h"

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

/* ----------------------------------------------------------------- which class */

/* The kind of the class of this package that *class is or is derived from, which
 * becomes *class. */
static const gpy_id_kind *kind_of(PyTypeObject **class)
{
    PyTypeObject *found = gpy_defining_class(*class, gpy_ulid_kind.dealloc);

    if (found) {
        *class = found;
        return &gpy_ulid_kind;
    }
    *class = gpy_defining_class(*class, gpy_typeid_kind.dealloc);
    return &gpy_typeid_kind;
}

PyTypeObject *gpy_id_class(PyTypeObject *class)
{
    (void)kind_of(&class);
    return class;
}

const gpy_state *gpy_id_state(PyTypeObject *class)
{
    return (const gpy_state *)PyType_GetModuleState(gpy_id_class(class));
}

bool gpy_id_is_derived(PyTypeObject *class)
{
    return class != gpy_id_class(class);
}

/* ---------------------------------------------------------------- shared slots */

PyObject *gpy_id_compare(PyObject *self, PyObject *other, int operation)
{
    PyTypeObject *class = Py_TYPE(self);
    const gpy_id_kind *kind = kind_of(&class);
    int order;

    if (!gpy_lies_as(other, class)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    order = kind->order(self, other);
    Py_RETURN_RICHCOMPARE(order, 0, operation);
}

Py_hash_t gpy_hash_of(PyObject *object)
{
    Py_hash_t hash = object ? PyObject_Hash(object) : -1;

    Py_XDECREF(object);
    return hash;
}

PyObject *gpy_id_uuid(PyObject *self, void *Py_UNUSED(closure))
{
    return gpy_uuid_new(gpy_id_state(Py_TYPE(self)), gpy_id_of(self));
}

/* Call a function of guidon._pydantic with the class and the two arguments. */
static PyObject *pydantic_hook(const char *function, PyObject *class,
                               PyObject *args)
{
    PyObject *first, *second;

    return PyArg_ParseTuple(args, "OO", &first, &second)
               ? gpy_call_python_with(
                     "guidon._pydantic", function,
                     Py_BuildValue("(OOO)", class, first, second))
               : NULL;
}

PyObject *gpy_id_core_schema(PyObject *class, PyObject *args)
{
    PyTypeObject *own = (PyTypeObject *)class;

    return pydantic_hook(kind_of(&own)->schema, class, args);
}

PyObject *gpy_id_json_schema(PyObject *class, PyObject *args)
{
    PyTypeObject *own = (PyTypeObject *)class;

    return pydantic_hook(kind_of(&own)->json_schema, class, args);
}

/* ------------------------------------------------------------ copies and pickles */

PyObject *gpy_id_reduce(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyTypeObject *class = Py_TYPE(self);
    PyObject *argument = kind_of(&class)->argument(self), *state;

    if (!argument || class == Py_TYPE(self)) {
        return argument ? Py_BuildValue("O(N)", class, argument) : NULL;
    }
    state = gpy_call_python_with("guidon._copies", "state_of",
                                 Py_BuildValue("(O)", self));
    if (!state) {
        Py_DECREF(argument);
        return NULL;
    }
    return Py_BuildValue("O(N)N", Py_TYPE(self), argument, state);
}

/* A derived class makes the copy by a call, and gets the attributes that it added.
 * Other objects never change, so they are their own copies. */
PyObject *gpy_id_copy(PyObject *self, PyObject *memo)
{
    PyTypeObject *class = Py_TYPE(self);
    const gpy_id_kind *kind = kind_of(&class);
    PyObject *argument, *made, *result;

    if (class == Py_TYPE(self)) {
        Py_INCREF(self);
        return self;
    }
    argument = kind->argument(self);
    made = argument ? PyObject_CallFunctionObjArgs((PyObject *)Py_TYPE(self),
                                                   argument, NULL)
                    : NULL;
    result = made ? gpy_call_python_with("guidon._copies", "with_state",
                                         Py_BuildValue("(OOO)", made, self,
                                                       memo ? memo : Py_None))
                  : NULL;
    Py_XDECREF(argument);
    Py_XDECREF(made);
    return result;
}

int gpy_add_class(PyObject *module, PyTypeObject **out, PyType_Spec *spec)
{
    *out = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *out ? PyModule_AddType(module, *out) : -1;
}
