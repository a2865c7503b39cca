package dev.losslessd.model;

/** The desired or observed value of one setting of a target. */
public sealed interface Setting permits NicSetting, SwitchSetting {
  default SettingKind kind() {
    return SettingKind.of(this);
  }

  /** One line for people: {@code 3}, {@code 26->3 48->6}, {@code off}. */
  default String text() {
    return SettingWords.text(this);
  }

  /**
   * This value laid over what a device has. Most settings state everything and return themselves;
   * {@link DscpMap}, {@link Dcqcn} and {@link FirmwareConfig} name only some entries, and leave the
   * others as they are; so does a {@link PfcWatchdog} with its values.
   *
   * @throws IllegalArgumentException if the other is of another kind
   */
  default Setting over(Setting observed) {
    if (observed.kind() != kind()) {
      throw new IllegalArgumentException(kind() + " laid over " + observed.kind());
    }
    return completedBy(observed);
  }

  /**
   * This value with what it leaves to the device as the device has it. Unlike {@link #over} it adds
   * no entry to a list: what a value states, it states as a whole.
   */
  default Setting completedBy(Setting observed) {
    return this;
  }

  /** Whether a device that has a value has this one too. */
  default boolean isMetBy(Setting is) {
    return completedBy(is).equals(is);
  }
}
