package dev.losslessd.fabric.switchbase;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts, since the start of the fabric, of what reached one switch, whoever sent it. */
final class Requests {
  private final LongAdder pdus = new LongAdder();
  private final LongAdder varbinds = new LongAdder();
  private final LongAdder commands = new LongAdder();
  private final LongAdder logins = new LongAdder();

  /** Counts a datagram to the SNMP agent, retries included. */
  void pdu() {
    pdus.increment();
  }

  /** Counts the objects of an answer of the SNMP agent. */
  void varbinds(int count) {
    varbinds.add(count);
  }

  /** Counts a line that is not blank, in a shell or by itself. */
  void command() {
    commands.increment();
  }

  /** Counts a login by SSH. */
  void login() {
    logins.increment();
  }

  List<String> lines() {
    return List.of(
        "pdus " + pdus, "varbinds " + varbinds, "commands " + commands, "logins " + logins);
  }
}
