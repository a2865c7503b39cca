package dev.losslessd.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Settings that a way back leaves as they are, for rollback and release. */
final class LeaveOption {
  @Option(
      names = "--leave",
      paramLabel = "SETTING",
      description = "Leave this as it is and do the rest: leaf2:dscp.")
  private List<String> settings = List.of();

  /** The fields of a request body, with these. */
  Map<String, Object> with(Map<String, Object> options) {
    Map<String, Object> body = new LinkedHashMap<>(options);
    if (!settings.isEmpty()) {
      body.put("leave", settings);
    }
    return body;
  }
}
