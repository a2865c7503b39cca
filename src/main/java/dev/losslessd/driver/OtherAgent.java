package dev.losslessd.driver;

import dev.losslessd.text.PrintableText;

/**
 * The agent of another host that has left a mark on a device, also where this agent's mark is the
 * newer one.
 *
 * @param host of the other agent, as it stands in the mark
 * @param kind of the mark, in the device's words: {@code checkpoint}
 * @param mark its name: {@code losslessd-gpu02-open}
 * @param open whether a commit of that agent is open on the device, so that it may be rolled back
 */
public record OtherAgent(String host, String kind, String mark, Open open) {
  /** What a mark says about an open commit. */
  public enum Open {
    YES,
    NO,
    /** The device's marks cannot say it. */
    UNKNOWN
  }

  /** Describes it for people: {@code the agent of gpu02 (checkpoint losslessd-gpu02-open)}. */
  public String text() {
    return "the agent of %s (%s %s)"
        .formatted(PrintableText.brief(host), kind, PrintableText.brief(mark));
  }
}
