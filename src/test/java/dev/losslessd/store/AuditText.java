package dev.losslessd.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The audit of a state folder, as {@code losslessd audit show} prints it. */
public final class AuditText {
  private AuditText() {}

  public static String of(Path state) {
    return String.join("\n", lines(state));
  }

  public static List<String> lines(Path state) {
    List<String> lines = new ArrayList<>();
    JournalCheck _ =
        AuditView.read(
            state.resolve("journal"),
            state.resolve("events.jsonl"),
            event -> lines.add(event.text()));
    return lines;
  }
}
