package dev.losslessd.config;

import static dev.losslessd.config.Shape.choice;
import static dev.losslessd.config.Shape.key;
import static dev.losslessd.config.Shape.optional;
import static dev.losslessd.config.Shape.required;

import dev.losslessd.config.Shape.Amount;
import dev.losslessd.config.Shape.Flag;
import dev.losslessd.config.Shape.Key;
import dev.losslessd.config.Shape.Many;
import dev.losslessd.config.Shape.Named;
import dev.losslessd.config.Shape.Reference;
import dev.losslessd.config.Shape.Section;
import dev.losslessd.config.Shape.WordOr;
import dev.losslessd.config.Shape.Words;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Every key of the config file, once. */
final class Declaration {
  static final long MICROS = 1_000_000;
  static final Shape NAME = new Words("[A-Za-z0-9._-]{1,64}", "a name of letters, digits, . _ -");
  private static final Shape ADDRESS =
      new Words("[0-9A-Za-z.:%_-]{1,255}", "an address or host name");
  static final Shape PATH = new Words("/.*", "an absolute path");
  static final Shape SECRET =
      new Reference(
          new Words(
              "(file:/.+|env:[A-Za-z_][A-Za-z0-9_]*|credential:[A-Za-z0-9._-]+)",
              "a reference: file:/path, env:NAME or credential:name; never the secret itself"));
  private static final Shape PORT = new Words("[^:\\s]+:\\S+", "device:port");
  static final Shape TEXT = new Words("[^\\p{Cntrl}]{1,256}", "a text of one line");

  private static final Shape LABELS =
      new Named(
          "labels",
          new Words(
              "[a-zA-Z][a-zA-Z0-9_]*|_([a-zA-Z0-9][a-zA-Z0-9_]*)?",
              "a label name of letters, digits and _"),
          new Words("[^\\x00-\\x1f\\x7f]{0,256}", "a text of one line"));

  private Declaration() {}

  static final Section ROOT =
      section(
          key(
              "mode",
              choice("observe", "plan", "enforce"),
              "observe",
              "observe reads only, plan also shows what it would do, enforce applies"),
          key("host", host(), "", "the host that the agent runs on"),
          key("state", PATH, "/var/lib/losslessd", "folder of the journal, mode 0700"),
          key("http", HttpKeys.http(), "", "where and how REST and metrics are served"),
          key("poll", poll(), "", "how often to read"),
          key("input", InputDeclaration.section(), "", "how much devices may send, and how long"),
          key("metrics", HttpKeys.metrics(), "", "the page /metrics: its own listener, its limits"),
          key("commit", CommitDeclaration.section(), "", "how changes are made"),
          key("history", HistoryKeys.shape(), "", "how much of the past is kept"),
          optional("limits", LimitKeys.limits(), "how much one commit may change"),
          key(
              "windows",
              new Many(LimitKeys.window()),
              "[]",
              "when changes may begin; none means at any time. Undo is never held"),
          key(
              "drift",
              new WordOr("report", drift()),
              "report",
              "what to do about settings that are not as wanted"),
          key(
              "policy",
              PolicyDeclaration.section(),
              "",
              "what the fabric shall carry; declared once"),
          key("nics", nics(), "", "which NICs of this host are read and set"),
          key("jumps", new Many(jump()), "", "jump hosts on the way to switches, by SSH"),
          key("switches", new Many(aSwitch()), "", "switches of this fabric"),
          key("links", new Many(link()), "", "cables that LLDP does not tell"));

  private static Shape host() {
    return section(
        key("name", NAME, "", "device name of this host; default is its hostname"),
        key("root", PATH, "/", "folder that holds sys and proc"),
        key(
            "kernel",
            new WordOr("native", new Words("unix:/.+", "unix:/folder of a fabric process")),
            "native",
            "who answers netlink and ethtool"),
        key(
            "jobEnvironments",
            new Flag(),
            "off",
            "find jobs that send in another class by their environment: NCCL_IB_TC and the like, no"
                + " other name; needs drop-ins/jobs.conf"));
  }

  private static Shape poll() {
    return section(
        key(
            "nic",
            time(MICROS, 3600 * MICROS),
            "1s",
            "counters; ethtool takes the RTNL lock, so never faster than 1s"),
        key(
            "fast",
            time(10_000, MICROS),
            "",
            "CNPs, CE marks, losses and bytes of NICs, for bursts; not read if absent"),
        key(
            "settings",
            time(MICROS, 3600 * MICROS),
            "10s",
            "settings; kernel events are followed at once"),
        key(
            "deadline",
            time(10_000, 60 * MICROS),
            "2s",
            "longest wait for one answer of the kernel"),
        optional(
            "ports",
            choice("mine", "all"),
            "switch ports to read counters of; mine are those that LLDP or 'links' tells to be"
                + " wired to this host. If absent: all of a switch with 'manage: true', else"
                + " mine"));
  }

  private static Shape buffer() {
    return section(
        key(
            "shared",
            new Amount(Quantity.SIZE, 1, 1L << 32),
            "",
            "pool that the lossless priorities share, without headroom; needs alpha"),
        key(
            "alpha",
            new Words("1/[1-9][0-9]{0,2}|[1-9][0-9]{0,2}", "an alpha like 1/8, 1 or 8"),
            "",
            "SONiC's dynamic_th n is 2^n: -3 is 1/8; needs shared"),
        key(
            "headroom",
            new Amount(Quantity.SIZE, 1, 1L << 32),
            "",
            "XOFF headroom of a port for one lossless priority"));
  }

