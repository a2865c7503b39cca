package dev.losslessd.driver.irdma;

import dev.losslessd.driver.DscpAccess;
import dev.losslessd.driver.EtsAccess;
import dev.losslessd.driver.MtuAccess;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.PauseAccess;
import dev.losslessd.driver.PauseBesidePfc;
import dev.losslessd.driver.PfcAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.ClassLayout.Numbering;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import java.time.Duration;
import java.util.Optional;

/**
 * Intel E800 under ice, with RDMA of irdma. It has one PFC traffic class; its DSCP mode begins with
 * the first DSCP entry, and from then on refuses another priority map (ice_dcb_nl.c).
 */
public final class IrdmaDriver extends NicDriver {
  private static final String BONDED = "a member of a bond: ice refuses every DCB setting in one";

  private static final String NO_CC =
      "irdma of the kernel has no congestion control settings; the vendor's driver takes them as"
          + " module parameters (dcqcn_enable ...) when it is loaded";

  /** Side effects of ice_dcbnl_devreset, which calls dev_close and dev_open. */
  private static final Capability RESETS =
      Capability.writable(Risk.LINK_BOUNCE, Risk.ADDRESSES_LOST);

  private static final Capability BEGINS =
      Capability.writable(Risk.LINK_BOUNCE, Risk.ADDRESSES_LOST, Risk.SCHEDULE_RESET);

  private static final Capability PAUSE = Capability.writable(Risk.LINK_BOUNCE);

  public IrdmaDriver() {
    super("irdma", IrdmaCounters.ALL, "ice");
    withDcbnl();
    // ice_dcb_get_num_tc; and of DSCP mode ice_dcbnl_setapp
    classes(Numbering.DSCP_IS_CLASS, Selection.ETS);
    agentOff(IrdmaDriver::agentOff);
    unless(IrdmaDriver::whyNotSet);
    // a reset of the netdev takes seconds, and each DSCP entry is one: time for a dozen
    patience(Duration.ofSeconds(60));
    with(port -> new NetdevReset(new PfcAccess(port, RESETS), port));
    with(port -> new NetdevReset(new IceEts(new EtsAccess(port, RESETS, false)), port));
    with(port -> new NetdevReset(new IceDscp(new DscpAccess(port, BEGINS, false), port), port));
    with(port -> new PauseBesidePfc(new PauseAccess(port, PAUSE)));
    // ice_change_mtu takes the netdev's queues down and up, and tells irdma
    with(MtuAccess::of);
    without(SettingKind.DCQCN, nic -> NO_CC);
  }

  private static Optional<String> whyNotSet(Nic nic) {
    return nic.role() == Nic.Role.BOND_MEMBER ? Optional.of(BONDED) : Optional.empty();
  }

  private static String agentOff(Nic nic) {
    return "switch its LLDP agent off with 'ethtool --set-priv-flags %s fw-lldp-agent off'"
        .formatted(nic.port().name());
  }
}
