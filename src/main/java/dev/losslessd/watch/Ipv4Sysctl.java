package dev.losslessd.watch;

import dev.losslessd.text.Pattern;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Settings of {@code net.ipv4.conf} in force on a netdev: the greater of its own and that of {@code
 * all}, by Linux Documentation/networking/ip-sysctl.rst for {@code arp_ignore}, {@code
 * arp_announce}, {@code arp_filter} and {@code rp_filter}. One object is for one look.
 */
final class Ipv4Sysctl {
  private final HostFiles files;
  private final Map<String, OptionalInt> ofAll = new HashMap<>();

  Ipv4Sysctl(HostFiles files) {
    this.files = files;
  }

  /** Empty where either cannot be read. */
  OptionalInt of(String netdev, String name) {
    OptionalInt all = ofAll.computeIfAbsent(name, one -> read("all", one));
    OptionalInt own = all.isPresent() ? read(netdev, name) : OptionalInt.empty();
    return own.isPresent() ? OptionalInt.of(Math.max(all.getAsInt(), own.getAsInt())) : own;
  }

  private OptionalInt read(String place, String name) {
    return files
        .tryText("proc/sys/net/ipv4/conf/" + place + "/" + name)
        .filter(text -> Pattern.matches("\\d{1,4}", text))
        .map(text -> OptionalInt.of(Integer.parseInt(text)))
        .orElse(OptionalInt.empty());
  }
}
