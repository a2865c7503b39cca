package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import java.util.List;
import picocli.CommandLine.Option;

/** Settings that a way back leaves as they are, for rollback and release. */
final class LeaveOption {
  @Option(
      names = "--leave",
      paramLabel = "SETTING",
      description = "Leave this as it is and do the rest: leaf2:dscp.")
  private List<String> settings = List.of();

  /** The fields of a request body, with these. */
  Fields with(Fields options) {
    return Fields.of(options).withAny("leave", settings);
  }
}
