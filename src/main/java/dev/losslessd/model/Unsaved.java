package dev.losslessd.model;

import java.util.List;

/**
 * What a device loses at its next reboot. Lines are as the device words them, with the blocks that
 * they stand in before them: {@code interface Ethernet1/1: + priority-flow-control mode on}; {@code
 * +} runs and is not saved, {@code -} is saved and does not run.
 *
 * @param ours what this agent has set
 * @param foreign everything else; a save would keep it too. Of each line only its first words,
 *     since others may hold secrets
 */
public record Unsaved(List<String> ours, List<String> foreign) {
  public static final Unsaved NOTHING = new Unsaved(List.of(), List.of());

  public Unsaved {
    ours = List.copyOf(ours);
    foreign = List.copyOf(foreign);
  }

  public boolean isNothing() {
    return ours.isEmpty() && foreign.isEmpty();
  }
}
