package dev.losslessd.driver.junos;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Output of {@code show system commit}, newest first. While the switch waits for a commit to be
 * confirmed, the newest has a line {@code rollback pending} below it; {@code commit confirmed,
 * rollback in 5mins} stands there for ever, and says nothing (seen on Junos 23.2R1 and Evolved
 * 26.2R1).
 */
record History(List<Entry> entries) {
  static final String COMMAND = "show system commit";

  private static final Pattern LINE =
      Pattern.compile(
          "\\s*(\\d{1,3})\\s+(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d \\S+) by (\\S+) via (.*)");

  /**
   * One entry of the commit history.
   *
   * @param at date, time and zone, as printed
   * @param user who committed
   * @param via the way, and what is said about a confirmation
   * @param remarks the comment, and whether it waits
   */
  record Entry(String at, String user, String via, List<String> remarks) {
    boolean isPending() {
      return remarks.stream().anyMatch("rollback pending"::equalsIgnoreCase);
    }

    boolean has(Predicate<String> comment) {
      return remarks.stream().anyMatch(comment);
    }

    /** Describes the commit for messages: who, when, and with which comment. */
    String text() {
      return PrintableText.brief(
          "%s by %s via %s%s"
              .formatted(at, user, via, remarks.isEmpty() ? "" : ": " + remarks.getFirst()));
    }
  }

  static History parse(String text) {
    List<Entry> entries = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      Matcher m = LINE.matcher(line);
      if (m.matches()) {
        if (Integer.parseInt(m.group(1)) != entries.size()) {
          throw ParseErrors.at(COMMAND, line, "commit " + entries.size());
        }
        entries.add(new Entry(m.group(2), m.group(3), m.group(4).strip(), new ArrayList<>()));
      } else if (!line.isBlank() && line.strip().startsWith("rescue ")) {
        break;
      } else if (!line.isBlank()) {
        entries.stream()
            .reduce((_, last) -> last)
            .ifPresentOrElse(
                last -> last.remarks().add(line.strip()),
                () -> {
                  throw ParseErrors.at(COMMAND, line, "commits with date, user and way");
                });
      }
    }
    ParseErrors.throwIf(entries.isEmpty(), COMMAND, text, "at least one commit");
    // what was there before a confirmed commit is the next entry: without it the text was cut
    if (entries.size() == 1 && entries.getFirst().via().contains("commit confirmed")) {
      throw ParseErrors.at(COMMAND, entries.getFirst().text(), "a commit before it");
    }
    return new History(List.copyOf(entries));
  }

  Entry newest() {
    return entries.getFirst();
  }

  Optional<Entry> pending() {
    return Optional.of(newest()).filter(Entry::isPending);
  }

  /** The newest commit of any agent, where it is another one's. */
  Optional<ForeignMark> other(AgentName agent) {
    return entries.stream()
        .flatMap(entry -> entry.remarks().stream())
        .filter(remark -> agent.isMine(remark) || agent.other(remark).isPresent())
        .findFirst()
        .flatMap(remark ->
            agent.other(remark).map(host -> ForeignMark.onAll(host, "commit comment " + remark)));
  }

  /** The commits since one with this comment, oldest first; empty if there is none such. */
  Optional<List<Entry>> since(Predicate<String> comment) {
    for (int n = 0; n < entries.size(); n++) {
      if (entries.get(n).has(comment)) {
        return Optional.of(entries.subList(0, n).reversed());
      }
    }
    return Optional.empty();
  }
}
