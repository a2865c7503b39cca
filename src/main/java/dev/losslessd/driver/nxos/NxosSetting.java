package dev.losslessd.driver.nxos;

import static dev.losslessd.driver.nxos.NxosLedger.LEDGER;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One setting of a port, or of the whole switch: its lines, what they mean, how it is written. */
abstract class NxosSetting<T extends Setting> {
  private final Class<T> type;

  private NxosSetting(Class<T> type) {
    this.type = type;
  }

  final SettingKind kind() {
    return SettingKind.of(type);
  }

  abstract void addTo(SettingTable<NxosSnapshot> table);

  /**
   * Returns the lines that lead to a value.
   *
   * @param words of a form that was there once and shall come back; empty where nothing shall
   */
  abstract PolicySwap swap(NxosSnapshot now, String port, T wanted, String words);

  /** Whether it is the setting of a change. */
  boolean is(Change change) {
    return change.kind() == kind()
        && change.target() instanceof Target.Port == this instanceof OfPort<T>;
  }

  PolicySwap swap(NxosSnapshot now, Change change) {
    String port = SettingTable.port(change.target());
    return swap(now, port, type.cast(change.after()), change.wordsAfter());
  }

  /** A setting of a port, which is lines of its interface. */
  abstract static class OfPort<T extends Setting> extends NxosSetting<T> {
    private final String subject;
    final List<Entry> entries;

    /**
     * @param subject with which its lines begin
     * @param entries of the ledger for these lines
     */
    OfPort(Class<T> type, String subject, Entry... entries) {
      super(type);
      this.subject = subject;
      this.entries = List.of(entries);
    }

    /** Returns the value, with the words of the present form where several mean one value. */
    abstract Reading read(NxosSnapshot now, String port);

    /** Whether it can be written, where the port inherits no line of it. */
    Capability ability(NxosSnapshot now, String port) {
      return Capability.writable();
    }

    /**
     * A line of the port would go before that of its port profile, and an inverse could not remove
     * it: no line is known that brings the profile's back.
     */
    @Override
    void addTo(SettingTable<NxosSnapshot> table) {
      table.port(
          kind(),
          (now, target) -> {
            String port = SettingTable.port(target);
            return now.get()
                .inherits(port, subject)
                .map(Capability::readOnly)
                .orElseGet(() -> ability(now.get(), port));
          },
          this::read);
    }

    @Override
    PolicySwap swap(NxosSnapshot now, Change change) {
      ConfigTree _ = now.bindings().port(SettingTable.port(change.target())); // it must be there
      return super.swap(now, change);
    }

    static Line enter(String port) {
      return LEDGER.line("interface", port);
    }

    /** Lines of one interface, with those that take them back. */
    static PolicySwap at(String port, List<Line> lines, List<Line> undo) {
      return new PolicySwap(entered(port, lines), entered(port, undo));
    }

    private static List<Line> entered(String port, List<Line> lines) {
      return Stream.concat(Stream.of(enter(port)), lines.stream()).toList();
    }
  }

  /** A setting of the whole switch, which has policies for it. */
  static final class OfSwitch<T extends Setting> extends NxosSetting<T> {
    private final Consumer<SettingTable<NxosSnapshot>> row;
    private final BiFunction<NxosSnapshot, T, PolicySwap> swapper;

    OfSwitch(
        Class<T> type,
        Capability writable,
        SettingTable.DeviceReader<NxosSnapshot> reader,
        BiFunction<NxosSnapshot, T, PolicySwap> swapper) {
      super(type);
      this.row = table -> table.device(kind(), writable, reader);
      this.swapper = swapper;
    }

    @Override
    void addTo(SettingTable<NxosSnapshot> table) {
      row.accept(table);
    }

    @Override
    PolicySwap swap(NxosSnapshot now, String port, T wanted, String words) {
      return swapper.apply(now, wanted);
    }
  }
}
