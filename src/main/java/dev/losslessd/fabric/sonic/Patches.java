package dev.losslessd.fabric.sonic;

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

  List<String> apply(String text) throws Refused {
    List<String> said = new ArrayList<>();
    if (device.databases().areSeveral()) {
      scopes(text, said);
    } else {
      Scope only = device.scope(Databases.HOST);
      only.put(Patcher.apply(only.db(), Patcher.operations(text), lies));
      said("localhost", said);
    }
    said.add("Patch applied successfully.");
    return said;
  }

  private static void said(String scope, List<String> said) {
    said.add("Patch Applier: " + scope + ": Patch application starting.");
    said.add("Patch Applier: " + scope + " patch application completed.");
  }

  private void scopes(String text, List<String> said) throws Refused {
    List<String> failures = new ArrayList<>();
    for (Map.Entry<String, List<Object>> one : byScope(Patcher.operations(text)).entrySet()) {
      String name = one.getKey().equals("localhost") ? Databases.HOST : one.getKey();
      try {
        Scope scope = device.scope(name);
        scope.put(Patcher.apply(scope.db(), one.getValue(), lies));
        said(one.getKey(), said);
      } catch (Refused e) {
        failures.add("- " + one.getKey() + ": " + e.text().replace(FAILED, ""));
      }
    }
    if (!failures.isEmpty()) {
      throw new Refused(
          2,
          FAILED
              + "Failed to apply patch on the following scopes:\n"
              + String.join("\n", failures));
    }
  }

  private Map<String, List<Object>> byScope(List<?> operations) throws Refused {
    Map<String, List<Object>> scopes = new LinkedHashMap<>();
    for (Object one : operations) {
      Map<?, ?> operation = Patcher.operation(one);
      String path = String.valueOf(operation.get("path"));
      Matcher m = PATH.matcher(path);
      boolean known =
          m.matches() && (m.group(1).equals("localhost") || device.databases().has(m.group(1)));
      if (!known) {
        throw new Refused(
            2, FAILED + "Multi ASIC must have namespace prefix in path: '" + path + "'.");
      }
      Map<Object, Object> within = new LinkedHashMap<>(operation);
      within.put("path", m.group(2));
      scopes.computeIfAbsent(m.group(1), _ -> new ArrayList<>()).add(within);
    }
    return scopes;
  }
}
