package dev.losslessd.metrics;

import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One alternative of an Accept header.
 *
 * @param parameters all but the quality
 * @param quality from 0, which refuses it, to 1; 0 also where it is no such number
 */
record MediaRange(String type, Map<String, String> parameters, double quality) {
  MediaRange {
    parameters = Map.copyOf(parameters);
  }

  /** Reads a whole header, in its order. */
  static List<MediaRange> all(String header) {
    List<MediaRange> all = new ArrayList<>();
    for (String one : header.split(",")) {
      all.add(of(one));
    }
    return all;
  }

  private static MediaRange of(String text) {
    String[] parts = text.split(";", -1);
    Map<String, String> parameters = new HashMap<>();
    for (int n = 1; n < parts.length; n++) {
      int equals = parts[n].indexOf('=');
      if (equals > 0) {
        String value = parts[n].substring(equals + 1).strip();
        parameters.put(parts[n].substring(0, equals).strip(), value.replace("\"", ""));
      }
    }
    String quality = parameters.remove("q");
    return new MediaRange(parts[0].strip(), parameters, quality == null ? 1 : number(quality));
  }

  /** RFC 9110: three digits behind the point at most. */
  private static double number(String quality) {
    return Pattern.matches("0(\\.\\d{0,3})?|1(\\.0{0,3})?", quality)
        ? Double.parseDouble(quality)
        : 0;
  }

  String parameter(String name, String otherwise) {
    return parameters.getOrDefault(name, otherwise);
  }
}
