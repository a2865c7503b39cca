package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads and writes one setting of one NIC port. */
public interface SettingAccess {
  SettingKind kind();

  /** Whether the setting is here now; it may come with a kernel module. */
  default boolean isHere() {
    return true;
  }

  /**
   * @param dcb what dcbnl said just now
   */
  Capability capability(DcbView dcb);

  /**
   * @param dcb what dcbnl said just now
   * @throws dev.losslessd.transport.TransportException if another way than dcbnl fails
   */
  Reading read(DcbView dcb);

  /**
   * Brings the setting to a value: looks at the device first, and writes only what differs.
   *
   * @throws dev.losslessd.transport.TransportException the device or the gate said no
   * @throws DeviceException the value is outside of what the device takes
   */
  void write(Setting after);

  /**
   * Returns the capability of a setting that is written to files, read-only if this process may not
   * write one of them.
   *
   * @param writable where each may be
   * @param paths files that need not be there
   */
  static Capability ofFiles(HostFiles files, Capability writable, Stream<String> paths) {
    return paths
        .map(files::whyNotWritten)
        .flatMap(Optional::stream)
        .findFirst()
        .map(Capability::readOnly)
        .orElse(writable);
  }

  /** Every setting there is, none of them here: a function or port that is set elsewhere. */
  static List<SettingAccess> allAbsent(String why) {
    return Arrays.stream(SettingKind.values())
        .<SettingAccess>map(kind -> new Absent(kind, why))
        .toList();
  }

  /** A setting that is not here, with the reason and the place where it is. */
  record Absent(SettingKind kind, String why) implements SettingAccess {
    @Override
    public boolean isHere() {
      return false;
    }

    @Override
    public Capability capability(DcbView dcb) {
      return Capability.none(why);
    }

    @Override
    public Reading read(DcbView dcb) {
      return new Reading.Unsupported(why);
    }

    @Override
    public void write(Setting after) {
      throw DeviceException.unsupported(kind.word() + ": " + why);
    }
  }
}
