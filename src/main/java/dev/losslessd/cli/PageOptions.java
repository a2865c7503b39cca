package dev.losslessd.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/** Options that select a part of a long list. */
final class PageOptions {
  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many, 1 to 1000; default 100.")
  private int limit = 100;

  @Option(
      names = "--before",
      paramLabel = "WHICH",
      description = "Only those before this one; what a shorter list ends with.")
  private String before = "";

  /** For the path of a request. */
  String query() {
    if (limit < 1 || limit > 1000) {
      throw CliException.usage("--limit " + limit + ": expected 1 to 1000");
    }
    String from =
        before.isEmpty() ? "" : "&before=" + URLEncoder.encode(before, StandardCharsets.UTF_8);
    return "?limit=" + limit + from;
  }

  /** Prints how to see what comes after this page, if anything does. */
  void older(Screen screen, String verb, JsonValue page) {
    if (!page.at("next").isNothing()) {
      screen.line("older ones: losslessd " + verb + " --before " + page.at("next").shown());
    }
  }
}
