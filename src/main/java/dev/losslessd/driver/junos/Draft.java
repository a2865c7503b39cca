package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.cos;
import static dev.losslessd.driver.junos.Statements.path;

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
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Changes on their way into one commit: what it has to say when all are in. */
final class Draft {
  private static final String LOSS = "low";

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
    this.next = now.junosConfig().active().copy();
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
    List<String> at = Statements.join(CosView.CLASSIFIERS, CosView.CLASSIFIER);
    for (String entry : view.entries(CosView.CLASSIFIER)) {
      String[] words = entry.split(" ", 3);
      if (!classes.isConfigured(words[1]) && classes.queue(words[1]) == classes.queue(pausing)) {
        next.remove(Statements.join(at, entry));
        next.add(Statements.join(at, words[0] + " " + pausing + " " + words[2]));
      }
    }
  }

  private static int rank(Change change) {
    return switch (change.kind()) {
      case DSCP_MAP -> 0;
      case TRUST -> 1;
      case ETS -> 2;
      default -> 3;
    };
  }

  private PortDraft port(String name) {
    return new PortDraft(now, next, name, queue -> buffers.of(now, name, queue));
  }

  private void take(Change change) {
    switch (change.target()) {
      case Target.Device _ -> takeForAll(change);
      case Target.Port port -> take(port.id().name(), change);
    }
  }

  private void takeForAll(Change change) {
    if (!(change.after() instanceof DscpMap map)) {
      throw unknown(change, "the whole switch");
    }
    dscpMap(map, change.wordsAfter());
    reclassified.addAll(now.ports());
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
        PortDraft _ = alone(name);
        trust(name, trust, words);
        reclassified.add(name);
      }
      case GlobalPause pause -> pause(name, pause, words);
      case Mtu mtu -> mtu(name, mtu, words);
      default -> throw unknown(change, "a port of Junos");
    }
  }

  private static DeviceException unknown(Change change, String what) {
    return DeviceException.unsupported(
        change.target() + ": " + what + " has no setting " + change.kind().word());
  }

  /** Returns the draft of a port whose class of service is its own. */
  private PortDraft alone(String port) {
    now.junosConfig().requireAlone(port);
    return port(port);
  }

  private void mtu(String port, Mtu mtu, String words) {
    next.removeUnder(path("interfaces", port, "mtu"));
    if (words.isEmpty()) {
      IpMtu.of(now.junosConfig(), port)
          .ifPresent(bytes -> {
            throw DeviceException.unsupported(
                port + ": its units have family mtu " + bytes + ": set there");
          });
      int media = mtu.bytes() + EthernetHeader.of(now.junosConfig(), port);
      next.add(path("interfaces", port, "mtu", "" + media));
    } else {
      InverseWords.parse(words)
          .forEach(line -> next.add(Statements.join(path("interfaces", port), line)));
    }
  }

  private void pause(String port, GlobalPause pause, String words) {
    if (pause.receive() != pause.send()) {
      throw DeviceException.unsupported(
          port + " global-pause " + pause.text() + ": here it is on or off both ways");
    }
    List<String> at = path("interfaces", port, "ether-options");
    next.removeUnder(Statements.join(at, "flow-control"));
    next.removeUnder(Statements.join(at, "no-flow-control"));
    List<String> lines =
        words.isEmpty()
            ? List.of(pause.receive() ? "flow-control" : "no-flow-control")
            : InverseWords.parse(words);
    lines.forEach(line -> next.add(Statements.join(at, line)));
  }

  private void trust(String port, Trust trust, String words) {
    List<String> at = cos("interfaces", port);
    now.view(next).bindings(port).forEach(line -> next.remove(Statements.join(at, line)));
    if (!words.isEmpty()) {
      InverseWords.parse(words).forEach(line -> next.add(Statements.join(at, line)));
    } else if (trust.field() == Trust.Field.DSCP) {
      String classifier = classifier();
      now.view(next)
          .classifiers(port)
          .forEach((unit, there) -> {
            if (there.isEmpty()) {
              next.add(Statements.join(at, "unit " + unit + " classifiers dscp " + classifier));
            }
          });
    }
    requireTrust(port, trust, words);
  }

  private void requireTrust(String port, Trust trust, String words) {
    Trust is = now.view(next).trust(port);
    if (words.isEmpty() && !is.equals(trust)) {
      throw DeviceException.refused(
          ("%s trust %s: its classifier comes from a wildcard in class-of-service interfaces, which"
                  + " one port cannot leave")
              .formatted(port, trust.text()));
    }
  }

  /** Returns the classifier of the switch, made if there is none but the release's own. */
  private String classifier() {
    CosView view = now.view(next);
    Optional<String> there = view.classifier().filter(name -> !view.isOfRelease(name));
    if (there.isEmpty()) {
      next.add(Statements.join(CosView.CLASSIFIERS, CosView.CLASSIFIER + " import default"));
    }
    return there.orElse(CosView.CLASSIFIER);
  }

  private void dscpMap(DscpMap wanted, String words) {
    String classifier = classifier();
    List<String> at = Statements.join(CosView.CLASSIFIERS, classifier);
    if (!words.isEmpty()) {
      next.removeUnder(Statements.join(at, "forwarding-class"));
      InverseWords.parse(words).forEach(line -> next.add(Statements.join(at, line)));
      return;
    }
    CosView view = now.view(next);
    for (String entry : view.entries(classifier)) {
      Dscp dscp = Dscp.of(Bits.dscp(Statements.last(entry)));
      Priority is = view.classes().requirePriority(entry.split(" ")[1]);
      if (!is.equals(wanted.entries().get(dscp))) {
        next.remove(Statements.join(at, entry));
      }
    }
    Map<Dscp, String> left = now.view(next).classesOf(classifier);
    new TreeMap<>(wanted.entries())
        .forEach((dscp, priority) -> {
          String there = left.get(dscp);
          if (there == null || !view.classes().requirePriority(there).equals(priority)) {
            next.add(
                Statements.join(
                    at,
                    "forwarding-class %s loss-priority %s code-points %s"
                        .formatted(classOf(priority), LOSS, Bits.ofDscp(dscp.value()))));
          }
        });
  }

  private String classOf(Priority priority) {
    return now.view(next)
        .classes()
        .of(priority)
        .orElseGet(() -> Classes.own(next, priority.value()));
  }

  /**
   * Returns the lines that take the switch to the draft.
   *
   * @throws DeviceException UNSUPPORTED if a statement may not be set or deleted
   */
  List<Line> lines() {
    Statements before = now.junosConfig().active();
    List<List<String>> added = next.all().stream().filter(one -> !before.contains(one)).toList();
    Set<String> texts = new LinkedHashSet<>();
    for (List<String> one : before.all()) {
      if (!next.contains(one) && !JunosLedger.isReplaced(one, added)) {
        texts.add(
            JunosLedger.deletion(one, next, now.junosConfig().resting())
                .orElse("delete " + String.join(" ", one)));
      }
    }
    added.forEach(one -> texts.add("set " + String.join(" ", one)));
    List<Line> lines = new ArrayList<>();
    texts.forEach(text -> lines.add(JunosLedger.change(now.names().outward(text))));
    return lines;
  }
}
