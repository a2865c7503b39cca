package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code config apply-patch}: of one ASIC whole or not at all; of several each scope by itself, as
 * its paths begin, so that one may be in force and another refused (sonic-utilities, config/main.py
 * and generic_updater.py).
 */
final class Patches {
  private static final String FAILED = "Failed to apply patch due to: ";
  private static final Pattern PATH = Pattern.compile("/(localhost|asic\\d+)(/.*)");

  private final SonicSwitch device;
  private final Predicate<String> lies;

  Patches(SonicSwitch device, Predicate<String> lies) {
    this.device = device;
    this.lies = lies;
  }

  /**
   * @param dry everything but the writing
   */
  List<String> apply(String text, boolean dry) throws CliError {
    List<String> said = new ArrayList<>();
    if (dry) {
      said.add("** DRY RUN EXECUTION **");
    }
    if (device.databases().areSeveral()) {
      scopes(text, dry, said);
    } else {
      apply(device.scope(Databases.HOST), Patcher.operations(text), dry);
      said("localhost", said);
    }
    said.add("Patch applied successfully.");
    return said;
  }

  private void apply(Scope scope, List<?> operations, boolean dry) throws CliError {
    Release release = device.release();
    Tables target = Patcher.apply(scope.db(), operations, release, dry ? _ -> false : lies);
    List<Move> moves = PatchSorter.sort(scope.db(), target, release);
    if (!dry) {
      carryOut(scope, moves, target);
    }
  }

  /** Writes the moves one by one; those before a failure stay in force. */
  private void carryOut(Scope scope, List<Move> moves, Tables target) throws CliError {
    for (Move move : moves) {
      Tables next = scope.db().copy();
      try {
        move.into(next);
      } catch (CliError e) {
        throw new CliError(2, FAILED + e.text());
      }
      scope.put(next);
      if (shuts(move) && device.faults().takeLieAbout("patch")) {
        throw new CliError(2, FAILED + "Unable to connect to redis: Connection refused");
      }
    }
    if (!scope.sameBut(target)) {
      throw new CliError(
          2,
          FAILED
              + "localhost: after applying patch to config, there are still some parts not"
              + " updated");
    }
  }

  private static boolean shuts(Move move) {
    return move.ops().stream()
        .anyMatch(op -> op.path().getLast().equals("admin_status") && op.value().equals("down"));
  }

  private static void said(String scope, List<String> said) {
    said.add("Patch Applier: " + scope + ": Patch application starting.");
    said.add("Patch Applier: " + scope + " patch application completed.");
  }

  private void scopes(String text, boolean dry, List<String> said) throws CliError {
    List<String> failures = new ArrayList<>();
    for (Map.Entry<String, List<Object>> one : byScope(Patcher.operations(text)).entrySet()) {
      String name = one.getKey().equals("localhost") ? Databases.HOST : one.getKey();
      try {
        apply(device.scope(name), one.getValue(), dry);
        said(one.getKey(), said);
      } catch (CliError e) {
        failures.add("- " + one.getKey() + ": " + e.text().replace(FAILED, ""));
      }
    }
    if (!failures.isEmpty()) {
      throw new CliError(
          2,
          FAILED
              + "Failed to apply patch on the following scopes:\n"
              + String.join("\n", failures));
    }
  }

  private Map<String, List<Object>> byScope(List<?> operations) throws CliError {
    Map<String, List<Object>> scopes = new LinkedHashMap<>();
    if (operations.isEmpty()) {
      // an empty patch has the models judge every database (extract_scope's caller)
      device
          .databases()
          .names()
          .forEach(name -> scopes.put(name.isEmpty() ? "localhost" : name, new ArrayList<>()));
    }
    for (Object one : operations) {
      Map<?, ?> operation = Patcher.operation(one);
      String path = String.valueOf(operation.get("path"));
      Matcher m = PATH.matcher(path);
      boolean known =
          m.matches() && (m.group(1).equals("localhost") || device.databases().has(m.group(1)));
      if (!known) {
        throw new CliError(
            2, FAILED + "Multi ASIC must have namespace prefix in path: '" + path + "'.");
      }
      Map<Object, Object> within = new LinkedHashMap<>(operation);
      within.put("path", m.group(2));
      scopes.computeIfAbsent(m.group(1), _ -> new ArrayList<>()).add(within);
    }
    return scopes;
  }
}
