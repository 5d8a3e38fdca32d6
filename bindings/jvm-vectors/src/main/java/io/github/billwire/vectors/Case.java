package io.github.billwire.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * One vector: its id, and everything else by name.
 *
 * @param id unique over all files
 * @param fields what the vector holds
 * @param texts the same, each field as it is written in the file
 */
public record Case(String id, JsonNode fields, Map<String, String> texts) {
    /** A field; a missing node if it is not there. */
    public JsonNode get(String name) {
        return fields.path(name);
    }

    /** Whether there is such a field. */
    public boolean has(String name) {
        return fields.has(name);
    }

    /** The text of a text field. */
    public String text(String name) {
        return fields.required(name).textValue();
    }

    /** The JSON of a field as it is written in the file, with every digit and escape; null if it is not there. */
    public String json(String name) {
        return texts.get(name);
    }

    /** The body, in whichever of its three forms. */
    public byte[] body() {
        if (has("body_base64")) return Base64.getDecoder().decode(text("body_base64"));
        if (!has("body_repeat")) return text("body").getBytes(StandardCharsets.UTF_8);
        JsonNode repeat = get("body_repeat");
        String middle = repeat.required("unit").textValue().repeat(repeat.required("count").intValue());
        return (repeat.required("prefix").textValue() + middle + repeat.required("suffix").textValue())
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The id, which is what a test is called. */
    @Override
    public String toString() {
        return id;
    }
}
