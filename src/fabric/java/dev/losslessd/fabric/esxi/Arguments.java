package dev.losslessd.fabric.esxi;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Options of an esxcli command, each with its value. */
final class Arguments {
  private final Map<String, String> values = new HashMap<>();

  /**
   * @param known long name of each option by its short one
   */
  Arguments(List<String> words, Map<String, String> known) throws CliError {
    for (int n = 0; n < words.size(); n++) {
      String word = words.get(n);
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String name = equals > 0 ? word.substring(0, equals) : word;
      String key = known.getOrDefault(name, name);
      if (!known.containsValue(key)) {
        throw Esxcli.option("Invalid option " + word);
      }
      if (equals < 0 && n + 1 == words.size()) {
        throw Esxcli.option("Option " + word + " requires a value");
      }
      values.put(key, equals > 0 ? word.substring(equals + 1) : words.get(++n));
    }
  }

  String need(String name) throws CliError {
    String value = values.get(name);
    if (value == null) {
      throw Esxcli.option("Missing required parameter " + name);
    }
    return value;
  }

  Optional<Boolean> flag(String name) throws CliError {
    String value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    return switch (value) {
      case "1", "true", "yes" -> Optional.of(true);
      case "0", "false", "no" -> Optional.of(false);
      default -> throw Esxcli.option("Invalid value " + value + " for " + name);
    };
  }
}
