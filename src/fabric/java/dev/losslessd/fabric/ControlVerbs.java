package dev.losslessd.fabric;

import dev.losslessd.fabric.host.Errno;
import dev.losslessd.fabric.host.FakeHost;
import dev.losslessd.fabric.host.NicControl;
import dev.losslessd.fabric.host.WriteKind;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The words of {@code fabric ctl}. Each answer begins with a line {@code ok} or {@code error}. */
final class ControlVerbs {
  private static final List<String> HELP =
      List.of(
          "lie <port> <kind> [count]",
          "refuse <port> <kind> <errno> [count]",
          "stall <port> <ms> [count]",
          "half <port> [count]",
          "dark <port> on|off",
          "vanish <port>",
          "return <port>",
          "replace <port>",
          "foreign <port> pfc <priorities> | app <dscp>:<priority>",
          "reset <port>",
          "storm <port> <priority> on|off",
          "drop <port> <priority> <packets>",
          "count <port> <hardware counter> <more>",
          "zero <port>",
          "load <percent>",
          "slow <port> <percent of line rate> <seconds>",
          "cable <metres>",
          "pairs <port> <count>",
          "bind <port> on|off",
          "job <port> <type of service> | verbs | rdma_cm",
          "wire <port> <switch> <port of the switch> | off",
          "clear [port]",
          "state <port>",
          "log [clear]",
          "ports");

  private final Fabric fabric;

  ControlVerbs(Fabric fabric) {
    this.fabric = fabric;
  }

  /** Carries out a control line and returns its answer. */
  List<String> answer(String line) {
    try {
      Optional<List<String>> told = switches().answer(line);
      return told.isPresent() ? told.get() : run(new Words(line));
    } catch (IllegalArgumentException | UncheckedIOException | IOException e) {
      return List.of("error " + e.getMessage());
    }
  }

  private SwitchVerbs switches() {
    return new SwitchVerbs(fabric.switches());
  }

  private List<String> run(Words words) throws IOException {
    String verb = words.next("a verb; try help");
    return switch (verb) {
      case "lie", "refuse", "half", "stall", "dark", "storm", "drop", "count", "foreign" ->
          misbehave(verb, words);
      case "vanish", "return", "replace", "reset", "zero" -> happen(verb, words);
      case "pairs" -> {
        NicControl nic = nic(words);
        nic.queuePairs((int) words.number("queue pairs", 0, 500));
        words.end();
        yield List.of("ok");
      }
      case "bind" -> {
        NicControl nic = nic(words);
        nic.bindPairs(words.onOff());
        words.end();
        yield List.of("ok");
      }
      case "job" -> job(words);
      case "wire" -> wire(words);
      case "load" -> load(words);
      case "slow" -> slow(words);
      case "cable" -> cable(words);
      case "clear" -> clear(words);
      case "state" -> {
        NicControl nic = nic(words);
        words.end();
        yield told(nic.state());
      }
      case "log" -> log(words);
      case "ports" -> told(ports());
      case "switches" -> told(switches().names());
      case "help" -> told(Stream.concat(HELP.stream(), SwitchVerbs.HELP.stream()).toList());
      default ->
          throw new IllegalArgumentException("verb '" + verb + "': expected one of those in help");
    };
  }

  private List<String> misbehave(String verb, Words words) {
    NicControl nic = nic(words);
    switch (verb) {
      case "lie" -> nic.lie(WriteKind.named(words.next("a kind")), words.count());
      case "refuse" -> {
        WriteKind setting = WriteKind.named(words.next("a kind"));
        Errno errno = Errno.named(words.next("the name of an errno"));
        nic.refuse(setting, errno, words.count());
      }
      case "half" -> nic.refuseEntries(words.count());
      case "stall" -> nic.stall(words.number("milliseconds", 0, 600_000), words.count());
      case "dark" -> {
        nic.dark(words.onOff());
        words.end();
      }
      case "storm" -> {
        Priority priority = Priority.of((int) words.number("a priority", 0, 7));
        nic.storm(priority, words.onOff());
        words.end();
      }
      case "drop" -> {
        Priority priority = Priority.of((int) words.number("a priority", 0, 7));
        nic.drop(priority, words.number("packets", 1, 1_000_000_000));
        words.end();
      }
      case "count" -> {
        String counter = words.next("the name of a hardware counter");
        nic.count(counter, words.number("how many more", 1, 1L << 40));
        words.end();
      }
      default -> foreign(nic, words);
    }
    return List.of("ok");
  }

