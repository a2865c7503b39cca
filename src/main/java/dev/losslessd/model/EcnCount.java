package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

/**
 * Priorities whose switch queues count the marks that they make ({@link Ecn}). Chips have few such
 * counters, so some systems count only where configured. A queue that marks without counting gives
 * no value, which is not zero.
 *
 * @param priorities default of EOS: none
 */
public record EcnCount(PrioritySet priorities) implements SwitchSetting {
  public static final EcnCount NONE = new EcnCount(PrioritySet.NONE);

  static final SettingShape<EcnCount> SHAPE =
      SettingShape.of(
          EcnCount.class,
          "ecn-count 3, ecn-count none",
          EcnCount::new,
          field("priorities", PrioritySet.TYPE, EcnCount::priorities, "whose marks count"));
}
