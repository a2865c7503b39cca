package dev.losslessd.fabric.skeleton;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An output without its values: labels, columns, units, keys and types, in order.
 *
 * @param parts each with its place: indentation, or the path that leads to it
 */
record Skeleton(Format format, List<String> parts) {
  /** The kinds of output, each with its own idea of a place. */
  enum Format {
    JSON,
    XML,
    CONFIG,
    TEXT
  }

  private static final Pattern TAG = Pattern.compile("<(/?)([A-Za-z][\\w.:-]*)[^<>]*?(/?)>");
  private static final Pattern NUMBERS = Pattern.compile("0x[0-9a-fA-F]+|\\d+(?:[/.:,|-]\\d+)*");

  Skeleton {
    parts = List.copyOf(parts);
  }

  /**
   * @param config whether the text is made of configuration lines
   * @param rows depth at which the keys of an object are names of rows; 0 for none
   */
  static Skeleton of(String text, boolean config, int rows) {
    String bare = text.strip();
    if (bare.startsWith("{") || bare.startsWith("[")) {
      try {
        JsonNode json = JsonMapper.shared().readTree(bare);
        Set<String> paths = new LinkedHashSet<>();
        json("", json, rows, paths);
        return new Skeleton(Format.JSON, List.copyOf(paths));
      } catch (JacksonException e) {
        // several values, or a capture with words around them: compared as text
      }
    }
    if (bare.startsWith("<") && bare.endsWith(">")) {
      return new Skeleton(Format.XML, xml(bare));
    }
    return config
        ? new Skeleton(Format.CONFIG, ConfigText.parts(text))
        : new Skeleton(Format.TEXT, new TableText(text).parts());
  }

  private static void json(String path, JsonNode node, int rows, Set<String> paths) {
    if (node.isObject() && node.size() == 1 && node.has("data")) {
      json(path, node.path("data"), rows, paths); // how Junos wraps each value
    } else if (node.isObject()) {
      for (var one : node.properties()) {
        String key = rows == 1 ? "*" : masked(one.getKey());
        json(path + "/" + key, one.getValue(), rows - 1, paths);
      }
    } else if (node.isArray()) {
      if (!path.matches(".*/ROW_[^/]*")) {
        paths.add(path + ": list"); // NX-OS prints a table of one row without its brackets
      }
      node.forEach(one -> json(path, one, rows, paths));
    } else {
      paths.add(path + ": " + type(node));
    }
  }

  private static String masked(String key) {
    return NUMBERS.matcher(key).replaceAll("#");
  }

  private static String type(JsonNode node) {
    return node.isNumber() ? "number" : node.isBoolean() ? "boolean" : "text";
  }

  private static List<String> xml(String text) {
    Set<String> paths = new LinkedHashSet<>();
    List<String> at = new ArrayList<>();
    TAG.matcher(text)
        .results()
        .forEach(tag -> {
          if (!tag.group(1).isEmpty()) {
            at.removeLast();
            return;
          }
          at.add(tag.group(2));
          paths.add(String.join("/", at));
          if (!tag.group(3).isEmpty()) {
            at.removeLast();
          }
        });
    return List.copyOf(paths);
  }

  /** Key or label of a part without its place and value; empty if it is a row's name. */
  static String name(String part) {
    String path = part.replaceFirst(": ?[a-z# ]*$", "").replaceAll("(/[#*])+$", "");
    return path.substring(path.lastIndexOf('/') + 1).strip();
  }
}