  private static Shape drift() {
    List<Key> classes = new ArrayList<>();
    for (SettingKind kind : SettingKind.values()) {
      classes.add(key(kind.word(), choice("report", "repair"), "", kind.meaning()));
    }
    return section(
        key(
            "default",
            choice("report", "repair"),
            "report",
            "report only tells; repair brings back what was confirmed before, in enforce mode"),
        key("classes", new Section(classes), "", "other than the default, by setting"));
  }

  private static Shape nics() {
    return section(
        key(
            "include",
            new Many(TEXT),
            "[\"*\"]",
            "globs of RDMA device or netdev names; * is every RDMA NIC and PCI netdev"),
        key("exclude", new Many(TEXT), "[]", "globs of names that are never opened"),
        key(
            "expect",
            count(0, 1024),
            "",
            "RDMA ports that the host shall have; fewer are a critical finding"),
        key(
            "labels",
            new Named(
                "labels by names of ports, as \"mlx5_0\": { rail: 0 }",
                new Words("[A-Za-z0-9_.*?-]{1,64}", "a glob of RDMA device or netdev names"),
                LABELS),
            "",
            "labels of ports on roce_port_labels; where two globs give a label, the first does"));
  }

  private static Shape aSwitch() {
    return section(
        required("name", NAME, "its name everywhere: leaf1"),
        required("address", ADDRESS, "IP address or host name"),
        required(
            "os",
            choice(Stream.of(SwitchSystem.values()).map(SwitchSystem::word).toArray(String[]::new)),
            "its operating system; esxi is a server, whose vmnics are the ports"),
        key("manage", new Flag(), "off", "this agent is the one that writes it"),
        key(
            "save",
            new Flag(),
            "off",
            "copy running to startup configuration after a confirm; what others left unsaved makes"
                + " it wait for 'losslessd save'"),
        key("asic", NAME, "", "its chip, for headroom tables: spectrum4"),
        optional("buffer", buffer(), "packet buffer, for headroom and ECN before PFC"),
        key("labels", LABELS, "", "on its metrics, for waves and for --label"),
        key(
            "via",
            section(
                key("jump", NAME, "", "name of one of jumps; SNMP does not go over it"),
                key("source", TEXT, "", "own address to start from")),
            "",
            "the way to it"),
        optional("ssh", ssh(), "login for its settings"),
        optional(
            "snmp",
            section(
                key("version", choice("2c", "3"), "3", "1 has no 64-bit counters and is not taken"),
                key("community", SECRET, "", "community of version 2c, for reads"),
                key(
                    "writeCommunity",
                    SECRET,
                    "",
                    "of version 2c, with os "
                        + Rules.writtenBySnmp()
                        + ": may set PFC of the whole switch; version 3 needs"
                        + " none"),
                key("user", NAME, "", "user of version 3"),
                key(
                    "auth",
                    choice("sha1", "sha224", "sha256", "sha384", "sha512"),
                    "sha256",
                    "hash of version 3"),
                key("authKey", SECRET, "", "passphrase of the hash"),
                key("priv", choice("aes128", "aes192", "aes256"), "aes128", "cipher of 3"),
                key("privKey", SECRET, "", "passphrase of the cipher"),
                key("port", count(1, 65535), "161", "UDP port"),
                key(
                    "pdusPerSecond",
                    count(1, 10_000),
                    "50",
                    "cap: switch CPUs are small and shared")),
            "its agent, for counters and neighbours"),
        key(
            "poll",
            section(
                key("snmp", time(MICROS, 3600 * MICROS), "10s", "period of counters"),
                key("ssh", time(10 * MICROS, 86_400 * MICROS), "60s", "of settings")),
            "",
            "how often it is read"),
        key(
            "ports",
            new WordOr("lldp", new Many(TEXT)),
            "lldp",
            "ports of this fabric, by name or LLDP"));
  }

  private static Shape jump() {
    return section(
        required("name", NAME, "what via.jump of a switch says"),
        required("address", ADDRESS, "IP address or host name"),
        required("ssh", ssh(), "login on it"));
  }

  private static Shape ssh() {
    return section(
        required("user", NAME, "account to log in as"),
        key("key", SECRET, "", "private key, as OpenSSH writes it"),
        key("password", SECRET, "", "password, where there is no key"),
        key("passphrase", SECRET, "", "passphrase of the key"),
        key(
            "hostKey",
            new Words("SHA256:[A-Za-z0-9+/=]{43,44}", "a fingerprint SHA256:..."),
            "",
            "the host key that is taken; else those of knownHosts"),
        key(
            "knownHosts",
            PATH,
            "/etc/ssh/ssh_known_hosts",
            "file of known host keys, as OpenSSH's"),
        key("port", count(1, 65535), "22", "TCP port"),
        key("legacy", new Flag(), "off", "allow algorithms that are out of date"),
        key(
            "commandsPerMinute",
            // to read a switch anew takes up to 20 lines: below, a change would not end in time
            count(120, 100_000),
            "600",
            "cap on command lines: switch CPUs are small and shared"));
  }

  private static Shape link() {
    return section(
        required("a", PORT, "one end of the cable"),
        required("b", PORT, "the other end"),
        key("cable", new Amount(Quantity.LENGTH, 1, 100_000), "", "its length, for headroom"));
  }

  static Section section(Key... keys) {
    return new Section(List.of(keys));
  }

  static Shape count(long min, long max) {
    return new Amount(Quantity.COUNT, min, max);
  }

  static Shape time(long min, long max) {
    return new Amount(Quantity.TIME, min, max);
  }
}
