package dev.losslessd.driver.eos;

import dev.losslessd.driver.AgentName;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Optional;

/**
 * Names of this agent's QoS profiles: {@code losslessd-gpu01-Ethernet1_1-} and the profile that the
 * port had. Early releases gave them no host; those count as its own, and go when they are
 * replaced.
 */
record ProfileNames(AgentName agent) {
  /** Returns the prefix of the profiles made for a port. */
  String prefix(String port) {
    return agent.plain() + "-" + plain(port);
  }

  private static String early(String port) {
    return AgentName.AGENT + plain(port);
  }

  private static String plain(String port) {
    return port.replace('/', '_') + "-";
  }

  boolean isOurs(String port, String name) {
    return name.startsWith(prefix(port)) || name.startsWith(early(port));
  }

  /** The profile that the port had before ours. */
  String origin(String port, String name) {
    return isOurs(port, name)
        ? name.substring((name.startsWith(prefix(port)) ? prefix(port) : early(port)).length())
        : name;
  }

  /** The host of the agent that made a profile for this port, where that is not ours. */
  Optional<String> other(String port, String name) {
    Matcher found =
        Pattern.compile(
                AgentName.AGENT + "(" + AgentName.HOST + ")-" + Pattern.quote(plain(port)) + ".*")
            .matcher(name);
    return !isOurs(port, name) && found.matches()
        ? agent.otherHost(found.group(1))
        : Optional.empty();
  }
}
