package dev.losslessd.cli;

import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Risk;
import dev.losslessd.text.Some;
import dev.losslessd.text.Worded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A plan as people read it: steps in order, what each does besides its purpose, refusals. */
final class PlanView {
  /** More ports than this are counted, not named. */
  private static final int NAMED = 4;

  /** Identities of more devices and ports than this are counted. */
  private static final int IDENTITIES = 8;

  private PlanView() {}

  static void print(Screen screen, JsonValue plan) {
    print(screen, plan, false);
  }

  /**
   * @param whenIdle whether a commit of it waits where only busy ports are in its way
   */
  static void print(Screen screen, JsonValue plan, boolean whenIdle) {
    if (plan.isNothing()) {
      return;
    }
    List<JsonValue> changes = plan.at("changes").items();
    List<JsonValue> refusals = plan.at("refusals").items();
    if (changes.isEmpty() && refusals.isEmpty()) {
      List<String> notes = plan.at("notes").lines();
      screen.line(
          plan.at("unset").items().isEmpty() && notes.isEmpty()
              ? "No changes. The devices are as they shall be."
              : "No changes on any device.");
      notes.forEach(note -> screen.line("  " + note));
      unset(screen, plan);
      leaving(screen, plan);
      return;
    }
    List<JsonValue> steps = stepsOf(plan);
    boolean waits = whenIdle && onlyBusy(plan);
    screen.line(
        "Plan " + plan.at("id").shown() + ": " + summary(steps, waits ? List.of() : refusals));
    if (!steps.isEmpty()) {
      screen.line("");
      screen.table(steps(steps));
      screen.section(
          "For these, and no others behind their names:",
          AcceptVerb.lines(plan.at("identities")),
          IDENTITIES);
    }
    unset(screen, plan);
    leaving(screen, plan);
    waves(screen, plan.at("waves").items());
    LinkLines.print(screen, plan);
    unjudged(screen, plan);
    screen.section(
        screen.paint(Paint.BAD, "Waived; it would refuse otherwise:"),
        plan.at("waived").items().stream().map(PlanView::waived).toList());
    if (waits) {
      screen.section(
          screen.paint(Paint.CHANGE, "Waits until these are idle; until then nothing is written:"),
          refusals.stream().map(refusal -> refusal.at("subject").shown()).toList());
    } else if (!refusals.isEmpty()) {
      screen.section(
          screen.paint(Paint.BAD, "Refused; nothing is written:"),
          refusals.stream().map(PlanView::refusal).toList());
      hint(refusals).forEach(screen::line);
    }
  }

  /** What it does, or would do if it were not refused. */
  static List<JsonValue> stepsOf(JsonValue plan) {
    List<JsonValue> changes = plan.at("changes").items();
    return changes.isEmpty() ? plan.at("withheld").items() : changes;
  }

  /** Prints what a release does not put back, and names that it would take away. */
  private static void leaving(Screen screen, JsonValue plan) {
    List<JsonValue> untouched = plan.at("untouched").items();
    screen.section(
        screen.paint(Paint.CHANGE, "Not put back:"),
        untouched.stream().map(PlanView::untouched).toList());
    if (untouched.stream()
        .anyMatch(one -> one.at("named").isNothing() && !one.at("now").text().isEmpty())) {
      screen.line("  --overwrite also restores settings changed outside losslessd.");
    }
    screen.section(
        "Names of ours there now, which go as far as nothing in force needs them:",
        plan.at("names").items().stream().map(JsonValue::text).toList());
  }

  private static String untouched(JsonValue one) {
    String what = target(one) + " " + one.at("setting").text() + " " + one.at("now").text();
    return what.strip() + ": " + one.at("why").text();
  }

  private static void unset(Screen screen, JsonValue plan) {
    screen.section(
        "Overrides that are taken away:",
        plan.at("unset").items().stream().map(one -> one.at("text").shown()).toList());
  }

  /** Prints what the guard of a plan or commit does not judge; nothing where it judges all. */
  static void unjudged(Screen screen, JsonValue of) {
    screen.section("Not judged by the guard:", of.at("unjudged").lines());
  }

  private static void waves(Screen screen, List<JsonValue> waves) {
    if (!waves.isEmpty()) {
      screen.line("");
      Table table =
          new Table("WAVE", "LINKS", "CHANGES", "PORTS", "CONTROL GROUP")
              .alignRight(0)
              .alignRight(1)
              .alignRight(2)
              .wrap(3, 4)
              .least(2, 1);
      int number = 1;
      for (JsonValue wave : waves) {
        table.row(
            String.valueOf(number++),
            wave.at("links").shown(),
            String.valueOf(wave.at("changes").items().size()),
            some(wave.at("ports").items()),
            some(wave.at("control").items()));
      }
      screen.table(table);
    }
  }

