package io.github.billwire.vectors;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/** The files of {@code tests/vectors}, and the list of those that passed. */
public final class Vectors {
    /** Reads JSON with every digit of a number. */
    public static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final int FEWEST = 100;

    private Vectors() {}

    /** Where the project lies: the system property {@code billwire.root}. */
    public static Path root() {
        String root = System.getProperty("billwire.root");
        if (root == null) throw new IllegalStateException("the system property billwire.root has to name the project's root");
        return Path.of(root);
    }

    /** Reads a file of vectors; one with hardly any is a fault. */
    public static List<Case> cases(String name) {
        Path file = root().resolve("tests/vectors").resolve(name + ".json");
        try {
            List<Case> cases = read(Files.readAllBytes(file));
            if (cases.size() < FEWEST) throw new IllegalStateException(file + " holds " + cases.size() + " vectors");
            return cases;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Writes down which vectors have passed in a language. */
    public static void writePassed(String language, SortedSet<String> ids) {
        Path file = root().resolve("target/vectors").resolve(language + ".txt");
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, ids);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static List<Case> read(byte[] file) throws IOException {
        List<Case> cases = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(file)) {
            while (!"cases".equals(parser.nextFieldName())) {
                if (parser.currentToken() == null) throw new IOException("there is no member `cases`");
            }
            parser.nextToken();
            while (parser.nextToken() == JsonToken.START_OBJECT) cases.add(readCase(parser, file));
        }
        return cases;
    }

    private static Case readCase(JsonParser parser, byte[] file) throws IOException {
        ObjectNode fields = JSON.createObjectNode();
        Map<String, String> texts = new HashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            int start = (int) parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            parser.finishToken();
            int end = (int) parser.currentLocation().getByteOffset();
            String text = new String(file, start, end - start, StandardCharsets.UTF_8);
            JsonNode value = JSON.readTree(text);
            fields.set(name, value);
            texts.put(name, text);
        }
        return new Case(fields.required("id").textValue(), fields, texts);
    }
}
