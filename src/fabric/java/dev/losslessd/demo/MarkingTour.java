package dev.losslessd.demo;

import dev.losslessd.app.Command;
import dev.losslessd.cli.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** {@code demo --unmarked --once}: the commonest fault of a lossless fabric, found and cured. */
final class MarkingTour extends TourSteps {
  private static final String NAKS = "roce_packet_sequence_errors_total";
  private static final String BYTES = "roce_priority_bytes_total";
  private static final int ENOUGH_NAKS = 10;

  private final List<String> nics;

  MarkingTour(Demo demo, DemoSite site, PrintStream out, PrintStream err) {
    super(demo, out, err);
    this.nics =
        IntStream.rangeClosed(1, DemoLeaf.nics(site.leaves().size()))
            .mapToObj("gpu01:ens%df0np0"::formatted)
            .toList();
  }

  /**
   * Counters of gpu01, all ports together, as its page has them.
   *
   * @param naks that its peers sent for packets which never came
   * @param outside bytes sent in priority 0
   * @param inClass bytes sent in priority 3
   */
  private record Numbers(double naks, double outside, double inClass) {
    Numbers since(Numbers then) {
      return new Numbers(naks - then.naks, outside - then.outside, inClass - then.inClass);
    }

    String text() {
      return String.format(
          Locale.ROOT,
          "%.0f NAKs; %.2f GB in priority 0, %.2f GB in priority 3",
          naks,
          outside / 1e9,
          inClass / 1e9);
    }
  }

  @Override
  void walk() {
    everythingIsConfigured();
    double bytes = theJobSendsInAnotherClass();
    thePlanMarksIt(bytes);
    theMarkIsTakenBack();
  }

  private void everythingIsConfigured() {
    headline("Everything is configured: both ends of each link fit");
    cli(ExitCode.OK, "contract");
    nics.forEach(nic -> device(nic, "pfc 3"));
    nics.forEach(nic -> device(nic, "sends-dscp 0"));
  }

  /** Returns how many bytes went out in another class while peers missed some of them. */
  private double theJobSendsInAnotherClass() {
    headline("And the job sends in another class: found by the counters, and it loses packets");
    Numbers begin = now();
    await(() -> nics.stream().allMatch(this::isFound), "not found: " + said("findings"));
    await(() -> now().since(begin).naks() >= ENOUGH_NAKS, "nothing is lost");
    Numbers before = now().since(begin);
    cli(ExitCode.FINDING, "findings");
    require(before.inClass() == 0, "priority 3 was used: " + before.text());
    tell("before", before);
    return before.outside();
  }

  private void thePlanMarksIt(double bytes) {
    headline("The policy has 'mark: on': planned after the map, applied, read back");
    cli(ExitCode.OK, "plan");
    Numbers then = now();
    cli(ExitCode.OK, "apply", "--yes", "--reason", "the job was in another class");
    cli(ExitCode.OK, "confirm", "--yes");
    nics.forEach(nic -> device(nic, "sends-dscp 26"));
    await(() -> now().inClass() > then.inClass(), "nothing comes in priority 3");
    Numbers cured = now();
    await(() -> now().since(cured).inClass() >= bytes, "less is sent than before");
    Numbers after = now().since(cured);
    tell("after", after);
    require(after.naks() == 0 && after.outside() == 0, "it goes on: " + after.text());
    await(() -> nics.stream().noneMatch(this::isFound), "still found: " + said("findings"));
    cli(ExitCode.OK, "contract");
  }

  private void theMarkIsTakenBack() {
    headline("Taken back, as a revision of its own: the job is where it was");
    cli(ExitCode.OK, "rollback", "1", "--yes", "--confirm");
    Numbers back = now();
    nics.forEach(nic -> device(nic, "traffic-class -1"));
    nics.forEach(nic -> device(nic, "sends-dscp 0"));
    await(() -> now().since(back).naks() > 0, "nothing is lost");
    tell("taken back", now().since(back));
    cli(ExitCode.OK, "commits");
  }

  private void tell(String when, Numbers numbers) {
    out.println("  " + when + ": " + numbers.text());
    out.println();
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new Failed(otherwise);
    }
  }

  private boolean isFound(String nic) {
    return said("findings")
        .lines()
        .anyMatch(line -> line.contains(nic + " ") && line.contains("[wrong-class]"));
  }

  private String said(String... words) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    Command.run(demo.socket(), new PrintStream(text, true, StandardCharsets.UTF_8), words);
    return text.toString(StandardCharsets.UTF_8);
  }

  private Numbers now() {
    String page = demo.page();
    return new Numbers(
        sum(page, NAKS, "device=\"gpu01\""),
        sum(page, BYTES, "device=\"gpu01\"", "direction=\"tx\"", "priority=\"0\""),
        sum(page, BYTES, "device=\"gpu01\"", "direction=\"tx\"", "priority=\"3\""));
  }

  private static double sum(String page, String name, String... labels) {
    return page.lines()
        .filter(line -> line.startsWith(name + "{"))
        .filter(line -> List.of(labels).stream().allMatch(line::contains))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
