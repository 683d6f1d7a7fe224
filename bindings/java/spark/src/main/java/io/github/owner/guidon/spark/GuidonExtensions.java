// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import java.lang.reflect.Constructor;
import java.util.Arrays;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.aggregate.V2Aggregator;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Option;
import scala.Tuple3;
import scala.collection.Seq;
import scala.collection.immutable.List;
import scala.collection.immutable.Nil$;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Gives every session of Spark functions whose names begin with {@code guidon_}. Set
 * {@code spark.sql.extensions} to the name of this class.
 *
 * <p>This class runs with Spark 3.5 and 4, whose Scala differs. It therefore names no type that
 * Scala 2.12 and 2.13 write in two ways: sequences arrive as {@code scala.collection.Seq} and
 * leave as {@code List}, which is one for both.
 */
public final class GuidonExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
    /** What stands before the names of the functions. */
    private static final String PREFIX = "guidon_";

    /** Makes the extensions; Spark calls {@link #apply}. */
    public GuidonExtensions() {
    }

    /**
     * Adds the functions to the sessions of a builder.
     *
     * @param extensions what Spark gives to each extension
     * @return Scala's value of nothing
     */
    @Override
    @SuppressWarnings("deprecation") // The other constructor takes a group and a version of Spark.
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        for (Definition one : Definition.ALL) {
            String name = PREFIX + one.name();
            extensions.injectFunction(new Tuple3<>(new FunctionIdentifier(name),
                    new ExpressionInfo(one.getClass().getName(), null, name,
                            one.usage("_FUNC_") + " - " + one.purpose(), ""),
                    arguments -> call(one, arguments)));
        }
        return BoxedUnit.UNIT;
    }

    /** The call of a function with resolved arguments. */
    private static Expression call(Definition definition, Seq<Expression> arguments) {
        StructField[] fields = new StructField[arguments.length()];
        for (int i = 0; i < fields.length; i++) {
            Expression one = arguments.apply(i);
            fields[i] = new StructField("_" + i, one.dataType(), one.nullable(),
                    Metadata.empty());
        }
        BoundFunction found = definition.bind(new StructType(fields));
        if (!(found instanceof Scalar bound)) {
            return made(V2Aggregator.class, 4, found, list(arguments), 0, 0);
        }
        if (bound.keyAt() >= 0) {
            checkKey(bound, arguments.apply(bound.keyAt()));
        }
        return invoke(bound, list(arguments));
    }

    /** An unknown key is an error before the query runs. */
    private static void checkKey(Scalar bound, Expression key) {
        if (key.foldable() && key.eval(null) instanceof UTF8String name) {
            bound.secrets().require(name);
        }
    }

    private static List<Expression> list(Seq<Expression> from) {
        List<Expression> made = nil();
        for (int i = from.length(); i-- > 0;) {
            made = made.$colon$colon(from.apply(i));
        }
        return made;
    }

    @SuppressWarnings("unchecked")
    private static <T> List<T> nil() {
        return (List<T>) (List<?>) Nil$.MODULE$;
    }

    /** A StaticInvoke. Its constructor has one parameter more in Spark 4. */
    private static Expression invoke(Scalar bound, List<Expression> arguments) {
        List<DataType> types = nil();
        DataType[] inputs = bound.inputTypes();
        for (int i = inputs.length; i-- > 0;) {
            types = types.$colon$colon(inputs[i]);
        }
        return made(StaticInvoke.class, 8, bound.getClass(), bound.resultType(), "invoke",
                arguments, types, true, bound.isResultNullable(), bound.isDeterministic(),
                Option.empty());
    }

    /** An expression by its constructor, which has at least so many of the parameters. */
    private static Expression made(Class<? extends Expression> type, int least, Object... given) {
        for (Constructor<?> one : type.getConstructors()) {
            int due = one.getParameterCount();
            if (due >= least && due <= given.length) {
                try {
                    return (Expression) one.newInstance(Arrays.copyOf(given, due));
                } catch (ReflectiveOperationException exception) {
                    throw new IllegalStateException(exception);
                }
            }
        }
        throw new IllegalStateException("Guidon does not know this version of Spark; "
                + GuidonCatalog.class.getName() + " may");
    }
}
