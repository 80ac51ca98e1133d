import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Damero adapter: reads one JSON object per line, answers each with one line.
 *
 * <p>Try it with: damero adapter-check 'java Adapter.java'
 */
public final class Adapter {
    /** The variants you play. */
    static final List<String> RULES = List.of("english");

    /** YOUR CODE HERE: the legal moves of a position (`start` or a FEN) after some moves. null: cannot tell. */
    static List<String> legalMoves(String rules, String position, List<?> played) {
        if (position.equals("start") && played.isEmpty()) {
            return List.of("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16");
        }
        if (position.equals("start") && played.equals(List.of("11-15", "22-18"))) {
            return List.of("15x22");
        }
        return null;
    }

    static Map<String, ?> answer(Map<?, ?> request) {
        Object what = request.get("do");
        if ("hello".equals(what)) {
            Map<String, Object> hello = new LinkedHashMap<>();
            hello.put("protocol", 1);
            hello.put("name", "my-rules");
            hello.put("version", "0.1.0");
            hello.put("language", "java");
            hello.put("rules", RULES);
            hello.put("answers", List.of("moves"));
            hello.put("positions", "start"); // delete this line once your code can set up any position
            return hello;
        }
        String rules = String.valueOf(request.get("rules"));
        if (!"moves".equals(what) || !RULES.contains(rules)) {
            return Map.of("unsupported", "no " + what + " of " + rules);
        }
        List<?> played = request.get("played") instanceof List<?> list ? list : List.of();
        List<String> moves = legalMoves(rules, String.valueOf(request.get("position")), played);
        return moves == null ? Map.of("unsupported", "not known yet") : Map.of("moves", moves);
    }

    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("id", null);
            try {
                if (!(new Json(line).read() instanceof Map<?, ?> request)) {
                    throw new IllegalArgumentException("not an object");
                }
                told.put("id", request.get("id"));
                told.putAll(answer(request));
            } catch (RuntimeException | StackOverflowError error) { // one bad request must not end the rest
                told.put("error", error.toString());
            }
            output.print(Json.write(told) + "\n");
            output.flush();
        }
    }

    /** As much JSON as the protocol needs; any library does this better. */
    static final class Json {
        private final String text;
        private int at = 0;

        Json(String text) {
            this.text = text;
        }

        /** The value that the whole text is: Map, List, String, Number, Boolean, or null. */
        Object read() {
            Object value = value();
            if (peek() != 0) {
                throw wrong("the end");
            }
            return value;
        }

        private Object value() {
            switch (peek()) {
                case '{': {
                    Map<String, Object> map = new LinkedHashMap<>();
                    for (char end = open('}'); end != '}'; end = next(',', '}')) {
                        String key = string();
                        next(':', ':');
                        map.put(key, value());
                    }
                    return map;
                }
                case '[': {
                    List<Object> list = new ArrayList<>();
                    for (char end = open(']'); end != ']'; end = next(',', ']')) {
                        list.add(value());
                    }
                    return list;
                }
                case '"':
                    return string();
                default:
                    return word();
            }
        }

        private Object word() {
            int from = at;
            while (at < text.length() && text.charAt(at) > ' ' && ",]}".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            String word = text.substring(from, at);
            switch (word) {
                case "null":
                    return null;
                case "true":
                case "false":
                    return Boolean.valueOf(word);
                default:
                    try {
                        return new BigDecimal(word);
                    } catch (NumberFormatException error) {
                        at = from;
                        throw wrong("a value");
                    }
            }
        }

        private String string() {
            next('"', '"');
            StringBuilder string = new StringBuilder();
            for (char c = take(); c != '"'; c = take()) {
                if (c == '\\') {
                    c = take();
                    switch (c) {
                        case 'n' -> c = '\n';
                        case 't' -> c = '\t';
                        case 'r' -> c = '\r';
                        case 'b' -> c = '\b';
                        case 'f' -> c = '\f';
                        case 'u' -> {
                            c = (char) Integer.parseInt(text, at, at + 4, 16);
                            at += 4;
                        }
                        default -> { }
                    }
                }
                string.append(c);
            }
            return string.toString();
        }

        /** The next character that is no space, without taking it; 0 at the end. */
        private char peek() {
            while (at < text.length() && text.charAt(at) <= ' ') {
                at++;
            }
            return at < text.length() ? text.charAt(at) : 0;
        }

        /** Takes an opening bracket, and the closing one where it follows at once. */
        private char open(char close) {
            at++;
            if (peek() != close) {
                return ',';
            }
            at++;
            return close;
        }

        private char next(char one, char other) {
            char found = peek();
            if (found != one && found != other) {
                throw wrong("`" + one + "`");
            }
            at++;
            return found;
        }

        private char take() {
            if (at >= text.length()) {
                throw wrong("the end of a string");
            }
            return text.charAt(at++);
        }

        private IllegalArgumentException wrong(String expected) {
            return new IllegalArgumentException("not JSON: expected " + expected + " at character " + (at + 1));
        }

        static String write(Object value) {
            if (value instanceof Map<?, ?> map) {
                List<String> fields = new ArrayList<>();
                map.forEach((key, inner) -> fields.add(write(key) + ":" + write(inner)));
                return "{" + String.join(",", fields) + "}";
            }
            if (value instanceof List<?> list) {
                return "[" + String.join(",", list.stream().map(Json::write).toList()) + "]";
            }
            if (!(value instanceof String text)) {
                return String.valueOf(value);
            }
            StringBuilder string = new StringBuilder("\"");
            for (char c : text.toCharArray()) {
                if (c < ' ' || c == '"' || c == '\\') {
                    string.append(String.format("\\u%04x", (int) c));
                } else {
                    string.append(c);
                }
            }
            return string.append('"').toString();
        }
    }
}
