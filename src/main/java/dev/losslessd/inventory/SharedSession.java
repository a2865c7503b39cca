package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceLock;
import dev.losslessd.driver.DeviceSweeper;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.LeftShut;
import dev.losslessd.driver.OtherAgent;
import dev.losslessd.driver.Session;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import dev.losslessd.text.TextTooLongException;
import dev.losslessd.transport.InputBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one conversation with a switch, for all who need it, one at a time: switch CPUs are small and
 * their sessions few. What targets it has is remembered while it does not answer.
 */
final class SharedSession implements Session {
  private static final Logger LOG = LoggerFactory.getLogger(SharedSession.class);

  private final Target box;
  private final SwitchSession session;
  private final InputBudget.Account account;
  private final boolean writes;
  private final DeviceLock lock = new DeviceLock();
  private final NeighbourCache neighbourCache;
  private volatile boolean closed;
  private volatile KnownTargets known = KnownTargets.NONE;
  private volatile List<Nic> nics = List.of();
  private volatile List<ForeignMark> foreign = List.of();
  private volatile List<String> writers = List.of();
  private volatile Identity identity = Identity.NONE;
  private final Set<LeftShut> told = ConcurrentHashMap.newKeySet();
  private final Consumer<LeftShut> leftShut;

  /**
   * @param account of the command line's output: what a call reads is held until it returns
   * @param writes whether this agent sets the device: only then another that does is one too many
   * @param leftShut receives each port that an interrupted write left shut
   */
  SharedSession(
      DeviceId device,
      SwitchSession session,
      InputBudget.Account account,
      boolean writes,
      NeighbourCache neighbourCache,
      Consumer<LeftShut> leftShut) {
    this.neighbourCache = neighbourCache;
    this.box = new Target.Device(device);
    this.session = session;
    this.writes = writes;
    this.account = account;
    this.leftShut = leftShut;
  }

  /** The one lock of the device; a commit holds it over all calls of a step. */
  DeviceLock lock() {
    return lock;
  }

  @Override
  public List<Target> targets() {
    ifTold(
            "targets could not be read, the last list stays",
            () -> new KnownTargets(session.targets(), session.members()))
        .ifPresent(this::learn);
    return known.targets();
  }

  void learn(KnownTargets answer) {
    known = answer;
  }

  /** Returns the answer, outside of the device's turn; empty if there was none. */
  private <T> Optional<T> ifTold(String otherwise, Supplier<T> ask) {
    try {
      return Optional.of(inTurn(ask));
    } catch (DeviceException e) {
      LOG.warn("{}: {}", otherwise, e.getMessage());
      return Optional.empty();
    }
  }

  /** Targets in the last answer; asks no device. */
  List<Target> knownTargets() {
    return known.targets();
  }

  /** The ports among them. */
  Set<PortId> knownPorts() {
    return known.ports();
  }

  /** Ports whose QoS is set at their bundle, in the last answer; asks no device. */
  Set<PortId> members() {
    return known.members().keySet();
  }

  /** Asks who is at the other ends of its cables; while it is silent the last answer holds. */
  void listen() {
    ifTold("neighbors could not be read, the last ones stay", session::neighbours)
        .ifPresent(neighbourCache::tell); // writes a note: no other caller waits for the disk
  }

  /** Asks a server what NICs it has; while it is silent the last answer holds. */
  void inspect() {
    ifTold("NICs could not be read, the last ones stay", session::nics)
        .ifPresent(now -> nics = now);
  }

  /** NICs in the last answer; asks no device. */
  List<Nic> nics() {
    return nics;
  }

  /** Neighbours in the last answers; asks no device. */
  NeighbourCache neighbours() {
    return neighbourCache;
  }

  @Override
  public Capabilities capabilities(Target target) {
    Capabilities all = inTurn(() -> session.capabilities(target));
    return writes ? all : all.heldBy(PlanRule.NOT_MANAGED, UnmanagedSwitch.why(box.text()));
  }

  @Override
  public List<ForeignMark> foreign() {
    return inTurn(this::asked);
  }

  private List<ForeignMark> asked() {
    foreign = writes ? session.foreign() : List.of();
    return foreign;
  }

  /** Findings about what the last answers said; asks no device. */
  List<Finding> findings() {
    DeviceId device = box.device();
    List<Finding> all = new ArrayList<>(WayFindings.secondWriters(device, foreign));
    all.addAll(neighbourCache.findings());
    session.leftShut().forEach(left -> all.add(WayFindings.leftShut(left)));
    Map<PortId, String> left = new TreeMap<>(known.members());
    if (writes && !left.isEmpty()) {
      left.keySet().retainAll(PolicyPorts.hosts(neighbourCache.neighbours()));
      if (!left.isEmpty()) {
        all.add(WayFindings.members(device, left));
      }
    }
    return all;
  }

