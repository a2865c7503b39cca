package dev.losslessd.fabric.nxos;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Output of a command.
 *
 * @param json the same for {@code | json}; null if the command has no structured output
 */
record Answer(List<String> lines, @Nullable Map<String, Object> json) {
  static final Answer SILENT = new Answer(List.of(), null);

  static Answer lines(String... lines) {
    return new Answer(List.of(lines), null);
  }

  static Answer lines(List<String> lines) {
    return new Answer(lines, null);
  }
}
