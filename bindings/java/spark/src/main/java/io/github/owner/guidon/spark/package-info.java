// SPDX-License-Identifier: MIT
/**
 * Functions of Apache Spark that make and read ids:
 * {@link io.github.owner.guidon.spark.GuidonExtensions} gives them to every session, and
 * {@link io.github.owner.guidon.spark.GuidonCatalog} below the name of a catalog.
 *
 * <p>The other public classes are the functions. Code that Spark generates calls their static
 * methods; programs call {@link io.github.owner.guidon.Guidon}.
 */
package io.github.owner.guidon.spark;