  /** Asks who else writes it; while it is silent the last answer holds. */
  void lookForOthers() {
    if (writes) {
      var _ = ifTold("marks of other agents could not be read, the last ones stay", this::asked);
    } else {
      lookForWriters();
    }
  }

  /** Where this agent sets nothing, an account that may not see marks is no fault. */
  private void lookForWriters() {
    try {
      writers =
          inTurn(session::foreign).stream().map(ForeignMark::host).distinct().sorted().toList();
    } catch (DeviceException e) {
      LOG.debug("who sets {} is not told: {}", box.text(), e.getMessage());
    }
  }

  /** Hosts whose agents left marks, where this one sets nothing; asks no device. */
  List<String> writers() {
    return writers;
  }

  @Override
  public Identity identity(Target target) {
    return inTurn(() -> told(target));
  }

  /** Reads a target's identity; none is read where this agent sets nothing. */
  private Identity told(Target target) {
    Identity now = writes ? session.identity(target) : Identity.NONE;
    if (target.equals(box) && !now.isNone()) {
      identity = now;
    }
    return now;
  }

  @Override
  public List<OtherAgent> agents() {
    return inTurn(session::agents);
  }

  @Override
  public void settled() {
    inTurn(session::settled);
  }

  @Override
  public Optional<Incarnation> incarnation(Target target) {
    return inTurn(() -> session.incarnation(target));
  }

  /** Identity in the device's last answer; asks no device. */
  Identity knownIdentity() {
    return identity;
  }

  /** Asks what it is; while it is silent the last answer holds. */
  void identify() {
    var _ = ifTold("its identity could not be read, the last answer stays", () -> told(box));
  }

  @Override
  public Observed read(Target target) {
    return inTurn(() -> session.read(target));
  }

  @Override
  public List<Refusal> rehearse(List<Change> changes) {
    return inTurn(() -> session.rehearse(changes));
  }

  @Override
  public void apply(Change change) {
    writing(() -> session.apply(change));
  }

  @Override
  public Set<SettingKind> joined() {
    return session.joined();
  }

  @Override
  public void applyTogether(List<Change> changes) {
    writing(() -> session.applyTogether(changes));
  }

  @Override
  public Duration patience() {
    return session.patience();
  }

  @Override
  public boolean holds() {
    return session.holds();
  }

  @Override
  public void applyWithTimer(List<Change> changes, Hold hold) {
    inTurn(() -> session.applyWithTimer(changes, hold));
  }

  @Override
  public void confirm(Hold hold) {
    inTurn(() -> session.confirm(hold));
  }

  @Override
  public void extend(Hold hold) {
    inTurn(() -> session.extend(hold));
  }

  @Override
  public void revert(Hold hold, List<Change> begun) {
    inTurn(() -> session.revert(hold, begun));
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    return inTurn(() -> session.unsaved(ours));
  }

  @Override
  public void save() {
    inTurn(session::save);
  }

  @Override
  public void reopen() {
    writing(session::reopen);
  }

  @Override
  public List<LeftShut> leftShut() {
    return session.leftShut();
  }

  private void writing(Runnable call) {
    try {
      inTurn(call);
    } finally {
      session.leftShut().stream().filter(told::add).forEach(leftShut);
    }
  }

  @Override
  public void cleanUp() {
    inTurn(session::cleanUp);
  }

  @Override
  public void leave() {
    inTurn(session::leave);
  }

  @Override
  public List<String> ownNames() {
    return inTurn(session::ownNames);
  }

  @Override
  public List<String> missingPermissions() {
    return inTurn(session::missingPermissions);
  }

  /** Reader of the queue counters of ports; see {@link SwitchSession#sweepQueues}. */
  DeviceSweeper queues() {
    return new QueueSweeper(session, this::inTurn);
  }

  @Override
  public Sweeper sweeper(PortId port) {
    return session.sweeper(port);
  }

  @Override
  public void close() {
    closed = true;
    session.close();
  }

  private void inTurn(Runnable call) {
    inTurn(() -> {
      call.run();
      return true;
    });
  }

  private <T> T inTurn(Supplier<T> call) {
    return lock.call(DeviceLock.Rank.READ, () -> accounted(call));
  }

  private <T> T accounted(Supplier<T> call) {
    if (closed) {
      throw new DeviceException(
          DeviceException.Kind.GONE, box + " is reached otherwise by now, or not at all");
    }
    account.begin();
    try {
      return call.get();
    } catch (TextTooLongException e) {
      throw new DeviceException(
          DeviceException.Kind.GARBLED,
          "what the device sent cannot be parsed: " + e.getMessage(),
          e);
    } catch (StackOverflowError e) {
      // expressions over text that goes on and on
      throw new DeviceException(
          DeviceException.Kind.GARBLED, "what the device sent cannot be parsed: too deep", e);
    } finally {
      account.end();
      if (closed) {
        session.close(); // a call under way may have logged in again since
      }
    }
  }
}
