package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceLock;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.LeftShut;
import dev.losslessd.driver.SwitchParts;
import dev.losslessd.driver.TableSession;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.text.TextTooLongException;
import dev.losslessd.transport.InputBudget;
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
final class SharedSession<S> extends TableSession<S> {
  private static final Logger LOG = LoggerFactory.getLogger(SharedSession.class);

  private final Target box;
  private final InputBudget.Account account;
  private final boolean writes;
  private final DeviceLock lock = new DeviceLock();
  private final NeighbourCache neighbourCache;
  private volatile boolean closed;
  private volatile KnownTargets known = KnownTargets.NONE;
  private volatile List<Nic> knownNics = List.of();
  private volatile List<ForeignMark> marks = List.of();
  private volatile List<String> writers = List.of();
  private volatile Identity knownIdentity = Identity.NONE;
  private final Set<LeftShut> reported = ConcurrentHashMap.newKeySet();
  private final Consumer<LeftShut> leftShut;

  /** Whether a call is under way; only who has the turn looks. */
  private boolean calling;

  /**
   * @param account of the command line's output: what a call reads is held until it returns
   * @param writes whether this agent sets the device: only then another that does is one too many
   * @param leftShut receives each port that an interrupted write left shut
   */
  SharedSession(
      DeviceId device,
      SwitchParts<S> system,
      InputBudget.Account account,
      boolean writes,
      NeighbourCache neighbourCache,
      Consumer<LeftShut> leftShut) {
    super(system);
    this.neighbourCache = neighbourCache;
    this.box = new Target.Device(device);
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
            () -> inTurn(() -> new KnownTargets(super.targets(), members())))
        .ifPresent(this::learn);
    return known.targets();
  }

  void learn(KnownTargets answer) {
    known = answer;
  }

  /** Returns the answer, outside of the device's turn; empty if there was none. */
  private static <T> Optional<T> ifTold(String otherwise, Supplier<T> ask) {
    try {
      return Optional.of(ask.get());
    } catch (DeviceException e) {
      LOG.warn("{}: {}", otherwise, e.getMessage());
      return Optional.empty();
    }
  }

  /** What it has, in the last answer; asks no device. */
  KnownTargets known() {
    return known;
  }

  /** Asks who is at the other ends of its cables; while it is silent the last answer holds. */
  void listen() {
    ifTold("neighbors could not be read, the last ones stay", this::neighbours)
        .ifPresent(neighbourCache::tell); // writes a note: no other caller waits for the disk
  }

  /** Asks a server what NICs it has; while it is silent the last answer holds. */
  void inspect() {
    ifTold("NICs could not be read, the last ones stay", this::nics)
        .ifPresent(now -> knownNics = now);
  }

  /** NICs in the last answer; asks no device. */
  List<Nic> knownNics() {
    return knownNics;
  }

  /** Neighbours in the last answers; asks no device. */
  NeighbourCache neighbourCache() {
    return neighbourCache;
  }

  @Override
  public Capabilities capabilities(Target target) {
    Capabilities all = super.capabilities(target);
    return writes ? all : all.heldBy(PlanRule.NOT_MANAGED, UnmanagedSwitch.why(box.text()));
  }

  @Override
  public List<ForeignMark> foreign() {
    return inTurn(() -> {
      marks = writes ? super.foreign() : List.of();
      return marks;
    });
  }

  /** Findings about what the last answers said; asks no device. */
  List<Finding> findings() {
    DeviceId device = box.device();
    List<Finding> all = new ArrayList<>(WayFindings.secondWriters(device, marks));
    all.addAll(neighbourCache.findings());
    leftShut().forEach(left -> all.add(WayFindings.leftShut(left)));
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
      var _ = ifTold("marks of other agents could not be read, the last ones stay", this::foreign);
    } else {
      lookForWriters();
    }
  }

  /** Where this agent sets nothing, an account that may not see marks is no fault. */
  private void lookForWriters() {
    try {
      writers = super.foreign().stream().map(ForeignMark::host).distinct().sorted().toList();
    } catch (DeviceException e) {
      LOG.debug("who sets {} is not told: {}", box.text(), e.getMessage());
    }
  }

  /** Hosts whose agents left marks, where this one sets nothing; asks no device. */
  List<String> writers() {
    return writers;
  }

  /** Reads a target's identity; none is read where this agent sets nothing. */
  @Override
  public Identity identity(Target target) {
    return inTurn(() -> {
      Identity now = writes ? super.identity(target) : Identity.NONE;
      if (target.equals(box) && !now.isNone()) {
        knownIdentity = now;
      }
      return now;
    });
  }

  /** Identity in the device's last answer; asks no device. */
  Identity knownIdentity() {
    return knownIdentity;
  }

  /** Asks what it is; while it is silent the last answer holds. */
  void identify() {
    var _ = ifTold("its identity could not be read, the last answer stays", () -> identity(box));
  }

  @Override
  public void apply(Change change) {
    writing(() -> super.apply(change));
  }

  @Override
  public void applyTogether(List<Change> changes) {
    writing(() -> super.applyTogether(changes));
  }

  @Override
  public void reopen() {
    writing(super::reopen);
  }

  private void writing(Runnable call) {
    try {
      call.run();
    } finally {
      leftShut().stream().filter(reported::add).forEach(leftShut);
    }
  }

  @Override
  public void close() {
    closed = true;
    super.close();
  }

  @Override
  protected <T> T inTurn(Supplier<T> call) {
    return lock.call(DeviceLock.Rank.READ, () -> calling ? call.get() : accounted(call));
  }

  private <T> T accounted(Supplier<T> call) {
    if (closed) {
      throw DeviceException.gone(box + " is reached otherwise by now, or not at all");
    }
    calling = true;
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
      calling = false;
      account.end();
      if (closed) {
        super.close(); // a call under way may have logged in again since
      }
    }
  }
}
