# SPDX-License-Identifier: MIT
"""Models whose keys are UUIDs and ULIDs."""

import guidon
from django.db import models
from guidon.django import ULIDField


class Customer(models.Model):
    id = models.UUIDField(primary_key=True, default=guidon.uuid7, editable=False)
    name = models.CharField(max_length=50)


class Order(models.Model):
    id = ULIDField(primary_key=True, default=guidon.ulid, editable=False)
    customer = models.ForeignKey(Customer, models.CASCADE)
    reference = ULIDField(null=True, blank=True, unique=True)


class Line(models.Model):
    order = models.ForeignKey(Order, models.CASCADE)
    number = models.IntegerField()
