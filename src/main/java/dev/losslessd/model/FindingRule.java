package dev.losslessd.model;

import static dev.losslessd.model.Finding.Severity.CRITICAL;
import static dev.losslessd.model.Finding.Severity.INFO;
import static dev.losslessd.model.Finding.Severity.WARNING;

import dev.losslessd.model.Finding.Severity;
import dev.losslessd.text.Worded;

/**
 * Every rule that can find something. The id is the name in lower case with dashes and never
 * changes. The comment of each rule is its meaning in the reference page. A new one is a row here,
 * {@link #at} in a source, and a test.
 */
public enum FindingRule {
  /** A device shows another value than is wanted. */
  DRIFT(WARNING, "RoceDrift", "'losslessd plan' shows what would mend it"),
  /** A setting was repaired several times and was changed again: it is not repaired any more. */
  REPAIR_STOPPED(
      CRITICAL,
      "find what writes it and stop that; then 'losslessd apply' sets it and repairs it again"),
  /** A value is set and waits for a reboot or another setting. Info if it may be in use. */
  STAGED(INFO, WARNING, ""),
  /** Settings of a device could not be read, so that it is not known whether they are as wanted. */
  UNREAD(WARNING, "see whether the device answers; it is read again and again"),
  /** A wanted setting that the device does not have. */
  UNSUPPORTED(INFO, "leave it out of the policy there, or 'losslessd unset' the override"),
  /** Overrides hide what the config file wants. */
  SHADOWED(
      INFO, "'losslessd diff {}' shows them; 'losslessd unset' puts the file's value in force"),
  /**
   * Ports with a profile of their own, to which the policy's value of the switch does not apply.
   */
  OWN_PROFILE(
      WARNING,
      "'losslessd get PORT' shows what binds it; remove the port's own profile by hand, or leave"
          + " the port out of policy.ports"),
  /** The policy leaves out host ports that are members of a bundle. */
  BUNDLE_MEMBER(INFO, "set PFC and QoS of the bundle by hand"),
  /**
   * A part of the policy cannot be set: the switch has no such setting, or rdma_cm is not loaded.
   */
  POLICY_UNSET(INFO, "set the rest by hand, or leave it out of the policy"),
  /** Queues that mark packets and could count them, and do not. */
  MARKS_NOT_COUNTED(INFO, ""),
  /** 802.3x pause is on at a NIC of a server that could have PFC. */
  GLOBAL_PAUSE(
      WARNING,
      "RoceGlobalPause",
      "set the policy's PFC instead: 'losslessd plan' shows the steps, pause off among them"),
  /** DCBX of an ESXi uplink runs in CEE mode, in which no PFC is agreed with an 802.1Qaz switch. */
  DCBX_CEE(
      WARNING,
      "set the switch's port to IEEE DCBX and switch DCBX of the host's uplink off and on"
          + " again; or set PFC by the driver's own parameters, which needs no DCBX:"
          + " 'losslessd plan' shows them"),
  /** A Cumulus switch has lossless priorities, and no buffer memory for them. */
  NO_LOSSLESS_POOL(
      WARNING,
      "give it a share: 'nv set qos traffic-pool default-lossless memory-percent N', and"
          + " of default-lossy what is left of 100; a change of lossless by this agent"
          + " does it where nobody has set pools"),
  /** The two ends of a link are set for different fabrics. */
  CONTRACT(WARNING, "RoceContractBroken", ""),
  /** A port is wired to another one than before. */
  CABLE_MOVED(
      WARNING,
      "if it was meant, nothing is to be done: the policy follows the cable; else move it back"),
  /** LLDP shows another cable than the config declares. */
  CABLING(WARNING, "move the cable, or correct 'links' in the config"),
  /** No counter of a switch is read, as none of its ports is known to be wired to this host. */
  UNWIRED(WARNING, "let the switch send LLDP, or name the cable in 'links'"),
  /** A switch port has more LLDP neighbors than may be. */
  NEIGHBORS(
      WARNING,
      "declare its link under 'links', or raise 'input.lldp.neighbours' if so many are expected"),
  /** A port that should carry traffic is not ACTIVE. Info where it is switched off. */
  PORT_NOT_ACTIVE(
      INFO,
      WARNING,
      "RocePortNotActive",
      "look at its cable, its optic and the port at the other end"),
  /** Packets of a lossless priority are lost. Critical above 10 a second. */
  LOSSLESS_DROPS(WARNING, CRITICAL, "RoceLosslessDrops", ""),
  /** A lossless priority is paused, or pauses its peer, for long. */
  PAUSE(WARNING, CRITICAL, "RocePauseWarning", ""),
  /** A lossless priority is held, and nothing of it gets through. */
  STORM(CRITICAL, "RocePauseStorm", ""),
  /** RDMA of a NIC is outside of the lossless classes of the policy. */
  WRONG_CLASS(WARNING, ""),
  /** Counters of a port cannot be read. */
  UNREADABLE(WARNING, "RoceTargetDown", "look at the kernel log for this NIC"),
  /** Counters of a NIC are read less often than asked, as a read takes long. */
  SLOW_READER(
      INFO, "look at the firmware and at what else reads this NIC, or ask for it less often"),
  /** A file of the kernel does not answer. */
  FILE_HANGS(
      CRITICAL,
      "see in the kernel's log what its driver waits for; it is read again as soon as the file"
          + " answers"),
  /** Fewer RoCE ports are found than the config expects. */
  PORTS_MISSING(
      CRITICAL,
      "RocePortsMissing",
      "see whether the NIC is on the bus (lspci) and its driver is loaded (dmesg); if the"
          + " host shall have fewer, set nics.expect"),
  /** RDMA devices that do not speak RoCE: they are monitored only. */
  NOT_ROCE(
      INFO,
      "nothing, if they are meant to; irdma is switched by 'devlink dev param set'"
          + " enable_roce and enable_iwarp"),
  /** A pattern of the config matches no NIC of this host. A warning where no NIC is watched. */
  NICS_FILTER(
      INFO,
      WARNING,
      "correct the pattern in the config: it is compared with the names of RDMA devices"
          + " and netdevs ('losslessd discover')"),
  /** An ACTIVE RoCE port has no address for jobs. A warning where it had one. */
  NO_ADDRESS(
      INFO,
      WARNING,
      "give {port} its address ('ip addr', log of NetworkManager or systemd-networkd), and restart"
          + " jobs that used the port; leave the port out by 'nics.exclude' if it is not for RDMA"),
  /** Addresses that a netdev lost when a write took it down. */
  ADDRESSES_LOST(
      WARNING,
      "add them again; 'sysctl net.ipv6.conf.{port}.keep_addr_on_down=1' keeps IPv6 addresses the"
          + " next time"),
  /** A RoCE v2 address moved to another slot of the GID table. */
  GID_MOVED(
      WARNING,
      "restart jobs that were started before; NCCL_IB_GID_INDEX and UCX_IB_GID_INDEX"
          + " with the old slot are wrong ('losslessd env' prints the right one); keep"
          + " addresses while the link is down: IgnoreCarrierLoss=yes of"
          + " systemd-networkd, ignore-carrier of NetworkManager"),
  /** One of several RoCE v2 addresses of a port is gone. */
  GID_GONE(
      WARNING,
      "see who removed the address ('ip addr', log of NetworkManager or systemd-networkd); restart"
          + " jobs that used it"),
  /** RDMA ports of this host are in one IPv4 subnet, and ARP mixes them. */
  ONE_SUBNET(INFO, WARNING, ""),
  /** Two RDMA ports of this host have one MAC address. */
  EQUAL_MAC(
      WARNING,
      "give each port its own address again: 'ethtool -P NETDEV' shows that of the NIC;"
          + " look for 'address' in the configuration of the network, and for cloned images"),
  /** Two RDMA ports of this host have one IP address. */
  EQUAL_ADDRESS(WARNING, "give each port an address of its own ('ip addr')"),
  /** The transmit hash of an RDMA bond leaves out UDP ports. A warning where the NIC uses it. */
  BOND_HASH(
      INFO,
      WARNING,
      "set xmit_hash_policy layer3+4 ('ip link set {port} type bond xmit_hash_policy layer3+4',"
          + " and in the configuration of the network)"),
  /** lldpad runs on this host, and writes DCB settings too. */
  TWO_DCB_SOURCES(
      WARNING,
      "let one decide: 'systemctl disable --now lldpad.socket lldpad.service', or leave DCB to it"),
  /** A job sets another class than the lossless one. */
  JOB_CLASS(WARNING, ""),
  /** Environments of jobs are to be read, and may not be. */
  JOB_ENVIRONMENTS_CLOSED(
      WARNING, "link drop-ins/jobs.conf into losslessd.service.d, or switch it off"),
  /** A device sends what no device should. */
  GARBAGE(
      WARNING, "see what answers at its address; a limit of 'input' that is too low can be raised"),
  /** SNMP of a device answers late, or loses requests. */
  SLOW_DEVICE(INFO, "look at the management network on the way to it"),
  /** A device shows another host key than the trusted one, or one that was never seen. */
  HOST_KEY(
      CRITICAL,
      "compare the fingerprint with the one on the device's console before it is trusted; until"
          + " then nothing is sent to it by SSH"),
  /** A device refuses the account. */
  LOGIN_REFUSED(
      CRITICAL,
      "put the account right, or write its secret's file anew, which is tried at once; the pauses"
          + " keep the account from being locked"),
  /** Others may read a file with a secret. */
  SECRET_OPEN(WARNING, "set the mode, and change the secret if others may have read it"),
  /** Another box, card or host than the journal knows by that name. */
  OTHER_DEVICE(CRITICAL, ""),
  /** A device that was left still stands in the config's policy. */
  RELEASED(INFO, "take it out of the config ('manage: false'), or 'losslessd release {} --undo'"),
  /** The agent of another host writes the same switch. */
  SECOND_WRITER(
      WARNING,
      "say 'manage: false' for it at one of the two, or waive second-writer to take it over;"
          + " 'losslessd cancel' leaves what the other one holds"),
  /** A write left, or nearly left, a port of a SONiC switch shut. Critical while it is shut. */
  LEFT_SHUT(
      WARNING,
      CRITICAL,
      "see why the write broke off, in the log and on the switch, before the next one"),
  /** A switch rebooted and came up without settings. */
  REBOOTED(WARNING, ""),
  /** The startup configuration of a switch lacks lines that a commit has set. */
  UNSAVED(
      INFO,
      "to save it, run 'losslessd save {}'; 'save: true' of the switch does so after each confirm"),
  /** A switch with 'save: true' does not save. */
  NOT_SAVED(WARNING, "save its configuration by hand, or 'losslessd save {}'"),
  /** The timer of a device that rolls a commit back cannot be stopped, as it does not answer. */
  NOT_KEPT(CRITICAL, "make the device reachable before then; it is asked every few seconds"),
  /** A rollback of a commit waits for a device. */
  UNDO_OUTSTANDING(CRITICAL, "LosslessdUndoOutstanding", ""),
  /** A rollback of a commit has failed. */
  STUCK(CRITICAL, "LosslessdCommitStuck", ""),
  /** A commit awaits its confirmation on a device that this agent does not set any more. */
  OUT_OF_REACH(CRITICAL, ""),
  /** The config file is not in force. Critical where the daemon started with an earlier one. */
  CONFIG_NOT_IN_FORCE(
      WARNING,
      CRITICAL,
      "LosslessdConfigNotInForce",
      "put the file right and run 'losslessd config apply', which names every change; what"
          + " needs a restart takes a restart"),
  /** The config in force cannot be kept in the state folder. */
  CONFIG_NOT_KEPT(
      WARNING,
      "make room in the state folder, or make it writable again; it is kept by itself then"),
  /** The service unit denies what the config needs. */
  UNIT_RIGHTS(WARNING, ""),
  /** The certificate of a listener ends soon. Critical when it has ended. */
  TLS_CERTIFICATE(WARNING, CRITICAL, "renew it in its file; it is taken up within a minute"),
  /** A new certificate, key or password file of a listener is not usable. */
  TLS_FILES(WARNING, "put the file right; it is taken up within a minute"),
  /** A task of the daemon has not ended for long, or a source of findings fails. */
  DAEMON_TASK(
      CRITICAL,
      "LosslessdTaskLate",
      "what it watches is not watched now; restart the daemon (an open confirm window"
          + " survives that) and report it with the log"),
  /** A listener of the daemon for notices of devices has stopped. */
  LISTENER_STOPPED(WARNING, "nothing, unless it comes again; then send the log to the makers"),
  /** Standard error takes no records of the log. */
  LOG_LOST(WARNING, "look whether journald runs; where it is closed, a restart opens it anew"),
  /** Events of the audit are lost, as it has no room. */
  AUDIT_LOST(
      CRITICAL,
      "LosslessdAuditLost",
      "make room for the state folder; what happened until then is in the log"),
  /** The journal has lost its end, and writing is frozen. */
  JOURNAL_BEHIND(
      CRITICAL,
      "LosslessdFrozen",
      "restore the journal and start again; or 'losslessd confirm ID' for what is to"
          + " stay, then 'losslessd thaw', which lets the other undos begin"),
  /** The state folder was removed or replaced while the daemon has it. */
  STATE_REPLACED(
      CRITICAL, "stop every losslessd on this host, see which journal is whole, and start one"),
  /** The state folder takes no records. */
  STATE_UNWRITABLE(
      CRITICAL,
      "LosslessdJournalFailing",
      "free space and inodes ('df' and 'df -i' show both), or make the folder writable again;"
          + " restart the daemon after the file system was mounted again");

