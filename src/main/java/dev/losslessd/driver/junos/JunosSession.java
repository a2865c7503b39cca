package dev.losslessd.driver.junos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One switch. What it printed is used for two seconds: a box of 64 ports is read once. */
final class JunosSession implements SwitchSession {
  private final SwitchAccess access;
  private final Console console;
  private final JunosConsole writer;
  private final QueueReader queues;
  private final Buffers buffers;
  private final CosNames names;
  private final ShortLivedCache<JunosSnapshot> printed;
  private @Nullable Release release;

  JunosSession(SwitchAccess access) {
    this.access = access;
    this.console = new Console(access, JunosConsole.DIALECT);
    this.writer = new JunosConsole(access, console);
    this.names = new CosNames(access.agent());
    this.queues = new QueueReader(console);
    this.buffers = new Buffers(access.snmp());
    this.printed = new ShortLivedCache<>(access.ticks(), this::junosSnapshot);
  }

  private JunosSnapshot junosSnapshot() {
    buffers.forget();
    return JunosSnapshot.read(console, this::release, names);
  }

  /** Asked once: an upgrade ends the connection. */
  private Release release() {
    Release known = release;
    if (known == null) {
      known = Release.parse(JunosConsole.bare(console.show(Release.COMMAND)));
      release = known;
    }
    return known;
  }

  @Override
  public List<Target> targets() {
    return access.targets(printed.now().ports());
  }

  @Override
  public Capabilities capabilities(Target target) {
    return new Abilities(printed.now(), buffers).of(target);
  }

  @Override
  public List<ForeignMark> foreign() {
    return names.foreign(access.device(), printed.now(), writer.history());
  }

  @Override
  public Duration patience() {
    return JunosLedger.PATIENCE;
  }

  @Override
  public Identity identity(Target target) {
    return target instanceof Target.Device
        ? console.serials(Inventory.COMMAND, Inventory::serials)
        : Identity.NONE;
  }

  @Override
  public Observed read(Target target) {
    access.requireOurs(target);
    return new Readings(printed.now(), buffers).of(target);
  }

  @Override
  public void apply(Change change) {
    write(List.of(change), (lines, now) -> writer.commit(change.text(), lines, now.history()));
  }

  /** Carries out the lines of a commit. */
  private interface Sender {
    void send(List<Line> lines, JunosSnapshot now);
  }

  @Override
  public boolean holds() {
    return true;
  }

  @Override
  public void applyWithTimer(List<Change> changes, Hold hold) {
    write(changes, (lines, now) -> writer.applyWithTimer(hold, lines, now.history()));
  }

  private void write(List<Change> changes, Sender sender) {
    changes.forEach(change -> access.requireOurs(change.target()));
    JunosSnapshot now = printed.again();
    Readings readings = new Readings(now, buffers);
    List<Change> open =
        changes.stream()
            .filter(change -> !change.isMet(readings.of(change.target()).reading(change.kind())))
            .toList();
    List<Line> lines = new Draft(now, buffers, open).lines();
    if (!lines.isEmpty()) {
      printed.changing(() -> sender.send(lines, now));
    }
  }

  @Override
  public void confirm(Hold hold) {
    printed.changing(() -> writer.confirm(hold));
  }

  @Override
  public void revert(Hold hold, List<Change> begun) {
    printed.changing(() -> writer.revert(hold));
  }

  @Override
  public void extend(Hold hold) {
    String why =
        writer.holds(hold)
            ? ": no source tells how the timer of a confirmed commit is set anew: keep or release"
                + " what is held before it runs out"
            : ": nothing of commit " + hold.commit() + " is held any more";
    throw new DeviceException(DeviceException.Kind.UNSUPPORTED, access.device() + why);
  }

  /** A commit is what the switch starts with. */
  @Override
  public void save() {}

  @Override
  public List<String> missingPermissions() {
    return console.oncePerConnection(() -> JunosPreflight.missingPermissions(console, writer));
  }

  @Override
  public List<Sweep> sweepQueues(Collection<PortId> ports, long atMillis, long tickNanos) {
    access.requireOurs(ports);
    Classes classes = printed.now().view().classes();
    return queues.read(ports, queue -> QueueReader.priorityOf(classes, queue), atMillis, tickNanos);
  }

  /** Counters of queues belong to priorities by the forwarding classes of now. */
  @Override
  public Sweeper sweeper(PortId port) {
    return access.sweeper(port, JunosCounters.columns(this::queueOf), UnaryOperator.identity());
  }

  private OptionalInt queueOf(int priority) {
    try {
      Classes classes = printed.now().view().classes();
      int queue = classes.queueOf(Priority.of(priority));
      OptionalInt back = QueueReader.priorityOf(classes, queue);
      return back.isEmpty() || back.getAsInt() == priority
          ? OptionalInt.of(queue)
          : OptionalInt.empty();
    } catch (DeviceException e) {
      return OptionalInt.empty(); // without the command line, queues are nobody's
    }
  }

  @Override
  public List<Neighbour> neighbours() {
    return access
        .snmp()
        .map(snmp -> Neighbours.read(access.device(), snmp))
        .orElseGet(() ->
            LldpJson.parse(access.device(), JunosConsole.bare(console.show(LldpJson.COMMAND))));
  }

  @Override
  public void close() {
    console.close();
  }
}
