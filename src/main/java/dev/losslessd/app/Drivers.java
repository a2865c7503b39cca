package dev.losslessd.app;

import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.generic.GenericDriver;
import dev.losslessd.driver.mlx5.Mlx5Driver;
import dev.losslessd.model.Nic;
import java.util.List;

/** Every driver there is. A new vendor is one folder and one line here. */
final class Drivers {
  /** In the order in which they are asked; the last one drives every Linux netdev. */
  static final List<NicDriver> NICS = List.of(new Mlx5Driver(), new GenericDriver());

  private Drivers() {}

  static NicDriver of(Nic nic) {
    return NICS.stream().filter(driver -> driver.drives(nic)).findFirst().orElseThrow();
  }
}
