package dev.losslessd.cli;

import dev.losslessd.model.DeviceLabel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Selects switches by the labels that the config gives them. */
final class LabelOption {
  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      description = "Only switches with this label, like rail=0; with all of several.")
  private final List<String> labels = new ArrayList<>();

  boolean isGiven() {
    return !labels.isEmpty();
  }

  /** The labels in words, for messages. */
  String text() {
    return String.join(" and ", labels);
  }

  /** Asks the daemon for the switches with all of them; none at all is a typing error. */
  JsonValue switches(Session session) {
    try {
      labels.forEach(DeviceLabel::parse);
    } catch (IllegalArgumentException e) {
      throw new CliException(ExitCode.USAGE, "--label " + e.getMessage(), e);
    }
    JsonValue found = session.daemon().list("switches" + Paths.repeated(Map.of("label", labels)));
    if (found.at("items").items().isEmpty()) {
      throw CliException.notFound("--label " + text() + ": no switch has it");
    }
    return found;
  }
}
