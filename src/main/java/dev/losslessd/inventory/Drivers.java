package dev.losslessd.inventory;

import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.bnxt.BnxtDriver;
import dev.losslessd.driver.eos.EosDriver;
import dev.losslessd.driver.esxi.EsxiDriver;
import dev.losslessd.driver.generic.GenericDriver;
import dev.losslessd.driver.hns.HnsDriver;
import dev.losslessd.driver.ionic.IonicDriver;
import dev.losslessd.driver.irdma.IrdmaDriver;
import dev.losslessd.driver.junos.JunosDriver;
import dev.losslessd.driver.mlx5.Mlx5Driver;
import dev.losslessd.driver.nvue.NvueDriver;
import dev.losslessd.driver.nxos.NxosDriver;
import dev.losslessd.driver.onyx.OnyxDriver;
import dev.losslessd.driver.os10.Os10Driver;
import dev.losslessd.driver.sonic.SonicDriver;
import dev.losslessd.model.Nic;
import java.util.List;
import java.util.Optional;

/** Every driver there is. A new vendor is one folder and one line here. */
public final class Drivers {
  /** In the order in which they are asked; the last one drives every Linux netdev. */
  public static final List<NicDriver> NICS =
      List.of(
          new Mlx5Driver(),
          new BnxtDriver(),
          new IrdmaDriver(),
          new HnsDriver(),
          new IonicDriver(),
          new GenericDriver());

  /** Switch operating systems, and those of servers that are reached like switches. */
  static final List<SwitchDriver> SWITCHES =
      List.of(
          new JunosDriver(),
          new NvueDriver(),
          new NxosDriver(),
          new EosDriver(),
          new SonicDriver(),
          new OnyxDriver(),
          new Os10Driver(),
          new EsxiDriver());

  private Drivers() {}

  public static Optional<SwitchDriver> switchDriver(String os) {
    return SWITCHES.stream().filter(driver -> driver.os().equals(os)).findFirst();
  }

  public static NicDriver of(Nic nic) {
    return NICS.stream().filter(driver -> driver.drives(nic)).findFirst().orElseThrow();
  }
}
