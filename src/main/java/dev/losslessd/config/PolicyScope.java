package dev.losslessd.config;

import dev.losslessd.model.Glob;
import dev.losslessd.model.PortId;
import java.util.List;
import java.util.stream.Stream;

/**
 * The ports of managed switches that the policy is for; config key {@code policy.ports}. A port
 * counts that one of the items fits, unless an item with {@code !} fits it. Where all items have
 * {@code !}, they take ports out of the default, {@code rdma}.
 *
 * @param items words {@code rdma}, {@code all} and {@code mine}, and globs of ports like {@code
 *     leaf1:Ethernet1/*}
 */
public record PolicyScope(List<String> items) {
  /** Form of an item in the config. */
  static final String FORM = "rdma|all|mine|!?[^!:\\s][^:\\s]*:\\S+";

  static final String RDMA = "rdma";
  private static final String ALL = "all";
  private static final String MINE = "mine";
  private static final String NOT = "!";

  public PolicyScope {
    items = List.copyOf(items);
  }

  /** Every port whose neighbor is a host: by a declared link, or by LLDP. */
  public boolean rdma() {
    return items.contains(RDMA)
        || (!items.isEmpty() && items.stream().allMatch(item -> item.startsWith(NOT)));
  }

  /** Every port that a switch has for cables. */
  public boolean all() {
    return items.contains(ALL);
  }

  /** Ports that are wired to this host, or to a server that this agent sets. */
  public boolean mine() {
    return items.contains(MINE) || rdma() || all();
  }

  /** Whether a glob names the port. */
  public boolean names(PortId port) {
    return globs().anyMatch(glob -> glob.fits(port.toString()));
  }

  /** Whether a glob with {@code !} takes the port out. */
  public boolean excludes(PortId port) {
    return items.stream()
        .filter(item -> item.startsWith(NOT))
        .anyMatch(item -> new Glob(item.substring(1)).fits(port.toString()));
  }

  /** Globs that take ports in, as they are written. */
  private Stream<Glob> globs() {
    return items.stream()
        .filter(item -> item.contains(":") && !item.startsWith(NOT))
        .map(Glob::new);
  }

  /** Device part of a glob; the item itself for a word. */
  static String device(String item) {
    String glob = item.startsWith(NOT) ? item.substring(1) : item;
    int colon = glob.indexOf(':');
    return colon < 0 ? glob : glob.substring(0, colon);
  }

  @Override
  public String toString() {
    return String.join(", ", items);
  }
}
