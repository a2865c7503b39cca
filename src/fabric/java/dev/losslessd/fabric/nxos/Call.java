package dev.losslessd.fabric.nxos;

import java.util.List;

/**
 * A command that was parsed.
 *
 * @param words all of them, spelled in full
 * @param values those that are not keywords, in order
 */
record Call(CliSession session, List<String> words, List<String> values) {
  NxosSwitch device() {
    return session.device();
  }

  String value(int index) {
    return values.get(index);
  }

  /** Line as the configuration has it. */
  String text() {
    return String.join(" ", words);
  }
}
