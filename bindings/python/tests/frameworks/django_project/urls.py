# SPDX-License-Identifier: MIT
"""The addresses of the project: the admin site."""

from django.contrib import admin
from django.urls import path

urlpatterns = [path("admin/", admin.site.urls)]
