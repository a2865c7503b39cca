package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Policies of {@code vlan configuration}, and the ports that carry these VLANs. */
record VlanPolicies(ConfigTree config) {
  private static final String VLANS = "vlan configuration ";
  private static final String ACCESS = "switchport access vlan ";
  private static final String MODE = "switchport mode ";
  private static final String NATIVE = "switchport trunk native vlan ";
  private static final String ALLOWED = "switchport trunk allowed vlan ";

  /** The VLAN of a port without a line. */
  private static final String DEFAULT_VLAN = "1";

  private static final int MOST_VLANS = 4094;

  /** Sections with a classification. */
  List<ConfigTree> sections() {
    return config.starting(VLANS).stream()
        .filter(section -> Bindings.in(section).isPresent())
        .toList();
  }

  /**
   * The classification of a port by its VLAN.
   *
   * @throws DeviceException UNSUPPORTED for a port that carries several VLANs, one of them with a
   *     policy; GARBLED for an access port where a list of VLANs is not understood that may have it
   */
  Optional<String> of(String port, Places places) {
    if (places.isRouted() || sections().isEmpty()) {
      return Optional.empty();
    }
    if (places.after(MODE).stream().allMatch("access"::equals)) {
      return with(places.first(ACCESS).orElse(DEFAULT_VLAN)).flatMap(Bindings::in);
    }
    Optional<Set<Integer>> carried = carried(places);
    sections().stream()
        .filter(section -> carried.isEmpty() || meets(section, carried.get()))
        .findFirst()
        .ifPresent(section -> {
          throw DeviceException.unsupported(
              "%s has several VLANs, and '%s' has policy %s for the packets of its own: set there"
                  .formatted(
                      port,
                      PrintableText.brief(section.line()),
                      PrintableText.brief(Bindings.in(section).orElseThrow())));
        });
    return Optional.empty();
  }

  /** The section of one VLAN. Another one's list that is not understood matters without it. */
  private Optional<ConfigTree> with(String vlan) {
    Integer number = numbers(vlan).iterator().next();
    for (ConfigTree section : sections()) {
      if (isUnderstood(section) && numbers(section).contains(number)) {
        return Optional.of(section);
      }
    }
    sections().forEach(VlanPolicies::numbers);
    return Optional.empty();
  }

  /** VLANs of a trunk, its native one among them; empty for all, or for words not understood. */
  private static Optional<Set<Integer>> carried(Places places) {
    List<String> lists = places.after(ALLOWED);
    if (!places.after(MODE).equals(List.of("trunk")) || lists.isEmpty()) {
      return Optional.empty();
    }
    return Failures.readable(
        () -> {
          Set<Integer> all = numbers(places.first(NATIVE).orElse(DEFAULT_VLAN));
          for (String list : lists) {
            if (!list.equals("none")) {
              all.addAll(numbers(list.startsWith("add ") ? list.substring("add ".length()) : list));
            }
          }
          return Optional.of(all);
        },
        Optional.empty());
  }

  private static boolean meets(ConfigTree section, Set<Integer> carried) {
    return !isUnderstood(section) || !Collections.disjoint(numbers(section), carried);
  }

  private static boolean isUnderstood(ConfigTree section) {
    return Failures.readable(() -> !numbers(section).isEmpty(), false);
  }

  private static Set<Integer> numbers(ConfigTree section) {
    return numbers(section.line().substring(VLANS.length()));
  }

  private static Set<Integer> numbers(String list) {
    Set<Integer> numbers = new TreeSet<>();
    for (String part : Pattern.of("[, ]+").split(list)) {
      numbers.addAll(NumberRanges.parse(RunningConfig.COMMAND, part, MOST_VLANS));
    }
    return numbers;
  }
}
