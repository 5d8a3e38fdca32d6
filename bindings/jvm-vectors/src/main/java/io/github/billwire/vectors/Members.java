package io.github.billwire.vectors;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** The fields of a value class, and its builder. */
final class Members {
    private Members() {}

    static List<Field> of(Class<?> type) {
        List<Field> fields =
                Arrays.stream(type.getDeclaredFields()).filter(field -> !Modifier.isStatic(field.getModifiers())).toList();
        fields.forEach(field -> field.setAccessible(true));
        return fields;
    }

    static Object value(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException error) {
            throw new AssertionError(error);
        }
    }

    /**
     * The class with these values in its fields.
     *
     * @throws Unsayable if it needs one that is null
     */
    static <T> T construct(Class<T> type, Object... values) throws Unsayable {
        Class<?>[] types = of(type).stream().map(Field::getType).toArray(Class<?>[]::new);
        for (int i = 0; i < types.length; i++) {
            if (types[i].isPrimitive() && values[i] == null) throw new Unsayable("a number is absent");
        }
        Optional<Class<?>> builder = Arrays.stream(type.getClasses())
                .filter(one -> one.getSimpleName().equals("Builder"))
                .findFirst();
        try {
            return builder.isPresent()
                    ? type.cast(built(builder.get(), of(type), values))
                    : type.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException error) {
            if (error.getCause() instanceof NullPointerException) throw new Unsayable("something required is absent");
            throw new AssertionError(error);
        } catch (ReflectiveOperationException error) {
            throw new AssertionError(type + " cannot be made from its fields", error);
        }
    }

    /** The builder's constructor takes what is required, and a method of the field's name each optional value. */
    private static Object built(Class<?> type, List<Field> fields, Object[] values) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getConstructors()[0];
        List<Integer> required = required(constructor, of(type));
        Object builder = constructor.newInstance(required.stream().map(field -> values[field]).toArray());
        for (int i = 0; i < values.length; i++) {
            Field field = fields.get(i);
            if (values[i] == null || required.contains(i)) continue;
            type.getMethod(field.getName(), field.getType()).invoke(builder, values[i]);
        }
        return type.getMethod("build").invoke(builder);
    }

    /** Which fields a builder's constructor takes: the JVM does not keep the names of parameters, so each gets a value of its own. */
    private static List<Integer> required(Constructor<?> constructor, List<Field> fields)
            throws ReflectiveOperationException {
        Class<?>[] types = constructor.getParameterTypes();
        List<Object> marks = IntStream.range(0, types.length).mapToObj(i -> mark(types[i], i)).toList();
        Object builder = constructor.newInstance(marks.toArray());
        List<Object> values = fields.stream().map(field -> value(field, builder)).toList();
        return marks.stream().map(values::indexOf).toList();
    }

    private static Object mark(Class<?> type, int number) {
        if (type == String.class) return "parameter " + number;
        if (type == long.class) return Long.MAX_VALUE - number;
        if (type == BigDecimal.class) return BigDecimal.valueOf(Long.MAX_VALUE, number);
        if (type == Instant.class) return Instant.ofEpochMilli(number);
        throw new AssertionError("no value marks a parameter of " + type);
    }

    /** {@code customerSyncCode} is {@code customer_sync_code} on the wire. */
    static String wireName(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
}
