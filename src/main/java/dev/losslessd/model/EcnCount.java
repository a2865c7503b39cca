package dev.losslessd.model;

/**
 * Priorities whose switch queues count the marks that they make ({@link Ecn}). Chips have few such
 * counters, so some systems count only where configured. A queue that marks without counting gives
 * no value, which is not zero.
 *
 * @param priorities default of EOS: none
 */
public record EcnCount(PrioritySet priorities) implements Setting {
  public static final EcnCount NONE = new EcnCount(PrioritySet.NONE);

  @Override
  public SettingKind kind() {
    return SettingKind.ECN_COUNT;
  }

  @Override
  public String text() {
    return priorities.toString();
  }
}
