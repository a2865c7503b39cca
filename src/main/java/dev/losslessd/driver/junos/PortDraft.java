package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.cos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * One port on its way into a commit. Profiles and scheduler maps of others are never edited: the
 * port gets copies, {@code losslessd-et-0_0_1}, and goes back to others' as soon as they say the
 * same.
 *
 * @param next statements on their way
 * @param buffers bytes of the port's queues, where they are known
 */
record PortDraft(
    JunosSnapshot now, Statements next, String port, IntFunction<OptionalLong> buffers) {
  private CosView view() {
    return now.view(next);
  }

  void mtu(Mtu wanted, String words) {
    next.replace(
        "interfaces " + port,
        MtuLines.FORM,
        words.isEmpty() ? MtuLines.render(now, port, wanted) : InverseWords.parse(words));
  }

  void pause(GlobalPause wanted, String words) {
    if (wanted.receive() != wanted.send()) {
      throw DeviceException.unsupported(
          port + " global-pause " + wanted.text() + ": here it is on or off both ways");
    }
    String line = wanted.receive() ? "flow-control" : "no-flow-control";
    next.replace(
        "interfaces " + port + " ether-options",
        JunosSettings.PAUSE,
        words.isEmpty() ? List.of(line) : InverseWords.parse(words));
  }

  void trust(Trust wanted, String words) {
    String at = cos("interfaces " + port);
    next.replace(at, CosView.BINDINGS, words.isEmpty() ? List.of() : InverseWords.parse(words));
    if (words.isEmpty() && wanted.field() == Trust.Field.DSCP) {
      String classifier = view().ownClassifier();
      view()
          .classifiers(port)
          .forEach((unit, there) -> {
            if (there.isEmpty()) {
              next.add(at + " unit " + unit + " classifiers dscp " + classifier);
            }
          });
    }
    Trust is = view().trust(port);
    if (words.isEmpty() && !is.equals(wanted)) {
      throw DeviceException.refused(
          ("%s trust %s: its classifier comes from a wildcard in class-of-service interfaces, which"
                  + " one port cannot leave")
              .formatted(port, wanted.text()));
    }
  }

  void pfc(Pfc wanted, String words) {
    TreeSet<String> content = view().content(ProfileKind.PROFILE, port);
    content.removeIf(ProfileKind.isOf(SettingKind.PFC));
    content.addAll(words.isEmpty() ? rendered(wanted) : InverseWords.parse(words));
    settle(ProfileKind.PROFILE, content, "", false);
  }

  /**
   * By DSCP where the port trusts it. Before any DSCP goes to these priorities there is no traffic
   * that pauses by DSCP, and the two ways cannot share a profile: until then it is by the tag.
   */
  private List<String> rendered(Pfc wanted) {
    List<String> lines = new ArrayList<>();
    Map<Priority, List<Dscp>> dscps = new TreeMap<>();
    for (Priority priority : wanted.lossless().priorities()) {
      String forwardingClass = lossless(priority);
      dscps.put(priority, dscps(forwardingClass));
      lines.add(output(priority, view().classes().queue(forwardingClass)));
    }
    boolean byDscp =
        view().trust(port).field() == Trust.Field.DSCP
            && dscps.values().stream().anyMatch(some -> !some.isEmpty());
    dscps.forEach((priority, some) -> lines.addAll(inputs(priority, some, byDscp)));
    return lines;
  }

  private List<String> inputs(Priority priority, List<Dscp> dscps, boolean byDscp) {
    if (!byDscp) {
      return List.of("input ieee-802.1 code-point " + Bits.ofPriority(priority.value()) + " pfc");
    }
    if (dscps.isEmpty()) {
      throw DeviceException.refused(
          ("%s pfc %s: the port trusts DSCP, and its classifier sends none to that priority: set"
                  + " dscp of the switch first")
              .formatted(port, priority));
    }
    return dscps.stream()
        .map(dscp -> "input dscp code-point " + Bits.ofDscp(dscp.value()) + " pfc")
        .toList();
  }

  /** Returns a class that does not drop; this agent's own is made so when all is known. */
  String lossless(Priority priority) {
    Classes classes = view().classes();
    Optional<String> there = classes.of(priority).filter(classes::isConfigured);
    if (there.isEmpty() || Classes.isOurs(there.get())) {
      return Classes.own(next, priority.value());
    }
    String name = there.get();
    boolean ready =
        classes.isLossless(name) && classes.pfcPriority(name).orElse(-1) == priority.value();
    if (!ready) {
      throw DeviceException.refused(
          ("%s pfc %s: forwarding class %s of that queue is not 'no-loss pfc-priority %s', and is"
                  + " not ours to make so")
              .formatted(port, priority, name, priority));
    }
    return name;
  }

  private List<Dscp> dscps(String forwardingClass) {
    return view().classifiers(port).values().stream()
        .flatMap(Optional::stream)
        .flatMap(name -> view().classesOf(name).entrySet().stream())
        .filter(entry -> entry.getValue().equals(forwardingClass))
        .map(Map.Entry::getKey)
        .distinct()
        .toList();
  }

  /** PFC by the same priorities, after the classifier or the trust of the port has changed. */
  void refresh() {
    String name = ProfileKind.ours(port);
    boolean ours = view().told(ProfileKind.PROFILE, port).inForce().equals(Optional.of(name));
    Pfc set = paused();
    if (ours && !set.lossless().isEmpty()) {
      try {
        pfc(set, "");
      } catch (DeviceException e) {
        if (e.kind() != DeviceException.Kind.REFUSED) {
          throw e;
        }
        // no DSCP for it any more: what pauses stays as it is, until the port's own change
      }
    }
  }

  private Pfc paused() {
    return new Pfc(
        PrioritySet.of(
            view().content(ProfileKind.PROFILE, port).stream()
                .map(statement -> statement.split(" "))
                .filter(words -> words[0].equals("output") && words.length > 3)
                .map(words -> Priority.of(Bits.priority(words[3])))
                .toList()));
  }

  void watchdog(PfcWatchdog wanted, String words) {
    TreeSet<String> content = view().content(ProfileKind.PROFILE, port);
    TreeSet<String> before = ProfileKind.only(SettingKind.PFC_WATCHDOG, content);
    content.removeAll(before);
    if (wanted.on() && content.isEmpty() && words.isEmpty()) {
      throw DeviceException.refused(
          port + " pfc-watchdog: the port pauses no priority: set pfc of the port first");
    }
    if (!words.isEmpty()) {
      content.addAll(InverseWords.parse(words));
    } else if (wanted.on()) {
      content.addAll(WatchdogLines.of(wanted, before));
    }
    boolean watches = content.stream().anyMatch(ProfileKind.isOf(SettingKind.PFC_WATCHDOG));
    settle(ProfileKind.PROFILE, watches ? withOutput(content) : asItWas(content), "", false);
  }

  /**
   * A watchdog is checked to have queues that it watches ({@code junos:must} of pfc-watchdog in
   * Juniper's models): a profile of others that pauses what comes in need not name them.
   */
  private TreeSet<String> withOutput(TreeSet<String> content) {
    TreeSet<String> all = new TreeSet<>(content);
    if (content.stream().noneMatch(PortDraft::isOutput)) {
      for (Priority priority : PortSettings.pfc(view(), port).lossless().priorities()) {
        String forwardingClass =
            view()
                .classes()
                .of(priority)
                .orElseThrow(() ->
                    DeviceException.refused(
                        port + " pfc-watchdog: no forwarding class has priority " + priority));
        all.add(output(priority, view().classes().queue(forwardingClass)));
      }
    }
    return all;
  }

  /** Without what {@link #withOutput} gave it, where that makes it a profile of others again. */
  private TreeSet<String> asItWas(TreeSet<String> content) {
    TreeSet<String> bare = new TreeSet<>(content);
    bare.removeIf(PortDraft::isOutput);
    return foreign(ProfileKind.PROFILE, content).isEmpty()
            && foreign(ProfileKind.PROFILE, bare).isPresent()
        ? bare
        : content;
  }

  /** Refuses a watchdog without queues that it watches, which the switch does not commit. */
  void requireWatched() {
    TreeSet<String> content = view().content(ProfileKind.PROFILE, port);
    if (content.stream().anyMatch(ProfileKind.isOf(SettingKind.PFC_WATCHDOG))
        && content.stream().noneMatch(PortDraft::isOutput)) {
      throw DeviceException.refused(port + " pfc-watchdog would watch no queue: set it off too");
    }
  }

  private static boolean isOutput(String statement) {
    return statement.startsWith("output ");
  }

  private static String output(Priority priority, int queue) {
    return "output ieee-802.1 code-point %s flow-control-queue %s"
        .formatted(Bits.ofPriority(priority.value()), queue);
  }

  void ets(Ets wanted, String words) {
    boolean usual = words.startsWith(PortSettings.DEFAULT_WORDS);
    String bare = usual ? words.substring(PortSettings.DEFAULT_WORDS.length()) : words;
    queues(SettingKind.ETS, bare, usual, used -> shares(wanted, used));
  }

  /**
   * @param used classes that the map names already: a queue with two classes, of the release and of
   *     this agent, has one scheduler
   */
  private List<String> shares(Ets wanted, List<String> used) {
    PortSettings.requireKnown(wanted);
    if (!wanted.classOfPriority().equals(PortSettings.queues(view().classes()))) {
      throw DeviceException.refused(
          ("ets %s: the forwarding classes of this switch have prio-tc=%s, which is not changed"
                  + " from here")
              .formatted(wanted.text(), PortSettings.queues(view().classes())));
    }
    List<String> lines = new ArrayList<>();
    for (int queue = 0; queue < Priority.COUNT; queue++) {
      Ets.Selection selection = wanted.selection().get(queue);
      int share = wanted.bandwidthPercent().get(queue);
      if (selection == Ets.Selection.STRICT) {
        lines.add(onQueue(queue, used) + " priority strict-high");
      } else if (share > 0) {
        lines.add(onQueue(queue, used) + " transmit-rate percent " + share);
      }
    }
    return lines;
  }

  private String onQueue(int queue, List<String> used) {
    return view().classes().onQueue(queue, used).orElseGet(() -> Classes.own(next, queue));
  }

  void ecn(Ecn wanted, String words) {
    queues(SettingKind.ECN, words, PortSettings.isUsual(view(), port), used -> marks(wanted, used));
  }

  /** Sets what a port's map says of one setting: the words that were there once, or new lines. */
  private void queues(
      SettingKind kind, String words, boolean usual, Function<List<String>, List<String>> lines) {
    TreeSet<String> content = PortSettings.queues(now, view(), port);
    content.removeIf(ProfileKind.isOf(kind));
    List<String> fresh =
        words.isEmpty() ? lines.apply(PortSettings.used(content)) : InverseWords.parse(words);
    content.addAll(fresh);
    fresh.forEach(this::define);
    boolean nothing = content.stream().allMatch(ProfileKind.isOf(SettingKind.ETS));
    settle(ProfileKind.QUEUES, content, usual ? ProfileKind.DEFAULT : "", usual && nothing);
  }

  private List<String> marks(Ecn wanted, List<String> used) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Priority, Ecn.Marking> mark : wanted.marking().entrySet()) {
      String name = view().classes().orOwn(mark.getKey(), used);
      long buffer =
          buffers
              .apply(view().classes().queue(name))
              .orElseThrow(() ->
                  DeviceException.unsupported(
                      ("%s ecn %s: Junos takes percents of the queue's buffer, and the switch does"
                              + " not tell how many bytes that has")
                          .formatted(port, wanted.text())));
      DropProfiles dropProfiles = DropProfiles.of(mark.getValue(), buffer);
      lines.add(
          "%s drop-profile-map loss-priority any protocol any drop-profile %s"
              .formatted(name, dropProfiles.name()));
      lines.add(name + " explicit-congestion-notification");
    }
    return lines;
  }

  private void define(String line) {
    String profile = Statements.last(line);
    if (DropProfiles.isOurs(profile)) {
      DropProfiles.parse(profile).statements().forEach(next::add);
    }
  }

  /** Binds the port to a profile or map with this content, or to none where that does. */
  private void settle(ProfileKind kind, TreeSet<String> content, String suffix, boolean unbound) {
    JunosConfig.Told told = view().told(kind, port);
    String ours = ProfileKind.ours(port);
    if (content.equals(view().content(kind, port))
        && told.inForce().filter(name -> !name.startsWith(ours)).isPresent()) {
      return;
    }
    String at = cos("interfaces " + port + " " + kind.word);
    next.removeUnder(at);
    kind.remove(next, ours);
    kind.remove(next, ours + ProfileKind.DEFAULT);
    if (content.isEmpty() || unbound) {
      told.shared()
          .ifPresent(shared -> {
            throw DeviceException.refused(
                ("%s: %s %s comes from a wildcard in class-of-service interfaces, which one port"
                        + " cannot leave")
                    .formatted(port, kind.word, shared));
          });
    } else if (told.shared().filter(name -> kind.content(next, name).equals(content)).isEmpty()) {
      Optional<String> foreign = suffix.isEmpty() ? foreign(kind, content) : Optional.empty();
      String name = foreign.orElse(ours + suffix);
      if (foreign.isEmpty()) {
        kind.write(next, name, content);
      }
      next.add(at + " " + name);
    }
  }

  /** Returns the name that others gave to this content, if any did. */
  private Optional<String> foreign(ProfileKind kind, TreeSet<String> content) {
    return kind.names(next).stream()
        .filter(name -> !name.startsWith(ProfileKind.OURS))
        .filter(name -> kind.content(next, name).equals(content))
        .sorted()
        .findFirst();
  }
}
