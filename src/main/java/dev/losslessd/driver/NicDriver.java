package dev.losslessd.driver;

import dev.losslessd.model.ClassLayout;
import dev.losslessd.model.Nic;
import dev.losslessd.model.SettingKind;
import java.util.List;
import java.util.Set;

/** A driver for NICs of this host. The first in the list that drives a NIC gets it. */
public interface NicDriver extends Driver {
  /** Name of the driver: {@code mlx5}, {@code generic}. */
  String name();

  boolean drives(Nic nic);

  /** Names of the congestion control parameters; empty where it has none that can be set here. */
  default List<ParameterName> parameterNames() {
    return List.of();
  }

  /** Traffic classes that its kernel driver takes in a schedule; a policy is compiled into them. */
  default ClassLayout classes(Nic nic) {
    return ClassLayout.BY_PRIORITY;
  }

  /**
   * Whether a lossless priority needs a receive buffer of the size that {@code NicHeadroom} tells.
   */
  default boolean needsHeadroom() {
    return false;
  }

  /** Whether its firmware keeps settings of its own that can be read here. */
  default boolean hasFirmwareSettings() {
    return false;
  }

  /** Settings that a port has here, writable or not. Looks at files alone. */
  Set<SettingKind> settings(Nic nic, HostAccess access);

  /**
   * Opens one NIC port. Nothing is written, and nothing is read that the session does not need.
   *
   * @throws DeviceException if the NIC is gone
   */
  Session open(Nic nic, HostAccess access);
}
