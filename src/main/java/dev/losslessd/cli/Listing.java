package dev.losslessd.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Prints what this machine tells without a daemon: as a table, or a document of its items. */
final class Listing {
  private Listing() {}

  static void print(
      OutputFormat format, PrintStream out, List<Map<String, Object>> items, Runnable table) {
    switch (format) {
      case TABLE -> table.run();
      case JSON ->
          out.println(
              write(
                  JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build(), items));
      case YAML -> out.print(write(YAMLMapper.builder().build(), items));
    }
  }

  private static String write(ObjectMapper mapper, List<Map<String, Object>> items) {
    return mapper.writeValueAsString(Map.of("items", items));
  }
}
