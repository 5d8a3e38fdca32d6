package io.github.billwire.vectors;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The methods that a package's {@code Biller} has for each operation, by the operation's name. */
public final class Operations {
    private static final Map<String, String> MINIMAL = Vectors.cases("requests").stream()
            .filter(one -> one.id().endsWith("-minimal"))
            .collect(Collectors.toMap(Case::id, one -> one.json("request")));

    private Operations() {}

    /** Prepares a call from the text of a JSON object. */
    public static Object prepareJson(Object biller, String operation, String json) throws Exception {
        return invoke(biller, "prepare" + pascal(operation) + "Json", json);
    }

    /** Prepares the smallest valid request: the one of the vector with this name. */
    public static Object prepareMinimal(Object biller, String operation) throws Exception {
        String id = "requests/" + operation + "-minimal";
        String json = MINIMAL.get(id);
        if (json == null) throw new AssertionError("there is no vector " + id);
        return prepareJson(biller, operation, json);
    }

    /** Prepares a call from a draft. */
    public static Object prepare(Object biller, String operation, Object draft) throws Exception {
        return invoke(biller, "prepare" + pascal(operation), draft);
    }

    /** The class of an operation's drafts. */
    public static Class<?> draft(Class<?> biller, String operation) {
        return method(biller, "prepare" + pascal(operation), 1).getParameterTypes()[0];
    }

    /** Decodes an answer without its call. */
    public static Object decode(Object biller, String operation, int status, byte[] body) throws Exception {
        return invoke(biller, "decode" + pascal(operation), status, body);
    }

    /** Calls a method of a call, and throws what it throws. */
    public static Object invoke(Object owner, String name, Object... arguments) throws Exception {
        try {
            return method(owner.getClass(), name, arguments.length).invoke(owner, arguments);
        } catch (InvocationTargetException error) {
            if (error.getCause() instanceof Exception cause) throw cause;
            throw error;
        }
    }

    private static Method method(Class<?> owner, String name, int count) {
        return Arrays.stream(owner.getMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterCount() == count)
                .findFirst()
                .orElseThrow(() -> new AssertionError(owner + " has no method " + name));
    }

    private static String pascal(String operation) {
        StringBuilder name = new StringBuilder();
        for (String word : operation.split("_")) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return name.toString();
    }
}
