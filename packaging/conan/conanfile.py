# SPDX-License-Identifier: MIT
"""Guidon's library for Conan 2, built of the tree that this file lies in."""

from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, rmdir


class Guidon(ConanFile):
    name = "guidon"
    version = "1.0.0"
    description = "128-bit identifiers: UUID versions 1 to 8 and ULID"
    license = "MIT"
    topics = ("uuid", "ulid", "guid", "identifiers")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]
    languages = "C"

    def export_sources(self):
        tree = Path(self.recipe_folder).parent.parent
        for part in (
            "CMakeLists.txt",
            "LICENSE",
            "cmake/*",
            "docs/CMakeLists.txt",
            "docs/man/*",
            "docs/reference/*",
            "include/*",
            "src/*",
            "packaging/*.in",
            "packaging/sources.txt",
            "tests/repo/symbols.txt",
        ):
            copy(self, part, tree, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        kind = "shared" if self.options.shared else "static"
        toolchain.cache_variables["GUIDON_INSTALL_KINDS"] = kind
        toolchain.cache_variables["GUIDON_TOOL"] = False
        toolchain.cache_variables["GUIDON_TESTS"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder) / "licenses")
        CMake(self).install()
        # Conan writes files of its own for what these are for.
        rmdir(self, Path(self.package_folder) / "lib" / "cmake")
        rmdir(self, Path(self.package_folder) / "lib" / "pkgconfig")

    def package_info(self):
        static_on_windows = self.settings.os == "Windows" and not self.options.shared
        self.cpp_info.libs = ["guidon_static" if static_on_windows else "guidon"]
        self.cpp_info.set_property("cmake_file_name", "guidon")
        self.cpp_info.set_property("cmake_target_name", "guidon::guidon")
        self.cpp_info.set_property("pkg_config_name", "guidon")
        if not self.options.shared:
            self.cpp_info.defines = ["GUIDON_STATIC"]
            if self.settings.os == "Windows":
                self.cpp_info.system_libs = ["bcrypt"]
            elif self.settings.os in ("Linux", "FreeBSD"):
                self.cpp_info.system_libs = ["pthread"]
