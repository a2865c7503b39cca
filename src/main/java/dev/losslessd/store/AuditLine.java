package dev.losslessd.store;

import dev.losslessd.store.AuditEvent.Step;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * One line of the audit: JSON with fixed fields in fixed order, so that each event has exactly one
 * text. Its hash is SHA-256 over the hash of the line before, as 64 hex digits, and the text before
 * the hash.
 *
 * @param number from 1
 * @param sha256 64 hex digits
 */
record AuditLine(long number, AuditEvent event, String sha256) {
  /** Hash to which the first line is chained. */
  static final String START = "0".repeat(64);

  private static final String TAIL = ",\"sha256\":\"";

  static AuditLine after(String previous, long number, AuditEvent event) {
    return new AuditLine(number, event, hash(previous, content(number, event)));
  }

  /** Without the line break. */
  String text() {
    return content(number, event) + TAIL + sha256 + "\"}";
  }

  /**
   * @throws IllegalArgumentException not exactly a line as {@link #text} writes it
   */
  static AuditLine parse(String text) {
    JsonText in = new JsonText(text);
    in.expect("{\"n\":");
    long number = in.number();
    in.expect(",\"at\":");
    Instant at = time(in.string());
    in.expect(",\"event\":");
    String word = in.string();
    AuditEvent.Kind kind =
        AuditEvent.Kind.ofWord(word)
            .orElseThrow(() -> new IllegalArgumentException("unknown event '" + word + "'"));
    String actor = field(in, "actor");
    String from = field(in, "from");
    String why = field(in, "why");
    String commit = field(in, "commit");
    in.expect(",\"targets\":[");
    List<String> targets = targets(in);
    in.expect(",\"steps\":[");
    List<Step> steps = steps(in);
    in.expect(TAIL);
    String hash = in.hex(64);
    in.expect("\"}");
    in.end();
    AuditLine line =
        new AuditLine(
            number, new AuditEvent(kind, at, actor, from, why, commit, targets, steps), hash);
    if (!line.text().equals(text)) {
      throw new IllegalArgumentException("not written as losslessd writes it");
    }
    return line;
  }

  boolean follows(String previous) {
    return sha256.equals(hash(previous, content(number, event)));
  }

  private static String content(long number, AuditEvent event) {
    StringBuilder out = new StringBuilder(256);
    out.append("{\"n\":").append(number).append(",\"at\":");
    JsonText.quote(out, event.at().toString());
    put(out, "event", event.kind().word());
    put(out, "actor", event.actor());
    put(out, "from", event.from());
    put(out, "why", event.why());
    put(out, "commit", event.commit());
    out.append(",\"targets\":[");
    String comma = "";
    for (String target : event.targets()) {
      out.append(comma);
      JsonText.quote(out, target);
      comma = ",";
    }
    out.append("],\"steps\":[");
    comma = "";
    for (Step step : event.steps()) {
      out.append(comma).append("{\"setting\":");
      JsonText.quote(out, step.setting());
      put(out, "before", step.before());
      put(out, "after", step.after());
      out.append('}');
      comma = ",";
    }
    return out.append(']').toString();
  }

  private static void put(StringBuilder out, String name, String value) {
    out.append(",\"").append(name).append("\":");
    JsonText.quote(out, value);
  }

  private static String field(JsonText in, String name) {
    in.expect(",\"" + name + "\":");
    return in.string();
  }

  private static List<String> targets(JsonText in) {
    List<String> all = new ArrayList<>();
    while (!in.take("]")) {
      if (!all.isEmpty()) {
        in.expect(",");
      }
      all.add(in.string());
    }
    return all;
  }

  private static List<Step> steps(JsonText in) {
    List<Step> all = new ArrayList<>();
    while (!in.take("]")) {
      in.expect(all.isEmpty() ? "{\"setting\":" : ",{\"setting\":");
      all.add(new Step(in.string(), field(in, "before"), field(in, "after")));
      in.expect("}");
    }
    return all;
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("'" + text + "' is no time", e);
    }
  }

  private static String hash(String previous, String content) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(previous.getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest.digest(content.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
