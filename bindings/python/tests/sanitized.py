# SPDX-License-Identifier: MIT
"""The package with AddressSanitizer and UndefinedBehaviorSanitizer: how it is built, which
tests run with it, and in which environment."""

import build

FLAGS = [
    "-O1",
    "-g",
    "-fno-omit-frame-pointer",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
]

# Tests of files, documents, types and programs: the sanitizers add symbols and libraries
# to the module. With them, a fork takes long.
LEFT_OUT = [
    "test_command.py",
    "test_docstrings.py",
    "test_forks.py",
    "test_install.py",
    "test_metadata.py",
    "test_package.py",
    "test_pyright.py",
    "test_readme.py",
    "test_soak.py",
    "test_stubs.py",
]


def tests():
    """The files of every other test."""
    found = [*build.HERE.glob("test_*.py"), *build.HERE.glob("columns/test_*.py")]
    return sorted(path for path in found if path.name not in LEFT_OUT)


def core_object(source):
    """The library with the sanitizers, which the wheels share."""
    return build.core_object(source, "guidon-sanitized", FLAGS)


def wheel(program, source, core, abi3):
    """Build a wheel, in a folder of its own."""
    settings = {
        "cmake.build-type": "Debug",
        "cmake.define.CMAKE_C_COMPILER": "gcc",
        "cmake.define.CMAKE_C_FLAGS": " ".join(FLAGS),
        "build-dir": "build/sanitized-{wheel_tag}",
    }
    return build.wheel(program, source, core, build.HOME / "sanitized", abi3, settings)


def variables(threaded):
    """The interpreter has no sanitizers, so their libraries must load first, and memory
    that it keeps until it ends is no leak. Its objects are blocks of malloc, which
    AddressSanitizer watches; a free-threaded interpreter has no other allocator than its
    own for them. The frames of the module's functions are kept off the stack
    too, because greenlets copy the stack with what AddressSanitizer puts between frames. A
    report ends the process."""
    libraries = [
        build.checked("gcc", f"-print-file-name={name}").strip()
        for name in ("libasan.so", "libubsan.so")
    ]
    allocator = {} if threaded else {"PYTHONMALLOC": "malloc"}
    return {
        "LD_PRELOAD": " ".join(libraries),
        **allocator,
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:"
        "detect_stack_use_after_return=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
