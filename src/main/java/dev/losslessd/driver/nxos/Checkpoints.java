package dev.losslessd.driver.nxos;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.ParseErrors;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code show checkpoint summary}: what there is to go back to, and who made it when. */
record Checkpoints(List<Checkpoint> all) {
  static final String COMMAND = "show checkpoint summary";

  private static final Pattern NAME = Pattern.compile("\\s*\\d+\\) (\\S+):\\s*");
  private static final Pattern AT = Pattern.compile("\\s*Created at \\w{3}, (.+?)\\s*");

  /**
   * Orders by time, then by name: both agents have to agree which of two in one second is newer.
   */
  private static final Comparator<Checkpoint> ORDER =
      Comparator.comparing(Checkpoint::at).thenComparing(Checkpoint::name);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss d MMM yyyy", Locale.ENGLISH);

  /**
   * One checkpoint of the switch.
   *
   * @param at by the switch's clock
   */
  record Checkpoint(String name, LocalDateTime at) {}

  static Checkpoints parse(String text) {
    List<Checkpoint> all = new ArrayList<>();
    String open = null;
    for (String line : text.split("\n", -1)) {
      Matcher name = NAME.matcher(line);
      Matcher at = AT.matcher(line);
      if (name.matches()) {
        requireNone(open);
        open = name.group(1);
      } else if (open != null && at.matches()) {
        all.add(new Checkpoint(open, time(at.group(1), line)));
        open = null;
      }
    }
    requireNone(open);
    return new Checkpoints(List.copyOf(all));
  }

  private static void requireNone(@Nullable String open) {
    if (open != null) {
      throw ParseErrors.at(COMMAND, open, "'Created at' below its name");
    }
  }

  private static LocalDateTime time(String text, String line) {
    try {
      return LocalDateTime.parse(text, TIME);
    } catch (DateTimeParseException e) {
      throw ParseErrors.at(COMMAND, line, "a day, a time and a date");
    }
  }

  boolean has(String name) {
    return all.stream().anyMatch(one -> one.name().equals(name));
  }

  /** Returns the checkpoints of one agent, oldest first. */
  List<Checkpoint> of(AgentName agent) {
    return all.stream().filter(one -> agent.isMine(one.name())).sorted(ORDER).toList();
  }

  /** The newest of another agent, where this one has none since. */
  Optional<ForeignMark> newer(AgentName agent) {
    List<Checkpoint> ours = of(agent);
    return all.stream()
        .filter(one -> agent.other(one.name()).isPresent())
        .max(ORDER)
        .filter(other -> ours.isEmpty() || ORDER.compare(other, ours.getLast()) > 0)
        .map(other ->
            ForeignMark.onAll(
                agent.other(other.name()).orElseThrow(), "checkpoint " + other.name()));
  }
}
