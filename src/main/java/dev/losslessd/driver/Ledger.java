package dev.losslessd.driver;

import java.util.List;

/**
 * Every write that a driver may send, each with its source. Nothing else is ever sent, and enforce
 * mode refuses what is unverified.
 */
public record Ledger(List<Entry> entries) {
  /** How sure we are of an entry. */
  public enum Evidence {
    /** Documented or seen in the source named. */
    SOURCED,
    /** Believed, not confirmed. */
    UNVERIFIED
  }

  /**
   * @param id what sessions ask for: {@code dcbnl.ieee-set.pfc}
   * @param form the write itself, with placeholders: {@code DCB_CMD_IEEE_SET{IEEE_PFC}}
   * @param source kernel file, vendor manual or capture
   */
  public record Entry(String id, String form, String source, Evidence evidence) {}

  public Ledger {
    entries = List.copyOf(entries);
  }

  /**
   * @throws DeviceException UNSUPPORTED if the ledger has no such entry, or it is unverified
   */
  public void require(String id) {
    Entry entry =
        entries.stream()
            .filter(e -> e.id().equals(id))
            .findFirst()
            .orElseThrow(() ->
                new DeviceException(
                    DeviceException.Kind.UNSUPPORTED, "write '" + id + "' is not in the ledger"));
    if (entry.evidence() == Evidence.UNVERIFIED) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          "write '" + id + "' is unverified (" + entry.source() + ")");
    }
  }
}
