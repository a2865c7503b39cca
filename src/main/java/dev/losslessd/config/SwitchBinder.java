package dev.losslessd.config;

import static dev.losslessd.config.Binder.text;
import static dev.losslessd.config.Binder.time;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.model.SwitchSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A checked switch as a record. */
final class SwitchBinder {
  private SwitchBinder() {}

  static Config.Switch bind(Fields s) {
    Fields via = s.section("via");
    Fields poll = s.section("poll");
    return new Config.Switch(
        text(s, "name"),
        text(s, "address"),
        SwitchSystem.of(text(s, "os")),
        s.flag("manage"),
        s.word("asic"),
        labels(s.section("labels")),
        via.word("jump"),
        via.word("source"),
        s.sectionIfThere("ssh").map(SwitchBinder::ssh),
        s.sectionIfThere("snmp").map(SwitchBinder::snmp),
        time(poll, "snmp"),
        time(poll, "ssh"),
        ports(s),
        s.flag("save"),
        buffer(s.section("buffer")));
  }

  private static Config.Buffer buffer(Fields buffer) {
    return new Config.Buffer(
        buffer.number("shared"),
        buffer.word("alpha").map(SwitchBinder::alpha),
        buffer.number("headroom"));
  }

  /** Parses a dynamic buffer threshold, {@code 1/8} or {@code 8}. */
  private static double alpha(String text) {
    return text.startsWith("1/")
        ? 1.0 / Integer.parseInt(text.substring(2))
        : Integer.parseInt(text);
  }

  static Config.Jump jump(Fields j) {
    return new Config.Jump(text(j, "name"), text(j, "address"), ssh(j.section("ssh")));
  }

  private static Config.Ssh ssh(Fields ssh) {
    return new Config.Ssh(
        text(ssh, "user"),
        ssh.number("port").orElseThrow().intValue(),
        secret(ssh, "key"),
        secret(ssh, "passphrase"),
        secret(ssh, "password"),
        ssh.word("hostKey"),
        Path.of(text(ssh, "knownHosts")),
        ssh.flag("legacy"),
        ssh.number("commandsPerMinute").orElseThrow().intValue());
  }

  private static Config.Snmp snmp(Fields snmp) {
    return new Config.Snmp(
        text(snmp, "version"),
        snmp.number("port").orElseThrow().intValue(),
        secret(snmp, "community"),
        secret(snmp, "writeCommunity"),
        snmp.word("user"),
        text(snmp, "auth"),
        secret(snmp, "authKey"),
        text(snmp, "priv"),
        secret(snmp, "privKey"),
        snmp.number("pdusPerSecond").orElseThrow().intValue());
  }

  private static Optional<SecretRef> secret(Fields fields, String key) {
    return fields.word(key).map(SecretRef::new);
  }

  static Map<String, String> labels(Fields section) {
    Map<String, String> labels = new TreeMap<>();
    section.byName().forEach((name, value) -> labels.put(name, ((Checked.Word) value).text()));
    return labels;
  }

  private static List<String> ports(Fields s) {
    return s.get("ports").orElseThrow() instanceof Checked.Items items
        ? items.all().stream().map(item -> ((Checked.Word) item).text()).toList()
        : List.of();
  }
}
