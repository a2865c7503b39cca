package dev.losslessd.driver.nvue;

import dev.losslessd.driver.Failures;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.driver.SettingTable.Ability;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One setting of each port, or of the whole switch: where the configuration holds it, what runs of
 * it, and how it is written.
 *
 * @param paths at which the configuration holds it, by port, which is empty for the whole switch
 * @param reader returns what runs, without words
 * @param writer throws REFUSED or UNSUPPORTED with the reason
 */
record NvueSetting<T extends Setting>(
    Class<T> type,
    boolean ofPorts,
    Ability<NvueSnapshot> ability,
    Function<String, List<String>> paths,
    BiFunction<NvueSnapshot, String, Reading.Value> reader,
    Writer<T> writer) {
  /** Brings the configuration of a port, or of the whole switch, to a value. */
  @FunctionalInterface
  interface Writer<T> {
    void write(Draft draft, String port, T wanted);
  }

  /**
   * Returns a setting of the whole switch.
   *
   * @param reader of the switch, which is no port
   */
  static <T extends Setting> NvueSetting<T> ofSwitch(
      Class<T> type,
      List<String> paths,
      BiFunction<NvueSnapshot, String, Reading.Value> reader,
      BiConsumer<Draft, T> writer) {
    return new NvueSetting<>(
        type,
        false,
        (_, _) -> Capability.writable(),
        _ -> paths,
        reader,
        (draft, _, wanted) -> writer.accept(draft, wanted));
  }

  /**
   * Returns a setting of each port.
   *
   * @param path of two names below the port
   */
  static <T extends Setting> NvueSetting<T> ofPort(
      Class<T> type, String path, BiFunction<NvueSnapshot, String, T> reader, Writer<T> writer) {
    return new NvueSetting<>(
        type,
        true,
        (_, _) -> Capability.writable(),
        port -> List.of("interface " + port + " " + path),
        (now, port) -> new Reading.Value(reader.apply(now, port)),
        writer);
  }

  /** The setting where it can be written otherwise than always, and without a risk. */
  NvueSetting<T> with(Ability<NvueSnapshot> ability) {
    return new NvueSetting<>(type, ofPorts, ability, paths, reader, writer);
  }

  NvueSetting<T> with(Capability capability) {
    return with((_, _) -> capability);
  }

  /**
   * Limits the values that can be written.
   *
   * @param check throws REFUSED or UNSUPPORTED with the reason
   */
  NvueSetting<T> limited(Consumer<T> check) {
    return with(Capability.writable().within(Failures.asLimit(type, check)));
  }

  private SettingKind kind() {
    return SettingKind.of(type);
  }

  /** Whether it is the setting of a target. */
  boolean is(Target target, SettingKind of) {
    return kind() == of && ofPorts == target instanceof Target.Port;
  }

  /** Adds the setting to the table of those that a session has. */
  void addTo(SettingTable<NvueSnapshot> table) {
    if (ofPorts) {
      table.port(kind(), ability, this::read);
    } else {
      table.device(kind(), ability, now -> read(now, ""));
    }
  }

  private Reading read(NvueSnapshot now, String port) {
    Reading.Value runs = reader.apply(now, port);
    String set = SavedConfig.of(now.config(), paths.apply(port));
    String words = hasPools() ? TrafficPools.words(set, now.config()) : set;
    return new Reading.Value(runs.setting(), words, runs.note(), runs.whole(), runs.caution());
  }

  private boolean hasPools() {
    return type == Lossless.class;
  }

  void write(Draft draft, String port, Setting wanted) {
    writer.write(draft, port, type.cast(wanted));
  }

  /** Sets it as it was. */
  void restore(Node tree, String port, String words) {
    String set = hasPools() ? TrafficPools.restore(tree, words) : words;
    SavedConfig.restore(tree, paths.apply(port), set);
  }
}
