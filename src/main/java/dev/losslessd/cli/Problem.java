package dev.losslessd.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * A refusal or failure as RFC 9457 describes it.
 *
 * @param status the HTTP status; decides the exit code
 * @param jsonValue the daemon's document; nothing where it sent none
 */
record Problem(int status, JsonValue jsonValue) {
  String title() {
    String title = jsonValue.at("title").text();
    return title.isEmpty() ? "the daemon answered with status " + status : Shown.text(title);
  }

  /** Title and detail, then what is wrong field by field, then the refusals of a plan. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    List<String> refusals = refusals();
    JsonValue detail = jsonValue.at("detail");
    boolean told = detail.isNothing() || refusals.contains("  " + detail.shown());
    lines.add(told ? title() : title() + ": " + detail.shown());
    for (JsonValue error : jsonValue.at("errors").items()) {
      lines.add("  " + error.at("field").shown() + ": " + error.at("message").shown());
    }
    lines.addAll(refusals);
    return lines;
  }

  int exitCode() {
    return switch (status) {
      case 401, 403 -> ExitCode.NO_PERMISSION;
      case 404 -> ExitCode.NOT_FOUND;
      case 409, 412, 422 -> ExitCode.FINDING;
      default -> status >= 500 ? ExitCode.DEVICE : ExitCode.USAGE;
    };
  }

  private List<String> refusals() {
    return jsonValue.at("plan").at("refusals").items().stream()
        .map(refusal -> "  " + PlanView.refusal(refusal))
        .toList();
  }
}
