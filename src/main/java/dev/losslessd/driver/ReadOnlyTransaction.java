package dev.losslessd.driver;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses every change of a system that is only watched, before anything is sent. What it tells is
 * compared with the policy.
 *
 * @param <S> output of a switch at one time
 */
public class ReadOnlyTransaction<S> implements SwitchTransaction<S> {
  private final DeviceId device;
  private final String why;

  /**
   * @param why nothing is written, for people
   */
  public ReadOnlyTransaction(DeviceId device, String why) {
    this.device = device;
    this.why = why;
  }

  @Override
  public void require(Change change) {
    throw DeviceException.unsupported(change.target() + " " + change.kind().word() + ": " + why);
  }

  @Override
  public Optional<Prepared> draft(S now, List<Change> open) {
    return Optional.empty();
  }

  @Override
  public final Unsaved unsaved(Set<Target> ours) {
    throw DeviceException.unsupported(device + ": what is saved is not compared");
  }

  @Override
  public final void save() {
    throw DeviceException.unsupported(device + ": " + why);
  }
}
