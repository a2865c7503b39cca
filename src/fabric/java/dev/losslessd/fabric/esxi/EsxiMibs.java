package dev.losslessd.fabric.esxi;

import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.StandardMibs;
import dev.losslessd.fabric.switchbase.SwitchPort;

/** Objects of ESXi's agent: the interfaces, without LLDP. */
record EsxiMibs(EsxiHost host) implements StandardMibs.Facts {
  static MibTree of(EsxiHost host) {
    return StandardMibs.tree(host, new EsxiMibs(host));
  }

  @Override
  public String description() {
    return "VMware ESXi 8.0.2 build-22380479 VMware, Inc. x86_64";
  }

  @Override
  public String objectId() {
    return "1.3.6.1.4.1.6876.4.1";
  }

  @Override
  public boolean enabled(SwitchPort port) {
    return true;
  }

  @Override
  public int mtu(SwitchPort port) {
    return host.nics().get(port.number() - 1).mtu();
  }

  @Override
  public String alias(SwitchPort port) {
    return "";
  }

  @Override
  public boolean lldp() {
    return false;
  }
}
