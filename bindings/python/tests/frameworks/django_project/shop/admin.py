# SPDX-License-Identifier: MIT
"""The admin pages of the shop."""

from django.contrib import admin

from . import models


@admin.register(models.Order)
class OrderAdmin(admin.ModelAdmin):
    list_display = ["id", "customer", "reference"]
    search_fields = ["=id"]


admin.site.register(models.Customer)
