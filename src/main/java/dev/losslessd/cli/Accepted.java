package dev.losslessd.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Harm that the operator takes upon himself; the same words for planning and writing. */
final class Accepted {
  @Option(names = "--while-busy", description = "Accept that running RDMA traffic is disturbed.")
  private boolean whileBusy;

  @Option(
      names = "--accept-scope",
      description = "Accept that ports which are wired to others change too.")
  private boolean acceptScope;

  /** The fields of a request body. */
  Map<String, Object> body() {
    Map<String, Object> body = new LinkedHashMap<>();
    if (whileBusy) {
      body.put("whileBusy", true);
    }
    if (acceptScope) {
      body.put("acceptScope", true);
    }
    return body;
  }
}
