package dev.losslessd.model;

/**
 * Which priorities' queues of a switch count the marks that they make ({@link Ecn}). Chips have few
 * such counters, so that some systems count only where they are told to; a queue that marks and
 * does not count tells nothing, which is not zero.
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
