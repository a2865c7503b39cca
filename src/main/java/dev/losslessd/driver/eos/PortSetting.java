package dev.losslessd.driver.eos;

import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One setting of a port: the lines that it has, what they mean, and how they are written. */
abstract class PortSetting<T extends Setting> {
  /** Where the lines are written for a port that uses a qos profile. */
  enum Home {
    /** A profile has no such line. */
    PORT,
    PROFILE,
    /** At the port, unless the profile of others has such lines: to add one copies no profile. */
    PORT_FIRST
  }

  /**
   * A form of line.
   *
   * @param removal the line that takes it away; {@code $1} is the first group
   * @param written forms of the lines that may be sent, for the entry that all settings share
   * @param entry of the ledger that it has for itself
   */
  record Form(
      boolean inQueue,
      Pattern pattern,
      String removal,
      List<String> written,
      Optional<Entry> entry) {
    static Form port(String pattern, String removal, String... written) {
      return new Form(false, Pattern.compile(pattern), removal, List.of(written), Optional.empty());
    }

    static Form queue(String pattern, String removal, String... written) {
      return new Form(true, Pattern.compile(pattern), removal, List.of(written), Optional.empty());
    }

    /** A form of which all lines may be sent, by an entry of the ledger. */
    static Form own(String pattern, String removal, String id, String source) {
      Entry entry = Entry.write(id, pattern, source);
      return new Form(true, Pattern.compile(pattern), removal, List.of(), Optional.of(entry));
    }

    boolean matches(ConfigLine line) {
      return inQueue != line.queue().isEmpty() && pattern.matcher(line.text()).matches();
    }

    String removal(ConfigLine line) {
      Matcher m = pattern.matcher(line.text());
      return m.matches() && m.groupCount() > 0 ? removal.replace("$1", m.group(1)) : removal;
    }
  }

  /**
   * The port that lines are rendered for.
   *
   * @param queueWord {@code tx-queue}, or {@code uc-tx-queue} on chips with split queues
   * @param routed whether the port is one of a router: those trust DSCP without a line, others CoS
   */
  record Place(String queueWord, boolean routed, PortConfig before) {
    ConfigLine queue(Object number, String text) {
      return new ConfigLine(queueWord + " " + number, text);
    }
  }

  final Class<T> type;
  final Home home;
  final String begins;
  final List<Form> forms;

  /**
   * @param begins form of all lines of the setting, of those that are not understood too, with
   *     {@code queue} before the lines of a queue; empty for none
   */
  PortSetting(Class<T> type, Home home, String begins, Form... forms) {
    this.type = type;
    this.home = home;
    this.begins = begins;
    this.forms = List.of(forms);
  }

  SettingKind kind() {
    return SettingKind.of(type);
  }

  /** Whether the setting can be written, where nothing on the switch speaks against it. */
  Capability ability() {
    return Capability.writable();
  }

  /**
   * Returns the meaning of the lines by which a port acts.
   *
   * @throws DeviceException UNSUPPORTED for what cannot be told in the words of this field
   */
  abstract T read(EosSnapshot now, String port, List<ConfigLine> lines);

  /**
   * Returns the lines that say a value; what is missing is at its default.
   *
   * @throws DeviceException UNSUPPORTED if this system has no such value
   */
  abstract Stream<ConfigLine> render(T wanted, Place place);

  /**
   * Whether a line makes the switch act otherwise than the lines that are typed for the same value.
   * Other spellings of one meaning do not: {@code mode on} of older releases, {@code uc-tx-queue}
   * on chips with split queues, {@code kbytes}, a default that is spelled out.
   */
  boolean adds(T value, ConfigLine line) {
    return false;
  }

  boolean has(ConfigLine line) {
    return forms.stream().anyMatch(form -> form.matches(line));
  }

  List<ConfigLine> lines(Setting wanted, Place place) {
    return render(type.cast(wanted), place).toList();
  }

  /** Returns those of the lines of a value that add to it. */
  List<String> extra(Setting value, List<ConfigLine> lines) {
    return lines.stream()
        .filter(line -> adds(type.cast(value), line))
        .map(ConfigLine::word)
        .toList();
  }
}
