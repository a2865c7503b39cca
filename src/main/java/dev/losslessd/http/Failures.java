package dev.losslessd.http;

import dev.losslessd.commit.CommitException;
import dev.losslessd.model.SettingKind;
import dev.losslessd.store.StoreException;
import dev.losslessd.text.PrintableText;
import io.javalin.http.HttpResponseException;
import io.javalin.http.MethodNotAllowedResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.EofException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every way in which a request can fail, as a problem. */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  /** The other ones over 500 tell of the request: an unknown version, an unknown encoding. */
  private static final Set<Integer> OURS = Set.of(500, 502, 503, 504);

  private Failures() {}

  /**
   * @param path for messages, as it was sent
   */
  static Problem problem(String method, String path, Exception failure) {
    return switch (failure) {
      case ProblemException known -> known.problem();
      case CommitException refused -> refused(refused);
      case StoreException store ->
          Problem.of(503, "store-failure", "The state cannot be written", store.getMessage());
      case MethodNotAllowedResponse wrong -> wrongMethod(method, path, allowed(wrong));
      case HttpResponseException known -> known(known.getStatus(), method, path);
      case HttpException http -> malformed(http.getCode(), String.valueOf(http.getReason()));
      case IOException broken -> Problem.badInput("body", "did not arrive whole, or not in time");
      default -> unexpected(method, path, failure);
    };
  }

  /** A problem for a request that Jetty itself refuses. */
  static Problem malformed(int status, String reason) {
    return status == 400 && reason.startsWith("Ambiguous URI")
        ? Problem.badInput(
            "path", "can be read in two ways; expected no encoded dots, percents or semicolons")
        : Problem.of(
            status,
            OURS.contains(status) ? Problem.INTERNAL : "bad-request",
            OURS.contains(status) ? "The daemon failed" : "The request cannot be read",
            PrintableText.brief(reason, 200));
  }

  private static Problem refused(CommitException e) {
    String detail = e.getMessage();
    return switch (e.kind()) {
      case REFUSED ->
          new Problem(
              422, "plan-refused", "The plan is refused", detail, List.of(), e.plan().orElse(null));
      case SCOPE -> Problem.notAllowed(detail);
      case STALE -> Problem.of(409, "stale-plan", "The plan is stale", detail);
      case VERSION ->
          Problem.of(412, "version-mismatch", "The resource has another version", detail);
      case IN_PROGRESS -> Problem.of(409, Problem.IN_PROGRESS, "A commit holds it", detail);
      case MODE -> Problem.of(409, "mode-not-enforce", "The mode is not enforce", detail);
      case FROZEN -> Problem.of(409, "frozen", "Writing is frozen", detail);
      case UNKNOWN -> Problem.notFound(Json.cut(detail, 200));
      case STATE -> Problem.of(409, "wrong-state", "The commit is in another state", detail);
      case FOREIGN ->
          Problem.of(409, "foreign-lines", "What others have not saved would be saved", detail);
      case DEVICE -> Problem.of(503, "device-failure", "A device does not answer", detail);
      case BUSY -> Problem.of(503, Problem.DEVICE_BUSY, "A device is busy", detail);
      case STORE -> Problem.of(503, "store-failure", "The state cannot be written", detail);
    };
  }

  private static Problem known(int status, String method, String path) {
    return status == 404
        ? Problem.notFound(
            "nothing is at " + PrintableText.brief(path, 200) + "; see /openapi.json")
        : malformed(status, method + " " + PrintableText.brief(path, 200) + " is not possible");
  }

  /** For the Allow header: {@code GET, PUT}. */
  static String allowed(MethodNotAllowedResponse wrong) {
    return String.join(", ", wrong.getDetails().values());
  }

  private static Problem wrongMethod(String method, String path, String allowed) {
    String last = path.substring(path.lastIndexOf('/') + 1);
    boolean misspelt = path.startsWith(SettingRoutes.PORTS) && SettingKind.ofWord(last).isEmpty();
    String hint = ", expected " + allowed + (misspelt ? TargetPath.settingHint(last) : "");
    return Problem.of(
        405,
        "method-not-allowed",
        "The method is not allowed here",
        method + " is not possible for " + PrintableText.brief(path, 200) + hint);
  }

  /** Whether the client has gone, or was cut off: its own affair, and nobody reads an answer. */
  static boolean isGone(Throwable failure) {
    Throwable one = failure;
    while (one instanceof IOException || one instanceof UncheckedIOException) {
      if (one instanceof EofException || one instanceof ClosedChannelException) {
        return true;
      }
      one = one.getCause();
    }
    return false;
  }

  private static Problem unexpected(String method, String path, Exception failure) {
    LOG.error("{} {} failed", method, PrintableText.brief(path, 200), failure);
    return Problem.of(
        500,
        Problem.INTERNAL,
        "The daemon failed",
        "this is a bug; the daemon's log has the trace");
  }
}
