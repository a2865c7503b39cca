package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Output of version, clock, users and checkpoints. */
final class ShowSystem {
  private static final int SECONDS_PER_DAY = 86_400;

  private ShowSystem() {}

  static Answer version(NxosSwitch device) {
    long seconds = device.uptimeMicros() / 1_000_000;
    String uptime =
        "Kernel uptime is %d day(s), %d hour(s), %d minute(s), %d second(s)"
            .formatted(
                seconds / SECONDS_PER_DAY, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    List<String> lines = new ArrayList<>(Banner.HEAD);
    lines.addAll(
        List.of(
            "",
            "Software",
            "  BIOS: version 01.11",
            "  NXOS: version " + NxosSwitch.VERSION + " [Maintenance Release]",
            "  Host NXOS: version " + NxosSwitch.VERSION,
            "  BIOS compile time:  06/30/2023",
            "  NXOS image file is: bootflash:///nxos64-cs.10.3.4a.M.bin",
            "  NXOS compile time:  9/19/2023 12:00:00 [09/20/2023 10:15:02]",
            "  NXOS boot mode: LXC",
            "",
            "Hardware",
            "  cisco Nexus9000 " + NxosSwitch.MODEL + " Chassis ",
            "  Intel(R) Xeon(R) CPU D-1633N @ 2.50GHz with 32802408 kB of memory.",
            "  Processor Board ID " + serial(device),
            "  Device name: " + device.name(),
            "  bootflash:  115805708 kB",
            "",
            uptime,
            "",
            "Last reset ",
            "  Reason: Unknown",
            "  System version: ",
            "  Service: ",
            "",
            "plugin",
            "  Core Plugin, Ethernet Plugin",
            "",
            "Active Package(s):",
            "        "));
    return new Answer(
        lines,
        NxosJson.row("header_str", String.join("\n", Banner.HEAD) + "\n")
            .with("bios_ver_str", "01.11")
            .with("kickstart_ver_str", NxosSwitch.VERSION)
            .with("nxos_ver_str", NxosSwitch.VERSION)
            .with("nxos_file_name", "bootflash:///nxos64-cs.10.3.4a.M.bin")
            .with("chassis_id", "Nexus9000 " + NxosSwitch.MODEL + " Chassis")
            .with("cpu_name", "Intel(R) Xeon(R) CPU D-1633N @ 2.50GHz")
            .with("proc_board_id", serial(device))
            .with("host_name", device.name())
            .with("manufacturer", "Cisco Systems, Inc."));
  }

  /** A fixed switch: its one module has the serial of the chassis. */
  static Answer inventory(NxosSwitch device) {
    String serial = serial(device);
    List<String> lines = new ArrayList<>();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String name : List.of("Chassis", "Slot 1")) {
      String about = "Nexus9000 " + NxosSwitch.MODEL + (name.equals("Chassis") ? " Chassis" : "");
      lines.add("NAME: \"%s\",  DESCR: \"%s\"".formatted(name, about));
      lines.add("PID: %-19s,  VID: V01 ,  SN: %-20s".formatted(NxosSwitch.MODEL, serial));
      lines.add("");
      rows.add(
          NxosJson.row("name", "\"" + name + "\"")
              .with("desc", "\"" + about + "\"")
              .with("productid", NxosSwitch.MODEL)
              .with("vendorid", "V01")
              .with("serialnum", serial));
    }
    return new Answer(lines, NxosJson.table("inv", rows));
  }

  static String serial(NxosSwitch device) {
    return device.serial("FDO2733");
  }

  static Answer clock(NxosSwitch device) {
    String time = Dates.clock(device.now());
    return new Answer(
        List.of(time, "Time source is NTP"),
        NxosJson.row("simple_time", time).with("time_source", "NTP"));
  }

  static Answer users(Call call) {
    NxosSwitch device = call.device();
    List<String> lines = new ArrayList<>();
    lines.add("NAME     LINE         TIME         IDLE          PID COMMENT");
    for (Shell session : device.sessions()) {
      lines.add(
          "%-8s pts/%-8d %-12s   .         %5d (127.0.0.1) session=ssh%s"
              .formatted(
                  session.account().name(),
                  session.number(),
                  Dates.users(device.now()),
                  20_000 + session.number(),
                  session == call.session() ? " *" : ""));
    }
    return Answer.lines(lines);
  }

  static Answer accounts() {
    List<String> lines = new ArrayList<>();
    for (Account account : Account.ALL) {
      lines.add("user:" + account.name());
      lines.add("        this user account has no expiry date");
      lines.add("        roles:" + Roles.of(account) + " ");
    }
    return Answer.lines(lines);
  }

  static Answer checkpoints(NxosSwitch device) {
    List<String> lines = new ArrayList<>();
    device
        .checkpoints()
        .forEach((name, checkpoint) -> {
          lines.add("%d) %s:".formatted(lines.size() / 8 + 1, name));
          lines.add("Created by " + checkpoint.by());
          lines.add("Created at " + Dates.checkpoint(checkpoint.at()));
          lines.add("Size is %,d bytes".formatted(checkpoint.size()));
          lines.add("User Checkpoint Summary");
          lines.add("-".repeat(80));
          lines.add("Description: None");
          lines.add("");
        });
    return Answer.lines(lines);
  }
}
