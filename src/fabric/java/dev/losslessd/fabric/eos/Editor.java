package dev.losslessd.fabric.eos;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.LineRule;
import dev.losslessd.fabric.switchbase.Section;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes lines into a configuration, as the parser of the switch does: what it knows, or nothing.
 */
final class Editor {
  private static final Pattern PORT = Pattern.compile("interface Ethernet(\\d{1,3})");
  private static final Pattern BUNDLE = Pattern.compile("interface Port-Channel(\\d{1,4})");
  private static final Pattern PROFILE =
      Pattern.compile("(no )?qos profile ([A-Za-z0-9_][A-Za-z0-9_.-]{0,100})");
  private static final Pattern QUEUE = Pattern.compile("tx-queue [0-7]");
  private static final Pattern MAP =
      Pattern.compile(
          "qos map dscp ((?:\\d{1,2} )+)to traffic-class ([0-7](?: drop-precedence [0-2])?)");
  private static final Pattern ATTACH = Pattern.compile("service-profile (\\S+)");

  private final EosSwitch device;
  private final EosConfig eosConfig;
  private Mode mode = Mode.GLOBAL;

  /** The port or profile; null in the global mode. */
  private @Nullable Section part;

  private @Nullable String queue;
  private String shown = "";

  Editor(EosSwitch device, EosConfig eosConfig) {
    this.device = device;
    this.eosConfig = eosConfig;
  }

  /** Name of the mode in the prompt. */
  String mode() {
    return queue == null ? shown : shown + "-" + queue.replace("tx-queue ", "txq-");
  }

  /** Leaves the present mode; returns false from the global one. */
  boolean exit() {
    if (queue != null) {
      queue = null;
      mode = shown.startsWith("-if") ? Mode.PORT : Mode.PROFILE;
      return true;
    }
    boolean below = part != null;
    global();
    return below;
  }

  private void global() {
    part = null;
    queue = null;
    shown = "";
    mode = Mode.GLOBAL;
  }

  /** Refuses what {@link #take} would, and changes nothing. */
  void check(String line) throws CliError {
    Editor trial = new Editor(device, eosConfig.copy());
    trial.mode = mode;
    trial.shown = shown;
    trial.part = part == null ? null : part.copy();
    trial.queue = queue;
    trial.take(line);
  }

  void take(String line) throws CliError {
    if (opens(line) || sets(line)) {
      return;
    }
    // a mode passes on what it does not know to those around it
    if (exit()) {
      take(line);
      return;
    }
    throw new CliError("Invalid input");
  }

  private boolean opens(String line) throws CliError {
    Matcher port = PORT.matcher(line);
    Matcher profile = PROFILE.matcher(line);
    Matcher bundle = BUNDLE.matcher(line);
    if (bundle.matches()) {
      global();
      part = eosConfig.root().open(EosConfig.bundleKey(bundle.group(1)), line);
      shown = "-if-Po" + bundle.group(1);
      mode = Mode.PORT;
      return true;
    }
    if (port.matches()) {
      global();
      int number = Integer.parseInt(port.group(1));
      part =
          device.ports().stream()
              .filter(one -> one.number() == number)
              .findFirst()
              .map(eosConfig::port)
              .orElseThrow(() -> new CliError("Invalid input: no such interface"));
      shown = "-if-Et" + number;
      mode = Mode.PORT;
      return true;
    }
    if (profile.matches()) {
      global();
      profile(profile.group(2), profile.group(1) != null);
      return true;
    }
    if (QUEUE.matcher(line).matches() && part != null) {
      queue = line;
      mode = Mode.QUEUE;
      return true;
    }
    return false;
  }

  private void profile(String name, boolean away) {
    if (away) {
      eosConfig.root().below().remove(EosConfig.profileKey(name));
    } else {
      part = eosConfig.root().open(EosConfig.profileKey(name), "qos profile " + name);
      shown = "-qos-profile-" + name;
      mode = Mode.PROFILE;
    }
  }

  private boolean sets(String line) throws CliError {
    Matcher map = MAP.matcher(line);
    if (mode == Mode.GLOBAL && map.matches()) {
      for (String dscp : map.group(1).strip().split(" ")) {
        if (Integer.parseInt(dscp) > 63) {
          throw new CliError("Invalid input");
        }
        eosConfig.map(Integer.parseInt(dscp), map.group(2));
      }
      return true;
    }
    for (LineRule<Mode> rule : KnownLines.ALL) {
      Optional<String> set = rule.sets(mode, line);
      Optional<String> cleared = rule.clears(mode, line);
      if (set.isPresent()) {
        requireProfile(line);
        lines().put(set.get(), line);
        return true;
      }
      if (cleared.isPresent()) {
        clear(cleared.get(), line);
        return true;
      }
    }
    return false;
  }

  private void clear(String key, String line) throws CliError {
    String gone = lines().get(key);
    if (line.startsWith("no service-profile ") && !("no " + gone).equals(line)) {
      throw new CliError("Error: this service-profile is not applied");
    }
    lines().remove(key);
  }

  private void requireProfile(String line) throws CliError {
    Matcher m = ATTACH.matcher(line);
    if (m.matches() && eosConfig.profile(m.group(1)) == null) {
      throw new CliError("Error: qos profile " + m.group(1) + " does not exist");
    }
  }

  private Map<String, String> lines() {
    Section at = part == null ? eosConfig.root() : part;
    String in = queue;
    return in == null
        ? at.lines()
        : Objects.requireNonNull(at).open(EosConfig.queueKey(in), in).lines();
  }
}
