package io.github.billwire.vectors;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The fields of a value class, Java's record or Kotlin's data class alike: both keep them in their constructor's order. */
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
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException error) {
            if (error.getCause() instanceof NullPointerException) throw new Unsayable("something required is absent");
            throw new AssertionError(error);
        } catch (ReflectiveOperationException error) {
            throw new AssertionError(type + " cannot be made from its fields", error);
        }
    }

    /** {@code customerSyncCode} is {@code customer_sync_code} on the wire. */
    static String wireName(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
}
