package dev.losslessd.driver.mlx5;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.NicPort;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.TrafficClass;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.List;
import java.util.stream.Stream;

/**
 * The traffic class of every user's RDMA connections, a file of NVIDIA's driver (DOCA-OFED
 * drivers/infiniband/hw/mlx5/main_ext.c). Empty is unset; rules for single addresses may stand
 * beside the value, and are left as they are. Connections that are there change too, where the
 * firmware can.
 */
record TrafficClassAccess(HostFiles files, Ledger ledger, String path) implements SettingAccess {
  static final String WRITE = "sysfs.traffic-class";

  private static final Pattern GLOBAL = Pattern.compile("Global tclass=(\\d{1,3})");

  static SettingAccess of(NicPort port) {
    Nic nic = port.nic();
    String path =
        "sys/class/infiniband/" + nic.rdmaDevice() + "/tc/" + nic.rdmaPort() + "/traffic_class";
    return !nic.rdmaDevice().isEmpty() && port.files().exists(path)
        ? new TrafficClassAccess(port.files(), port.ledger(), path)
        : new Absent(
            SettingKind.TRAFFIC_CLASS,
            "no /" + path + ": only the vendor's driver has it; roce-tos marks what rdma_cm makes");
  }

  @Override
  public SettingKind kind() {
    return SettingKind.TRAFFIC_CLASS;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return SettingAccess.ofFiles(files, Capability.writable(), Stream.of(path));
  }

  @Override
  public Reading read(DcbView dcb) {
    List<String> lines = lines();
    long rules = lines.stream().filter(line -> !line.startsWith("Global")).count();
    String note = rules == 0 ? "" : "and " + rules + " rules for single addresses";
    return new Reading.Value(global(lines), "", note);
  }

  private List<String> lines() {
    return files
        .requireText(path)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private TrafficClass global(List<String> lines) {
    TrafficClass found = TrafficClass.NONE;
    for (String line : lines) {
      if (line.startsWith("Global")) {
        found = global(line);
      } else if (!line.contains("tclass=")) {
        throw garbled(line);
      }
    }
    return found;
  }

  private TrafficClass global(String line) {
    Matcher match = GLOBAL.matcher(line);
    if (!match.matches() || Integer.parseInt(match.group(1)) > TrafficClass.LARGEST) {
      throw garbled(line);
    }
    return new TrafficClass(Integer.parseInt(match.group(1)));
  }

  private TransportException garbled(String line) {
    return TransportException.garbled(
        "/" + path + " says '" + line + "', expected 'Global tclass=0..255' or rules with tclass=");
  }

  @Override
  public void write(Setting after) {
    TrafficClass wanted = (TrafficClass) after;
    if (!global(lines()).equals(wanted)) {
      ledger.require(WRITE);
      files.write(path, wanted.value() + "\n");
    }
  }
}
