package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The {@code config interface} commands of SONiC. */
final class PortCommands {
  private final Scope scope;
  private final Predicate<String> lies;

  PortCommands(Scope scope, Predicate<String> lies) {
    this.scope = scope;
    this.lies = lies;
  }

  List<String> run(List<String> words) throws CliError {
    String text = String.join(" ", words);
    if (text.matches("mtu \\S+ \\d{1,6}")) {
      return mtu(words.get(1), Integer.parseInt(words.get(2)));
    }
    if (text.matches("(startup|shutdown) \\S+")) {
      return admin(words.get(1), words.getFirst().equals("startup") ? "up" : "down");
    }
    if (text.matches("pfc priority \\S+ [0-7] (on|off)")) {
      return priority(words.get(2), words.get(3), words.get(4).equals("on"));
    }
    if (text.matches("buffer priority-group lossless (add|remove) \\S+ [0-7]")) {
      return lossless(words.get(4), words.get(5), words.get(3).equals("add"));
    }
    throw Commands.usage("config interface", "No such command \"" + text + "\".");
  }

  private List<String> admin(String port, String state) throws CliError {
    if (!scope.db().has("PORT", port)) {
      throw Commands.usage(
          "config interface " + (state.equals("up") ? "startup" : "shutdown"),
          "Interface name is invalid. Please enter a valid interface name!!");
    }
    Tables next = scope.db().copy();
    next.put("PORT", port, "admin_status", state);
    scope.put(next);
    return List.of();
  }

  private List<String> mtu(String port, int bytes) throws CliError {
    if (!scope.db().has("PORT", port)) {
      throw Commands.usage(
          "config interface mtu",
          "Interface name is invalid. Please enter a valid interface name!!");
    }
    if (bytes < 68 || bytes > 9216) {
      throw Commands.usage(
          "config interface mtu", "Invalid value: " + bytes + " is not in the range 68<=x<=9216");
    }
    if (!lies.test("config interface mtu")) {
      Tables next = scope.db().copy();
      next.put("PORT", port, "mtu", "" + bytes);
      scope.put(next);
    }
    return List.of();
  }

  /** Prints an error and exits with status 0, as pfc/main.py does. */
  private List<String> priority(String port, String priority, boolean on) {
    if (!scope.db().has("PORT_QOS_MAP", port)) {
      return List.of("Cannot find interface " + port);
    }
    TreeSet<String> enabled = enabled(port);
    if (enabled.contains(priority) == on) {
      return List.of(
          "Priority "
              + priority
              + (on ? " has already been enabled on " : " is not enabled on ")
              + port);
    }
    write(port, priority, on, scope.db().copy());
    return List.of();
  }

  private TreeSet<String> enabled(String port) {
    TreeSet<String> all = new TreeSet<>();
    scope
        .db()
        .get("PORT_QOS_MAP", port, "pfc_enable")
        .filter(text -> !text.isEmpty())
        .ifPresent(text -> all.addAll(List.of(text.split(",", -1))));
    return all;
  }

  private void write(String port, String priority, boolean on, Tables next) {
    TreeSet<String> enabled = enabled(port);
    if (on) {
      enabled.add(priority);
    } else {
      enabled.remove(priority);
    }
    next.put("PORT_QOS_MAP", port, "pfc_enable", String.join(",", enabled));
    scope.put(next);
  }

  /** Adds or removes a lossless row of BUFFER_PG; as on SONiC, this edits pfc_enable too. */
  private List<String> lossless(String port, String priority, boolean add) throws CliError {
    if (!scope.db().hasDynamicBuffers()) {
      throw Commands.usage(
          "config interface buffer",
          "This command can only be executed on a system with dynamic buffer enabled");
    }
    Tables next = scope.db().copy();
    String key = port + "|" + priority;
    if (add == next.has("BUFFER_PG", key)) {
      throw Commands.usage(
          "config interface buffer", "Buffer profile for PG " + priority + " exists or does not");
    }
    if (add) {
      next.put("BUFFER_PG", key, "profile", "NULL");
    } else {
      next.remove("BUFFER_PG", key);
    }
    write(port, priority, add, next);
    return List.of();
  }
}
