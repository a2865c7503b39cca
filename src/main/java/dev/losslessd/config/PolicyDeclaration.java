package dev.losslessd.config;

import static dev.losslessd.config.Declaration.MICROS;
import static dev.losslessd.config.Declaration.NAME;
import static dev.losslessd.config.Declaration.TEXT;
import static dev.losslessd.config.Declaration.count;
import static dev.losslessd.config.Declaration.time;
import static dev.losslessd.config.Shape.choice;
import static dev.losslessd.config.Shape.key;
import static dev.losslessd.config.Shape.optional;
import static dev.losslessd.config.Shape.required;

import dev.losslessd.config.Shape.Amount;
import dev.losslessd.config.Shape.Flag;
import dev.losslessd.config.Shape.Key;
import dev.losslessd.config.Shape.Many;
import dev.losslessd.config.Shape.OneOrMany;
import dev.losslessd.config.Shape.Section;
import dev.losslessd.config.Shape.WordOr;
import dev.losslessd.config.Shape.Words;
import dev.losslessd.model.DcqcnParameter;
import java.util.ArrayList;
import java.util.List;

/** Declares the keys below {@code policy}. */
final class PolicyDeclaration {
  private static final Shape PRIORITY = count(0, 7);

  private PolicyDeclaration() {}

  static Section section() {
    return Declaration.section(
        key("profile", NAME, "", "a file of profiles/ to start from; keys here override it"),
        key("source", TEXT, "", "where its figures come from, for people who read them"),
        key("classes", new Many(trafficClass()), "", "traffic classes"),
        key(
            "dcqcn",
            new WordOr("off", dcqcn()),
            "",
            "congestion control of every NIC; absent leaves it alone"),
        key("mtu", count(576, 9978), "", "IP MTU in bytes"),
        optional(
            "pfcWatchdog",
            Declaration.section(
                key(
                    "detect",
                    time(100_000, 5 * MICROS),
                    "",
                    "a queue paused for so long is a storm"),
                key("restore", time(100_000, 60 * MICROS), "", "so long without pause ends it"),
                key(
                    "action",
                    choice("drop", "forward", "alert"),
                    "",
                    "what becomes of its packets")),
            "storm guard on the switches; what is absent is left as a switch has it"),
        key(
            "ports",
            new OneOrMany(
                new Words(PolicyScope.FORM, "rdma, all, mine, or a glob like leaf1:Ethernet1/*")),
            PolicyScope.RDMA,
            "ports of switches with 'manage: true' that it is for: rdma are those with a host at"
                + " the other end, by 'links' or LLDP; all is every one; mine are those wired to"
                + " this host; a glob with ! takes ports out, of rdma where nothing else is"
                + " named"));
  }

  private static Shape trafficClass() {
    return Declaration.section(
        required("name", NAME, "the operator's word for it"),
        required("priority", PRIORITY, "802.1p priority, one class each"),
        key("dscp", new Many(count(0, 63)), "[]", "code points of the class"),
        key("pfc", new Flag(), "off", "on: it pauses instead of dropping"),
        key("bandwidth", new Amount(Quantity.SHARE, 1, 100), "", "least share of the link"),
        key(
            "scheduling",
            choice("shared", "strict"),
            "shared",
            "strict is sent before all that share"),
        key(
            "mark",
            new Flag(),
            "off",
            "on: NICs send RDMA with its first DSCP, by traffic-class and roce-tos; one class"),
        optional(
            "ecn",
            Declaration.section(
                required(
                    "min",
                    new Amount(Quantity.SIZE, 1, 1L << 32),
                    "queue depth below which nothing is marked"),
                required(
                    "max",
                    new Amount(Quantity.SIZE, 1, 1L << 32),
                    "depth from which on every packet is"),
                required(
                    "probability", new Amount(Quantity.SHARE, 1, 100), "of a mark just below max")),
            "marking on the switches"));
  }

  private static Shape dcqcn() {
    List<Key> keys = new ArrayList<>();
    keys.add(
        key(
            "enabled",
            new Many(PRIORITY),
            "",
            "priorities with DCQCN on, where the driver has the switch"));
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      Shape shape =
          switch (parameter.unit()) {
            case FLAG -> new Flag();
            case MICROS -> new Amount(Quantity.TIME, parameter.min(), parameter.max());
            case MBPS -> new Amount(Quantity.RATE, parameter.min(), parameter.max());
            case PERCENT -> new Amount(Quantity.SHARE, parameter.min(), parameter.max());
            case PER_1024, COUNT, DSCP, PRIORITY, RAW -> count(parameter.min(), parameter.max());
          };
      keys.add(key(parameter.key(), shape, "", parameter.meaning() + usual(parameter, shape)));
    }
    return new Section(keys);
  }

  private static String usual(DcqcnParameter parameter, Shape shape) {
    long usual = parameter.usual();
    Object text = shape instanceof Amount amount ? amount.quantity().text(usual) : usual;
    return " NVIDIA's default: " + (shape instanceof Flag ? usual == 1 ? "on" : "off" : text) + ".";
  }
}