  private static String some(List<JsonValue> ports) {
    return ports.isEmpty() ? "none" : Some.of(ports.stream().map(JsonValue::text).toList(), NAMED);
  }

  /** {@code gpu01:ens1f0np0 pfc: the reason [busy]}. */
  static String refusal(JsonValue refusal) {
    return "%s: %s [%s]"
        .formatted(
            refusal.at("subject").shown(),
            inOptions(refusal.at("reason").shown()),
            refusal.at("rule").shown());
  }

  /** The daemon names fields of its requests; a person types options. */
  private static String inOptions(String reason) {
    return reason
        .replace("whenIdle", "--when-idle")
        .replace("whileBusy", "--while-busy")
        .replace("acceptScope", "--accept-scope");
  }

  /** {@code gpu01:ens1f0np0 headroom: the refusal [headroom]; because short cable}. */
  private static String waived(JsonValue waiver) {
    return refusal(waiver) + "; because " + waiver.at("because").shown();
  }

  static boolean refused(JsonValue plan) {
    return !plan.at("refusals").items().isEmpty();
  }

  /** Whether it only waits for ports to be idle. */
  static boolean onlyBusy(JsonValue plan) {
    return refused(plan)
        && plan.at("refusals").items().stream()
            .allMatch(refusal -> refusal.at("rule").is(PlanRule.BUSY));
  }

  static boolean changes(JsonValue plan) {
    return count(plan) > 0;
  }

  static int count(JsonValue plan) {
    return plan.at("changes").items().size();
  }

  /** The steps alone, numbered. */
  static Table steps(List<JsonValue> changes) {
    Table table = new Table("#", "TARGET", "SETTING", "CHANGE", "RISK").alignRight(0).wrap(3, 4);
    int number = 1;
    for (JsonValue change : changes) {
      String word = change.at("setting").text();
      List<String> differences =
          SettingText.together(
                  SettingText.differences(word, change.at("before"), change.at("after")))
              .stream()
              .map(SettingText.Difference::text)
              .toList();
      table.cells(
          Table.Cell.plain(String.valueOf(number++)),
          Table.Cell.plain(target(change)),
          Table.Cell.plain(word),
          new Table.Cell(differences, Paint.CHANGE),
          new Table.Cell(risks(change), Paint.BAD));
    }
    return table;
  }

  static String target(JsonValue change) {
    return change.at("port").isNothing() ? change.at("device").text() : change.at("port").text();
  }

  private static String summary(List<JsonValue> changes, List<JsonValue> refusals) {
    Set<String> targets = new LinkedHashSet<>();
    changes.forEach(change -> targets.add(target(change)));
    String text = Count.of(changes.size(), "change") + " on " + Count.of(targets.size(), "target");
    return refusals.isEmpty() ? text : text + ", " + Count.of(refusals.size(), "refusal");
  }

  /** What the change does besides its purpose, as its column RISK says. */
  static List<String> risks(JsonValue change) {
    List<String> risks = new ArrayList<>();
    change.at("risks").items().forEach(risk -> risks.add(risk(risk.text())));
    List<String> others =
        change.at("touches").items().stream()
            .map(JsonValue::text)
            .filter(port -> !port.equals(target(change)))
            .toList();
    if (!others.isEmpty()) {
      risks.add("also touches " + Some.of(others, NAMED));
    }
    return risks;
  }

  /** What people read for the word of a risk. */
  static String risk(String word) {
    return Arrays.stream(Risk.values())
        .filter(risk -> Worded.of(risk).equals(word))
        .map(Risk::text)
        .findFirst()
        .orElse(word);
  }

  private static List<String> hint(List<JsonValue> refusals) {
    List<String> hints = new ArrayList<>();
    if (names(refusals, "busy")) {
      hints.add(
          "  --when-idle begins by itself as soon as the link is idle; nothing is disturbed.");
      hints.add("  --while-busy writes now, and disturbs the traffic on it.");
    }
    if (names(refusals, "maintenance")) {
      hints.add("  losslessd maintenance TARGET --end ends it before its time.");
    }
    if (names(refusals, "other-device")) {
      hints.add("  losslessd accept DEVICE --reason TEXT takes what was replaced.");
    }
    if (names(refusals, "scope")) {
      hints.add("  --accept-scope accepts that ports of others change too.");
    }
    PlanRule.waivableIds().stream()
        .filter(rule -> names(refusals, rule))
        .map(rule -> "  --waive " + rule + "=REASON takes it upon you; it is journaled.")
        .forEach(hints::add);
    return hints;
  }

  private static boolean names(List<JsonValue> refusals, String rule) {
    return refusals.stream().anyMatch(refusal -> refusal.at("rule").text().equals(rule));
  }
}
