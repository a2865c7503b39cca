package dev.losslessd.model;

/**
 * Priority flow control of a port: the priorities that pause the peer instead of dropping
 * (802.1Qbb). Send and receive always together, as dcbnl's {@code pfc_en} has it.
 *
 * @param lossless default on every NIC: none
 */
public record Pfc(PrioritySet lossless) implements Setting {
  public static final Pfc OFF = new Pfc(PrioritySet.NONE);

  @Override
  public SettingKind kind() {
    return SettingKind.PFC;
  }

  @Override
  public String text() {
    return lossless.toString();
  }
}
