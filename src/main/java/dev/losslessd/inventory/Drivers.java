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
import dev.losslessd.model.SwitchSystem;
import java.util.List;

/** Every driver there is. A new vendor is one folder, one line here and its system in the enum. */
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

  private Drivers() {}

  /** The driver of a system; one without does not compile. */
  public static SwitchDriver of(SwitchSystem system) {
    return switch (system) {
      case NXOS -> new NxosDriver();
      case EOS -> new EosDriver();
      case NVUE -> new NvueDriver();
      case SONIC -> new SonicDriver();
      case JUNOS -> new JunosDriver();
      case ONYX -> new OnyxDriver();
      case OS10 -> new Os10Driver();
      case ESXI -> new EsxiDriver();
    };
  }

  public static NicDriver of(Nic nic) {
    return NICS.stream().filter(driver -> driver.drives(nic)).findFirst().orElseThrow();
  }
}
