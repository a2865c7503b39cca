package dev.losslessd.model;

import static dev.losslessd.model.PlanRule.Judged.WISH;
import static dev.losslessd.model.PlanRule.Judged.WRITE;

import dev.losslessd.text.Worded;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Every reason for which a plan may be refused. The id is the name in lower case with dashes and
 * never changes.
 */
public enum PlanRule implements Worded {
  /** Marks would start only when PFC already pauses. */
  ECN_AFTER_PFC(true, WISH, "Zhu et al., SIGCOMM 2015, section 4: Kmin < alpha*S/(1+alpha)"),
  /** Less room than what can still arrive after XOFF. */
  HEADROOM(
      true,
      WISH,
      "IEEE 802.1Qbb; Linux mlx5 en/port_buffer.c; SONiC buffer_headroom_mellanox.lua and"
          + " pg_profile_lookup.ini"),
  /** A code point of a lossless priority is put into another one at one end of the link. */
  DSCP_ELSEWHERE(
      true, WISH, "SONiC: DSCP 26 is lossy on a stock map; both ends must classify alike"),
  /**
   * A link would carry a lossless class at one end alone. A switch that is put back alone need not
   * fit what its peer has now.
   */
  ONE_END(true, WRITE, "IEEE 802.1Qbb: both ends of a link pause the same priorities"),
  /** 802.3x pause and PFC on one port. */
  PAUSE_WITH_PFC(true, WISH, "Linux mlx5: firmware allows only one of the two on a port"),
  /** Congestion notifications would wait behind the congestion that they report. */
  CNP_NOT_STRICT(
      true, WISH, "NVIDIA Cumulus nv set qos roce; Cisco AI blueprint: CNP queue strict"),
  /** More lossless priorities than the device has room for. */
  TOO_MANY_LOSSLESS(true, WISH, "what the device itself tells"),
  /** Another program on the host writes DCB settings. */
  TWO_DCB_SOURCES(true, WRITE, "lldpad(8) writes by the same dcbnl"),
  /** The agent of another host writes the same settings of a switch. */
  SECOND_WRITER(true, WRITE, "names, checkpoints and comments of agents on the switch"),
  /** A write would end with the port shut, by a bug of what the switch runs. */
  LEFT_SHUT(true, WRITE, "sonic-buildimage issue 23403; sonic-swss cfgmgr/buffermgr.cpp"),
  /** Outside the times at which changes may run. */
  WINDOW(true, WRITE, "the config's 'windows'"),
  /** More devices or bounces than one commit may have. */
  LIMITS(true, WRITE, "the config's 'limits'"),
  /** People work there; a plan waits until they are done. */
  MAINTENANCE(false, WRITE, "losslessd maintenance"),
  /** The device was released: this agent does not manage it until it is given back. */
  RELEASED(false, WRITE, "losslessd release"),
  /** Another box, card or host than the state knows by that name; taken by {@code accept}. */
  OTHER_DEVICE(false, WRITE, "serials, MAC addresses and machine-id in the journal"),
  /** RDMA traffic runs on a link that would be disturbed; accepted by whileBusy. */
  BUSY(false, WRITE, "queue pairs and counters of the port"),
  /** Ports of others change too; accepted by acceptScope. */
  SCOPE(false, WRITE, "known cables"),
  /** No device here has the target. */
  UNKNOWN_TARGET(false, WRITE, "devices of this agent"),
  /** The config gives the switch or server to another agent, or to nobody. */
  NOT_MANAGED(false, WRITE, "the config's 'manage'"),
  /** The target has no such setting. */
  UNSUPPORTED(false, WRITE, "what the device tells of itself"),
  /** The setting can only be read. */
  READ_ONLY(false, WRITE, "what the driver knows of the device"),
  /** The present value is not known, so it could not be undone. */
  UNREAD(false, WRITE, "the read just before the plan"),
  /** This device has no such parameter. */
  NOT_EXPOSED(false, WRITE, "what the device tells of itself"),
  /** The value does not fit the field that it is written to. */
  RANGE(false, WISH, "the driver's source"),
  /** The shares of the ETS classes do not sum to 100. */
  ETS_SUM(false, WISH, "IEEE 802.1Qaz"),
  /** Settings together with the wish that the NIC's firmware decides on them. */
  FIRMWARE_DECIDES(false, WISH, "Linux mlx5 en_dcbnl.c: firmware in charge overwrites what is set"),
  /** Two wishes for a switch that has one lossless set for all its ports. */
  ONE_LOSSLESS_SET(false, WRITE, "the switch's own model"),
  /** The account may not run what the plan needs. */
  FORBIDDEN(false, WRITE, "asked of the device before the first write");

  /** What a rule judges. */
  enum Judged {
    WISH,
    WRITE
  }

  private final boolean waivable;
  private final Judged judged;
  private final String source;

  PlanRule(boolean waivable, Judged judged, String source) {
    this.waivable = waivable;
    this.judged = judged;
    this.source = source;
  }

  /** Stable id in refusals and waivers: {@code ecn-after-pfc}. */
  public String id() {
    return word();
  }

  /** Whether an operator may take it upon himself, with a reason. */
  public boolean waivable() {
    return waivable;
  }

  /**
   * Whether it judges what is wanted, not the act of writing it. What was there once is put back
   * although such a rule speaks against it.
   */
  public boolean judgesTheWish() {
    return judged == Judged.WISH;
  }

  /** Source on which the rule is based. */
  public String source() {
    return source;
  }

  /** A refusal by this rule. */
  public Refusal refusal(String subject, String reason) {
    return new Refusal(id(), subject, reason);
  }

  public static Optional<PlanRule> named(String id) {
    return Worded.find(PlanRule.class, id);
  }

  /** Ids of all rules that can be waived, for messages. */
  public static List<String> waivableIds() {
    return Arrays.stream(values()).filter(PlanRule::waivable).map(PlanRule::id).toList();
  }

  /**
   * Why a rule cannot be waived, if so: {@code 'busy' cannot be waived, but accepted by whileBusy;
   * expected one of ...}.
   */
  public static Optional<String> whyNotWaivable(String id) {
    Optional<PlanRule> rule = named(id);
    if (rule.isPresent() && rule.get().waivable) {
      return Optional.empty();
    }
    String what =
        rule.map(known ->
                switch (known) {
                  case BUSY -> " is not waived but accepted, by whileBusy";
                  case SCOPE -> " is not waived but accepted, by acceptScope";
                  default -> " cannot be waived";
                })
            .orElse(" is no rule");
    return Optional.of(
        "'" + id + "'" + what + "; expected one of " + String.join(", ", waivableIds()));
  }
}