  private final String id = Worded.of(this);
  private final Severity severity;
  private final Severity worst;
  private final String runbook;
  private final String advice;

  FindingRule(Severity severity, Severity worst, String runbook, String advice) {
    this.severity = severity;
    this.worst = worst;
    this.runbook = runbook;
    this.advice = advice;
  }

  FindingRule(Severity severity, Severity worst, String advice) {
    this(severity, worst, "", advice);
  }

  FindingRule(Severity severity, String runbook, String advice) {
    this(severity, severity, runbook, advice);
  }

  FindingRule(Severity severity, String advice) {
    this(severity, severity, "", advice);
  }

  /** Stable id in documents, metrics and filters: {@code ports-missing}. */
  public String id() {
    return id;
  }

  /** How urgent it is as a rule. */
  public Severity severity() {
    return severity;
  }

  /** How urgent it can be. */
  public Severity worst() {
    return worst;
  }

  /** Alert whose runbook is about it; empty where it has none of its own. */
  public String runbook() {
    return runbook;
  }

  /**
   * What to do; {@code {}} is its subject, {@code {port}} a port's own name. Empty if each differs.
   */
  public String advice() {
    return advice;
  }

  /** A finding of now, with the severity and the advice of the rule. */
  public Finding at(String subject, String message) {
    String port = subject.substring(subject.indexOf(':') + 1);
    String what = advice.replace("{}", subject).replace("{port}", port);
    return new Finding(this, severity, subject, message, what, Finding.NOW);
  }
}
