package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.TransportException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * DCQCN parameters through files. They act at once and for the whole port function; drivers cut or
 * misread what is out of range without a word, so the range is checked here.
 */
public record DcqcnAccess(NicPort port, DcqcnFiles files) implements SettingAccess {
  private static final PrioritySet ALL = new PrioritySet(0xff);

  @Override
  public SettingKind kind() {
    return SettingKind.DCQCN;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return SettingAccess.ofFiles(port.files(), Capability.writable(), files.written())
        .within(wanted -> whyNot((Dcqcn) wanted).map(why -> "dcqcn " + why));
  }

  @Override
  public Reading read(DcbView dcb) {
    return new Reading.Value(now());
  }

  /** Reads the files; a parameter whose file is not there is absent. */
  public Dcqcn now() {
    Map<DcqcnParameter, Long> values = new EnumMap<>(DcqcnParameter.class);
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      files.path(parameter).flatMap(this::number).ifPresent(value -> values.put(parameter, value));
    }
    if (copying().orElse(0L) != 0) {
      values.put(DcqcnParameter.CNP_PRIORITY, DcqcnParameter.COPIED_PRIORITY);
    }
    return new Dcqcn(enabled(), values);
  }

  /** What the file says that CNPs copy their priority; empty where there is no such file. */
  private Optional<Long> copying() {
    return files.copies().map(files::path).flatMap(this::number);
  }

  /** Priorities with all of their files on; null if the driver does not tell. */
  private @Nullable PrioritySet enabled() {
    int mask = 0;
    for (int at = 0; at < files.switches().size(); at++) {
      boolean on = true;
      for (String file : files.switches().get(at)) {
        Optional<Long> value = number(files.path(file));
        if (value.isEmpty()) {
          return null;
        }
        on &= value.get() != 0;
      }
      mask |= on ? 1 << at : 0;
    }
    if (files.switches().isEmpty()) {
      return null;
    }
    return files.isSwitchedWhole() && mask != 0 ? ALL : new PrioritySet(mask);
  }

  /** An empty file is a failed read of the driver, not a zero. */
  private Optional<Long> number(String path) {
    Optional<String> text = port.files().readText(path);
    try {
      return text.map(files.parse()::applyAsLong);
    } catch (NumberFormatException e) {
      throw new TransportException(
          TransportException.Kind.GARBLED,
          "/" + path + " says '" + text.orElse("") + "', expected a number",
          e);
    }
  }

  @Override
  public void write(Setting after) {
    Dcqcn wanted = (Dcqcn) after;
    Dcqcn now = now();
    check(wanted, now);
    put(wanted, now);
  }

  /** Writes the parameters that differ, and returns whether there were any. */
  public boolean put(Dcqcn wanted, Dcqcn now) {
    boolean wrote = false;
    for (Map.Entry<DcqcnParameter, Long> one : wanted.values().entrySet()) {
      if (!one.getValue().equals(now.values().get(one.getKey()))) {
        put(one.getKey(), one.getValue());
        wrote = true;
      }
    }
    return (wanted.enabled() != null && enable(wanted.enabled())) || wrote;
  }

  private boolean enable(PrioritySet wanted) {
    boolean wrote = false;
    for (int at = 0; at < files.switches().size(); at++) {
      long value = wanted.contains(Priority.of(at)) ? 1 : 0;
      for (String file : files.switches().get(at)) {
        String path = files.path(file);
        if (!number(path).equals(Optional.of(value))) {
          put(path, value);
          wrote = true;
        }
      }
    }
    return wrote;
  }

  private void put(DcqcnParameter parameter, long value) {
    if (isCopied(parameter, value)) {
      put(files.path(files.copies().orElseThrow()), 1);
    } else {
      put(files.path(parameter).orElseThrow(), value);
    }
  }

  private static boolean isCopied(DcqcnParameter parameter, long value) {
    return parameter == DcqcnParameter.CNP_PRIORITY && value == DcqcnParameter.COPIED_PRIORITY;
  }

  private void put(String path, long value) {
    port.ledger().require(files.write());
    port.files().write(path, files.print().apply(value) + "\n");
  }

  /**
   * @throws DeviceException the value is outside of what the make takes
   */
  public void check(Dcqcn wanted, Dcqcn now) {
    wanted.values().forEach((parameter, value) -> check(parameter, value, now));
    PrioritySet enabled = wanted.enabled();
    if (enabled != null && now.enabled() == null) {
      throw refuse(
          DeviceException.Kind.UNSUPPORTED, "enabled=" + enabled + ": " + files.noSwitch());
    }
    DeviceException.throwFor(whyNot(wanted), why -> refuse(DeviceException.Kind.REFUSED, why));
  }

  private Optional<String> whyNot(Dcqcn wanted) {
    return partSwitch(wanted).or(() -> copied(wanted));
  }

  /** Why not: CNPs that copy their priority, where the make fixes it. */
  private Optional<String> copied(Dcqcn wanted) {
    Long priority = wanted.values().get(DcqcnParameter.CNP_PRIORITY);
    if (priority == null
        || !isCopied(DcqcnParameter.CNP_PRIORITY, priority)
        || copying().isPresent()) {
      return Optional.empty();
    }
    String why =
        files
            .copies()
            .map(name -> "no file /" + files.path(name))
            .orElse(files.make() + " sends CNPs of one priority here");
    String key = DcqcnParameter.CNP_PRIORITY.jsonKey();
    return Optional.of("%s=%s, expected 0..7: %s".formatted(key, priority, why));
  }

  /** Why not: DCQCN on some priorities, where one switch is of all. */
  private Optional<String> partSwitch(Dcqcn wanted) {
    PrioritySet enabled = wanted.enabled();
    return enabled == null || enabled.isEmpty() || enabled.equals(ALL) || !files.isSwitchedWhole()
        ? Optional.empty()
        : Optional.of(
            "enabled=%s: %s has one switch for the port, expected none or %s"
                .formatted(enabled, files.make(), ALL));
  }

  private void check(DcqcnParameter parameter, long value, Dcqcn now) {
    String key = parameter.jsonKey();
    if (value < parameter.min() || value > parameter.max()) {
      throw refuse(
          DeviceException.Kind.REFUSED,
          key + "=" + value + ", expected " + parameter.min() + ".." + parameter.max());
    }
    if (!now.values().containsKey(parameter)) {
      throw refuse(
          DeviceException.Kind.UNSUPPORTED,
          key
              + files
                  .path(parameter)
                  .map(path -> ": no file /" + path)
                  .orElseGet(() -> ": " + files.make() + " shows " + now.values().keySet()));
    }
  }

  private DeviceException refuse(DeviceException.Kind kind, String why) {
    return new DeviceException(kind, port.nic().port() + " dcqcn " + why);
  }
}
