package dev.losslessd.config;

import static dev.losslessd.config.Declaration.count;
import static dev.losslessd.config.Declaration.time;
import static dev.losslessd.config.Shape.key;

import dev.losslessd.config.Shape.Amount;
import dev.losslessd.config.Shape.Section;
import java.util.List;

/** Declares the keys below {@code input}. */
final class InputDeclaration {
  private static final long SECOND = 1_000_000;
  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;

  private InputDeclaration() {}

  static Section section() {
    return new Section(
        List.of(
            key(
                "total",
                size(MIB, 1024 * MIB),
                "10MiB",
                "held of all devices at once; below a quarter of the heap, which is 48MiB"),
            key(
                "command",
                size(64 * KIB, 512 * MIB),
                "8MiB",
                "output of one command; at most four fifths of total"),
            key(
                "line",
                size(KIB, 16 * MIB),
                "4MiB",
                "one line of a command's output: NX-OS prints JSON of all ports in one"),
            key("banner", size(4 * KIB, MIB), "64KiB", "what comes before the login is done"),
            key(
                "dialogue",
                new Section(
                    List.of(
                        key("lines", count(1000, 10_000_000), "100000", "lines of one output"),
                        key(
                            "time",
                            time(SECOND, 3600 * SECOND),
                            "60s",
                            "one command, with all pages and questions"))),
                "",
                "one command of a shell that asks and pages"),
            key("snmp", snmp(), "", "tables of an SNMP agent"),
            key("lldp", lldp(), "", "what neighbours say of themselves")));
  }

  private static Section snmp() {
    return new Section(
        List.of(
            key("rows", count(16, 1_000_000), "4096", "rows of a column, before a port is known"),
            key("rowsPerPort", count(1, 10_000), "64", "more rows for each known port"),
            key("value", size(255, 64 * KIB), "4KiB", "one value of a table"),
            key("walkTime", time(SECOND, 3600 * SECOND), "120s", "one walk of a table")));
  }

  private static Section lldp() {
    return new Section(
        List.of(
            key("frame", size(64, 16 * KIB), "1600B", "one LLDP frame"),
            key(
                "neighbours",
                count(1, 1000),
                "32",
                "neighbors at one port of a switch; with more its far end is unknown"),
            key(
                "framesPerSecond",
                count(1, 10_000),
                "100",
                "LLDP frames at all NICs of this host; more are not read"),
            key(
                "silent",
                new Amount(Quantity.AGE, 24 * 3600 * SECOND, 3650 * 24 * 3600 * SECOND),
                "30d",
                "how long a switch port keeps a neighbor that is not heard any more: a host that is"
                    + " off or being rebuilt stays in the policy")));
  }

  private static Shape size(long min, long max) {
    return new Amount(Quantity.SIZE, min, max);
  }
}
