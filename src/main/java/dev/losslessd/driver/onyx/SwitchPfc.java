package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.ReadOnlyTransaction;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SnmpSet;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpValue;
import dev.losslessd.transport.snmp.SnmpWriter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * PFC of the whole switch, the one setting of Onyx that is written: on or off by an SNMP SET. For
 * which priorities is the switch's own list, and whether a port takes part is set at the port; both
 * are only read.
 */
final class SwitchPfc extends ReadOnlyTransaction<OnyxShows> {
  /** The switch's words for PFC on; what restores a state needs, beside its priorities. */
  static final String ENABLED = "enabled";

  static final String DISABLED = "disabled";

  private static final String NAME = "mellanoxPFCProtocolState";
  private static final Oid STATE = Oid.of(OnyxLedger.PFC_STATE);
  private static final int ON = 1;
  private static final int OFF = 2;

  private final SwitchAccess access;
  private final Target box;
  private final ShortLivedCache<PfcTable> table;

  /** Whether PFC is on by the agent; empty if it has no such object. */
  private final ShortLivedCache<Optional<Boolean>> state;

  /**
   * @param table as the command line prints it
   * @param why nothing else is written, for people
   */
  SwitchPfc(SwitchAccess access, ShortLivedCache<PfcTable> table, String why) {
    super(access.device(), why);
    this.access = access;
    this.box = new Target.Device(access.device());
    this.table = table;
    this.state = new ShortLivedCache<>(access.ticks(), this::ask);
  }

  private Optional<Boolean> ask() {
    SnmpClient client = client();
    SnmpValue value = Failures.asking(box, NAME, () -> client.get(List.of(STATE))).getFirst();
    return switch (value) {
      case SnmpValue.Missing _ -> Optional.empty();
      case SnmpValue.Int one when one.number() == ON -> Optional.of(true);
      case SnmpValue.Int one when one.number() == OFF -> Optional.of(false);
      default ->
          throw DeviceException.garbled(
              box + " " + NAME + ": " + value + ", expected 1 (enabled) or 2 (disabled)");
    };
  }

  private SnmpClient client() {
    return access.snmp().orElseThrow(SwitchPfc::noWriter);
  }

  private SnmpWriter writer() {
    return access.writer().orElseThrow(SwitchPfc::noWriter);
  }

  private static DeviceException noWriter() {
    return DeviceException.unsupported(
        "PFC of the whole switch is written by SNMP alone: expected 'manage: true', and snmp with"
            + " version 3 or with a writeCommunity");
  }

  /**
   * Where it can be written, both ways of reading have to say the same.
   *
   * @param note of the reading
   */
  Reading reading(String note) {
    PfcTable now = table.now();
    boolean on = now.switchWide().on();
    Optional<String> doubt = access.writer().isPresent() ? doubt(on) : Optional.empty();
    if (doubt.isPresent()) {
      return new Reading.Unread(doubt.get());
    }
    return new Reading.Value(now.lossless(), word(on), note);
  }

  private Optional<String> doubt(boolean on) {
    try {
      return state
          .now()
          .filter(told -> told != on)
          .map(told ->
              "'%s' says PFC: %s, and its agent %s (%s)"
                  .formatted(PfcTable.TEXT, word(on), word(told), NAME));
    } catch (DeviceException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static String word(boolean on) {
    return on ? ENABLED : DISABLED;
  }

  /** No source says that links stay up: a busy one is not risked. */
  Capability capability() {
    try {
      writer();
      return state.now().isPresent()
          ? writable(table.now().switchWide())
          : Capability.readOnly("the agent of this switch has no " + NAME);
    } catch (DeviceException e) {
      return Capability.readOnly(e.getMessage());
    }
  }

  /** While the switch lists nothing, what it would bring is not known. */
  private static Capability writable(PfcTable.Head head) {
    return isUnlisted(head)
        ? Capability.writable(Risk.LINK_BOUNCE)
        : Capability.writableTo(
            Set.copyOf(List.of(Lossless.NONE, new Lossless(head.priorities()))),
            whyNotOthers(head),
            Risk.LINK_BOUNCE);
  }

  private static boolean isUnlisted(PfcTable.Head head) {
    return !head.on() && head.priorities().isEmpty();
  }

  private static String whyNotOthers(PfcTable.Head head) {
    return ("the switch has PFC for priorities %s, and only PFC as a whole is written: set the"
            + " priorities by hand (src/docs/vendors/onyx.md)")
        .formatted(head.priorities());
  }

  @Override
  public void require(Change change) {
    if (!change.target().equals(box) || change.kind() != SettingKind.LOSSLESS) {
      super.require(change);
    }
  }

  /** Takes all: the switch is looked at by both ways when one is written. */
  @Override
  public List<Change> open(List<Change> changes, Predicate<Change> isMet) {
    return changes;
  }

  @Override
  public Optional<Prepared> draft(OnyxShows now, List<Change> open) {
    return Optional.of(_ -> open.forEach(this::apply));
  }

  private void apply(Change change) {
    boolean on = isOn(change);
    SnmpSet set = new SnmpSet(OnyxLedger.LEDGER, OnyxLedger.PFC, STATE, on ? ON : OFF);
    state.changing(() -> table.changing(() -> apply(change, set, on)));
  }

  /** A step back goes by the switch's words: enabled without a priority loses as if it were off. */
  private static boolean isOn(Change change) {
    return change.wordsAfter().isEmpty()
        ? !((Lossless) change.after()).priorities().isEmpty()
        : change.wordsAfter().equals(ENABLED);
  }

  private void apply(Change change, SnmpSet set, boolean on) {
    SnmpWriter writer = writer();
    PfcTable.Head head = table.again().switchWide();
    requireListed(change, head, on);
    if (head.on() == on && told() == on) {
      return;
    }
    try {
      set.send(writer);
    } catch (TransportException e) {
      if (e.kind() != TransportException.Kind.TIMEOUT || e.nothingSent() || told() != on) {
        throw Failures.of(box, set.text(), e);
      }
    }
    if (told() != on) {
      throw DeviceException.lied(
          box + " " + set.text() + ": the agent said yes and tells " + word(!on));
    }
  }

  /** Read at this call. */
  private boolean told() {
    return state
        .again()
        .orElseThrow(() -> DeviceException.unsupported(box + ": its agent has no " + NAME));
  }

  /**
   * Turning it on brings the priorities that the switch lists, so they have to be those wanted. A
   * step back brings those that were in force before, even if they are not listed while it is off.
   */
  private void requireListed(Change change, PfcTable.Head head, boolean on) {
    Lossless wanted = (Lossless) change.after();
    boolean back = change.wordsAfter().equals(ENABLED) && isUnlisted(head);
    if (on && !back && !head.priorities().equals(wanted.priorities())) {
      throw DeviceException.unsupported(
          box + " lossless " + wanted.text() + ": " + whyNotOthers(head));
    }
  }
}
