package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.text.PrintableText;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Access lists that give packets their class, whatever their port trusts: {@code nv set acl A rule
 * N action set class C} and {@code action police class C} (NVUE reference, ACL commands, since
 * 5.0.0), bound by {@code nv set interface PORT acl A inbound}.
 */
final class Acls {
  private Acls() {}

  /**
   * Requires that none is bound to a port or to its bond.
   *
   * @throws DeviceException UNSUPPORTED with the name of one
   */
  static void requireNone(Node tree, String port) {
    places(tree, port)
        .flatMap(place ->
            tree.names("interface", place, "acl").stream()
                .filter(acl -> !isOutbound(tree, place, acl)))
        .filter(acl -> classifies(tree, acl))
        .findFirst()
        .ifPresent(acl -> {
          throw DeviceException.unsupported(
              "%s: acl %s gives its packets their class, by neither PCP nor the DSCP map alone"
                  .formatted(port, PrintableText.brief(acl)));
        });
  }

  private static Stream<String> places(Node tree, String port) {
    return Stream.concat(
        Stream.of(port),
        tree.names("interface").stream()
            .filter(name -> tree.has("interface", name, "bond", "member", port)));
  }

  private static boolean isOutbound(Node tree, String place, String acl) {
    return tree.names("interface", place, "acl", acl).equals(Set.of("outbound"));
  }

  /** One that the configuration does not have may. */
  private static boolean classifies(Node tree, String acl) {
    return !tree.has("acl", acl)
        || tree.names("acl", acl, "rule").stream()
            .anyMatch(rule ->
                Stream.of("set", "police")
                    .anyMatch(how -> tree.has("acl", acl, "rule", rule, "action", how, "class")));
  }
}
