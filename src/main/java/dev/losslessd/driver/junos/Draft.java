package dev.losslessd.driver.junos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Priority;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Changes on their way into one commit: what it has to say when all are in. */
final class Draft {
  private static final List<SettingKind> FIRST =
      List.of(SettingKind.DSCP_MAP, SettingKind.TRUST, SettingKind.ETS);

  private final JunosSnapshot now;
  private final Statements next;
  private final Buffers buffers;
  private final Set<String> reclassified = new TreeSet<>();

  /**
   * @param changes in any order: the classes that are to pause come first, since what classifies,
   *     shares and marks names them; then what classifies, since PFC goes by it; then shares, since
   *     marks go to the class that has them
   */
  Draft(JunosSnapshot now, Buffers buffers, List<Change> changes) {
    this.now = now;
    this.next = new Statements(now.junosConfig().active().all());
    this.buffers = buffers;
    changes.forEach(this::makeClasses);
    changes.stream().sorted(Comparator.comparingInt(Draft::rank)).forEach(this::take);
    reclassified.forEach(port -> port(port).refresh());
    changes.stream()
        .filter(change -> change.kind() == SettingKind.PFC)
        .forEach(change -> port(SettingTable.port(change.target())).requireWatched());
    new Cleanup(next).clear();
  }

  private void makeClasses(Change change) {
    if (change.after() instanceof Pfc pfc && change.wordsAfter().isEmpty()) {
      PortDraft port = alone(SettingTable.port(change.target()));
      pfc.lossless().priorities().forEach(priority -> classify(port.lossless(priority)));
    }
  }

  /**
   * Entries of our classifier go from a class of the release to the class that pauses its queue.
   */
  private void classify(String pausing) {
    CosView view = now.view(next);
    Classes classes = view.classes();
    for (String entry : view.entries(CosView.CLASSIFIER)) {
      String[] words = entry.split(" ", 3);
      if (!classes.isConfigured(words[1]) && classes.queue(words[1]) == classes.queue(pausing)) {
        next.remove(CosView.OURS + " " + entry);
        next.add(CosView.OURS + " " + words[0] + " " + pausing + " " + words[2]);
      }
    }
  }

  private static int rank(Change change) {
    int first = FIRST.indexOf(change.kind());
    return first < 0 ? FIRST.size() : first;
  }

  private PortDraft port(String name) {
    return new PortDraft(now, next, name, queue -> buffers.of(now, name, queue));
  }

  private void take(Change change) {
    String name = SettingTable.port(change.target());
    if (!name.isEmpty()) {
      take(name, change);
    } else if (change.after() instanceof DscpMap map) {
      dscpMap(map, change.wordsAfter());
      reclassified.addAll(now.ports());
    } else {
      throw SettingTable.noSetting(change);
    }
  }

  private void take(String name, Change change) {
    now.port(name);
    String words = change.wordsAfter();
    switch (change.after()) {
      case Pfc pfc -> {
        alone(name).pfc(pfc, words);
        reclassified.remove(name);
      }
      case PfcWatchdog watchdog -> alone(name).watchdog(watchdog, words);
      case Ets ets -> alone(name).ets(ets, words);
      case Ecn ecn -> alone(name).ecn(ecn, words);
      case Trust trust -> {
        alone(name).trust(trust, words);
        reclassified.add(name);
      }
      case GlobalPause pause -> port(name).pause(pause, words);
      case Mtu mtu -> port(name).mtu(mtu, words);
      default -> throw SettingTable.noSetting(change);
    }
  }

  /** Returns the draft of a port whose class of service is its own. */
  private PortDraft alone(String port) {
    now.junosConfig().requireAlone(port);
    return port(port);
  }

  private void dscpMap(DscpMap wanted, String words) {
    String classifier = now.view(next).ownClassifier();
    String at = CosView.at(classifier);
    if (!words.isEmpty()) {
      next.replace(at, CosView.ENTRIES, InverseWords.parse(words));
      return;
    }
    CosView view = now.view(next);
    Classes classes = view.classes();
    for (String entry : view.entries(classifier)) {
      Dscp dscp = Dscp.of(Bits.dscp(Statements.last(entry)));
      Priority is = classes.requirePriority(entry.split(" ")[1]);
      if (!is.equals(wanted.entries().get(dscp))) {
        next.remove(at + " " + entry);
      }
    }
    Map<Dscp, String> left = view.classesOf(classifier);
    new TreeMap<>(wanted.entries())
        .forEach((dscp, priority) -> {
          String there = left.get(dscp);
          if (there == null || !classes.requirePriority(there).equals(priority)) {
            next.add(
                at
                    + " forwarding-class %s loss-priority low code-points %s"
                        .formatted(classes.orOwn(priority, List.of()), Bits.ofDscp(dscp.value())));
          }
        });
  }

  /**
   * Returns the lines that take the switch to the draft.
   *
   * @throws DeviceException UNSUPPORTED if a statement may not be set or deleted
   */
  List<Line> lines() {
    Statements before = now.junosConfig().active();
    List<String> added = next.all().stream().filter(one -> !before.all().contains(one)).toList();
    Stream<String> deletions =
        before.all().stream()
            .filter(one -> !next.all().contains(one) && !JunosLedger.isReplaced(one, added))
            .map(one ->
                JunosLedger.deletion(one, next, now.junosConfig().resting())
                    .orElse("delete " + one));
    return Stream.concat(deletions, added.stream().map(one -> "set " + one))
        .distinct()
        .map(text -> JunosLedger.LEDGER.line(now.names.outward(text)))
        .toList();
  }
}
