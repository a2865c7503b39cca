package dev.losslessd.config;

import dev.losslessd.config.Row.In;
import dev.losslessd.config.Row.Keys;
import dev.losslessd.config.Row.Restart;
import dev.losslessd.config.Row.Usual;
import java.time.Duration;

/** How much devices may send, and for how long. */
public record Input(
    @Restart("held of all devices at once; below a quarter of the heap, which is 48MiB")
        @In("1MiB..1024MiB")
        @Usual("10MiB")
        long total,
    @Restart("output of one command; at most four fifths of total")
        @In("64KiB..512MiB")
        @Usual("8MiB")
        int command,
    @Restart("one line of a command's output: NX-OS prints JSON of all ports in one")
        @In("1KiB..16MiB")
        @Usual("4MiB")
        int line,
    @Restart("what comes before the login is done") @In("4KiB..1MiB") @Usual("64KiB") int banner,
    @Keys("one command of a shell that asks and pages") Dialogue dialogue,
    @Keys("tables of an SNMP agent") Snmp snmp,
    @Keys("what neighbours say of themselves") Lldp lldp) {
  /** One command of a shell. */
  public record Dialogue(
      @Restart("lines of one output") @In("1000..10000000") @Usual("100000") int lines,
      @Restart("one command, with all pages and questions") @In("1s..1h") @Usual("60s")
          Duration time) {}

  /** Tables of an SNMP agent. */
  public record Snmp(
      @Restart("rows of a column, before a port is known") @In("16..1000000") @Usual("4096")
          int rows,
      @Restart("more rows for each known port") @In("1..10000") @Usual("64") int rowsPerPort,
      @Restart("one value of a table") @In("255B..64KiB") @Usual("4KiB") int value,
      @Restart("one walk of a table") @In("1s..1h") @Usual("120s") Duration walkTime) {}

  /** What neighbors say of themselves. */
  public record Lldp(
      @Restart("one LLDP frame") @In("64B..16KiB") @Usual("1600B") int frame,
      @Restart("neighbors at one port of a switch; with more its far end is unknown")
          @In("1..1000")
          @Usual("32")
          int neighbours,
      @Restart("LLDP frames at all NICs of this host; more are not read")
          @In("1..10000")
          @Usual("100")
          int framesPerSecond,
      @Restart(
              "how long a switch port keeps a neighbor that is not heard any more: a host that is"
                  + " off or being rebuilt stays in the policy")
          @In("1d..3650d")
          @Usual("30d")
          Duration silent) {}
}
