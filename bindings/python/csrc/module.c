/* SPDX-License-Identifier: MIT */
/* The extension module guidon._core. */
#include "guidon_py.h"

/* The parts of the module. A part may use the state of the parts before it. */
static int (*const parts[])(PyObject *module) = {
    gpy_add_errors,
    gpy_add_foreign,
    gpy_add_uuid_class,
    gpy_add_uuid_methods,
    gpy_add_forms,
    gpy_add_audit,
    gpy_add_batch_keys,
    gpy_add_batch_new,
    gpy_add_batch_text,
    gpy_add_bounds,
    gpy_add_one_id,
    gpy_add_keys,
    gpy_add_makers,
    gpy_add_names,
    gpy_add_orders,
    gpy_add_prefixed,
    gpy_add_reading,
    gpy_add_scan,
    gpy_add_time_text,
    gpy_add_validity,
    gpy_add_writing,
    gpy_add_typeid,
    gpy_add_ulid,
    gpy_add_ulid_makers,
    gpy_add_generator,
    gpy_add_batch_arrow,
    gpy_add_batch_arrow_fields,
    gpy_add_batch_arrow_keys,
};

static int module_exec(PyObject *module)
{
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i](module) < 0) {
            return -1;
        }
    }
    return PyModule_AddStringConstant(module, "__version__", GUIDON_VERSION);
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    gpy_state *state = gpy_state_of(module);

    Py_VISIT(state->uuid_class);
    Py_VISIT(state->mro_of_class);
    Py_VISIT(state->dict_of_class);
    Py_VISIT(state->safe_unknown);
    Py_VISIT(state->safe_safe);
    Py_VISIT(state->stats_class);
    Py_VISIT(state->ulid_class);
    Py_VISIT(state->typeid_class);
    Py_VISIT(state->datetimes);
    Py_VISIT(state->parse_error);
    Py_VISIT(state->generate_error);
    return 0;
}

static int module_clear(PyObject *module)
{
    gpy_state *state = gpy_state_of(module);

    gpy_take_out_methods(state);
    Py_CLEAR(state->uuid_class);
    Py_CLEAR(state->mro_of_class);
    Py_CLEAR(state->dict_of_class);
    Py_CLEAR(state->int_name);
    Py_CLEAR(state->safe_unknown);
    Py_CLEAR(state->safe_safe);
    Py_CLEAR(state->stats_class);
#ifdef Py_LIMITED_API
    Py_CLEAR(state->is_safe_name);
#endif
    Py_CLEAR(state->ulid_class);
    Py_CLEAR(state->typeid_class);
    Py_XDECREF(atomic_exchange(&state->datetimes, NULL));
    Py_CLEAR(state->parse_error);
    Py_CLEAR(state->generate_error);
    return 0;
}

static void module_free(void *module)
{
    gpy_state *state = gpy_state_of((PyObject *)module);

    module_clear((PyObject *)module);
    guidon_generator_free(state->ticks);
    state->ticks = NULL;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, (void *)module_exec},
#if PY_VERSION_HEX >= 0x030c0000 && !defined(Py_LIMITED_API)
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#if PY_VERSION_HEX >= 0x030d0000 && !defined(Py_LIMITED_API)
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,         .m_name = "guidon._core",
    .m_size = sizeof(gpy_state),   .m_slots = module_slots,
    .m_traverse = module_traverse, .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&module_def);
}