  private static void foreign(NicControl nic, Words words) {
    String kind = words.next("pfc or app");
    switch (kind) {
      case "pfc" -> nic.foreignPfc(PrioritySet.parse(words.next("priorities like 0,3 or none")));
      case "app" -> {
        String[] pair = words.next("dscp:priority like 26:3").split(":", -1);
        if (pair.length != 2) {
          throw new IllegalArgumentException("expected dscp:priority like 26:3");
        }
        nic.foreignDscp(
            Dscp.of(Words.number(pair[0], "a DSCP")),
            Priority.of(Words.number(pair[1], "a priority")));
      }
      default -> throw new IllegalArgumentException("kind '" + kind + "': expected pfc or app");
    }
    words.end();
  }

  private List<String> happen(String verb, Words words) throws IOException {
    NicControl nic = nic(words);
    words.end();
    switch (verb) {
      case "vanish" -> nic.vanish();
      case "return" -> nic.comeBack();
      case "replace" -> nic.replace();
      case "zero" -> nic.zero();
      default -> nic.reset();
    }
    return List.of("ok");
  }

  /**
   * What its application asks for: a ToS byte, or none, with queue pairs of its own or rdma_cm's.
   */
  private List<String> job(Words words) {
    NicControl nic = nic(words);
    String word = words.next("a type of service, verbs or rdma_cm");
    words.end();
    switch (word) {
      case "verbs" -> nic.jobAsksNone(false);
      case "rdma_cm" -> nic.jobAsksNone(true);
      default -> {
        int tos = Words.number(word, "a type of service, verbs or rdma_cm");
        if (tos < 0 || tos > 255) {
          throw new IllegalArgumentException("type of service " + tos + ": expected 0..255");
        }
        nic.jobAsks(tos);
      }
    }
    return List.of("ok");
  }

  private List<String> wire(Words words) {
    NicControl nic = nic(words);
    String system = words.next("the name of a switch, or off");
    if (system.equals("off")) {
      words.end();
      nic.unwire();
    } else {
      String port = words.next("a port of the switch");
      words.end();
      nic.wire(system, port);
    }
    return List.of("ok");
  }

  private List<String> load(Words words) {
    int percent = (int) words.number("a percentage", 0, 100);
    words.end();
    fabric.load(percent);
    return List.of("ok");
  }

  private List<String> slow(Words words) {
    PortId port = PortId.parse(words.next("a port like gpu01:ens1f0np0"));
    nic(new Words(port.toString()));
    int percent = (int) words.number("a percentage", 1, 100);
    long seconds = words.number("seconds", 1, 3600);
    words.end();
    fabric.slow(port, percent, seconds);
    return List.of("ok");
  }

  private List<String> cable(Words words) {
    long metres = words.number("metres", 1, 40_000);
    words.end();
    fabric.cable(metres);
    return List.of("ok");
  }

  private List<String> clear(Words words) {
    if (words.hasNext()) {
      nic(words).clear();
      words.end();
    } else {
      fabric.hosts().forEach(host -> host.ports().forEach(port -> host.control(port.id()).clear()));
    }
    return List.of("ok");
  }

  private List<String> log(Words words) {
    if (!words.hasNext()) {
      return told(fabric.fabricLock().log());
    }
    String word = words.next("clear");
    if (!word.equals("clear")) {
      throw new IllegalArgumentException("log '" + word + "': expected nothing or clear");
    }
    fabric.fabricLock().clearLog();
    return List.of("ok");
  }

  private List<String> ports() {
    List<String> names = new ArrayList<>();
    fabric.hosts().forEach(host -> host.ports().forEach(port -> names.add(port.id().toString())));
    return names;
  }

  private NicControl nic(Words words) {
    PortId port = PortId.parse(words.next("a port like gpu01:ens1f0np0"));
    for (FakeHost host : fabric.hosts()) {
      if (host.owns(port)) {
        return host.control(port);
      }
    }
    throw new IllegalArgumentException("port '" + port + "': expected one of " + ports());
  }

  private static List<String> told(List<String> lines) {
    List<String> all = new ArrayList<>();
    all.add("ok " + lines.size());
    all.addAll(lines);
    return all;
  }
}
