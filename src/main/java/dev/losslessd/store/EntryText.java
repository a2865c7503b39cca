package dev.losslessd.store;

import dev.losslessd.model.Change;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Setting;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A journal's entry as one line of JSON, for people and their tools; nothing reads it back. */
public final class EntryText {
  private final StringBuilder out = new StringBuilder(256);

  private EntryText(Entry entry) {
    String name = entry.getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-");
    out.append("{\"record\":");
    JsonText.quote(out, name.toLowerCase(Locale.ROOT));
    if (!entry.commit().isEmpty()) {
      put("commit", entry.commit());
    }
  }

  /** Without the line break. */
  public static String of(Entry entry) {
    EntryText text = new EntryText(entry);
    switch (entry) {
      case Entry.Staged e -> {
        text.asked(e.actor(), e.reason(), e.at());
        text.changes("changes", e.plan().changes());
        text.values("wanted", e.wish().delta());
        text.unset(e.plan());
      }
      case Entry.Begun e -> {
        text.asked(e.actor(), e.reason(), e.at());
        text.put("boot", e.boot());
        text.flag("acceptIdle", e.acceptIdle());
        text.changes("changes", e.plan().changes());
        text.values("wanted", e.delta());
        text.unset(e.plan());
        text.identities(e.plan());
      }
      case Entry.Wave e -> {
        text.at(e.at());
        text.number("wave", e.wave());
        text.number("of", e.of());
        text.number("begun", e.begun());
      }
      case Entry.Held e -> {
        text.at(e.at());
        text.put("until", e.until().at().toString());
        text.put("devices", String.join(" ", e.devices().stream().map(d -> d.name()).toList()));
      }
      case Entry.Kept e -> text.at(e.at());
      case Entry.Applied e -> {
        text.at(e.at());
        text.put("actor", e.actor());
        text.put("deadline", e.deadline().at().toString());
      }
      case Entry.Confirmed e -> {
        text.at(e.at());
        text.put("actor", e.actor());
        text.number("revision", e.revision());
      }
      case Entry.Undoing e -> {
        text.ended(e.why(), e.at());
        text.put("actor", e.actor());
        text.changes("begun", e.begun());
      }
      case Entry.RolledBack e -> {
        text.ended(e.why(), e.at());
        text.put("actor", e.actor());
      }
      case Entry.Stuck e -> {
        text.ended(e.why(), e.at());
        text.put("actor", e.actor());
        text.changes("left", e.left());
      }
      case Entry.Abandoned e -> {
        text.ended(e.why(), e.at());
        text.put("actor", e.actor());
        text.changes("left", e.left());
      }
      case Entry.Saved e -> {
        text.at(e.at());
        text.put("actor", e.actor());
        text.put("device", e.device().name());
        text.put("foreign", String.join("; ", e.foreign()));
      }
      case Entry.Frozen e -> {
        text.at(e.at());
        text.put("actor", e.actor());
        text.out.append(",\"frozen\":").append(e.frozen());
      }
      case Entry.MaintenanceBegun e -> {
        text.put("target", e.maintenance().target().text());
        text.asked(e.maintenance().actor(), e.maintenance().reason(), e.maintenance().since());
        text.put("until", e.maintenance().until().at().toString());
      }
      case Entry.MaintenanceEnded e -> {
        text.at(e.at());
        text.put("target", e.target().text());
        text.put("actor", e.actor());
      }
      case Entry.Identified e -> {
        text.at(e.at());
        text.put("found", String.join("; ", e.found().texts()));
      }
      case Entry.Released e -> {
        text.put("device", e.release().device().name());
        text.asked(e.release().actor(), e.release().reason(), e.release().since());
        text.put("how", e.release().how().word());
        text.put("names", String.join("; ", e.release().names()));
      }
      case Entry.Returned e -> {
        text.at(e.at());
        text.put("device", e.device().name());
        text.put("actor", e.actor());
      }
      case Entry.Accepted e -> {
        text.put("device", e.device().name());
        text.asked(e.actor(), e.reason(), e.at());
        text.put("found", String.join("; ", e.found().texts()));
      }
    }
    return text.out.append('}').toString();
  }

  private void asked(String actor, String reason, Instant at) {
    at(at);
    put("actor", actor);
    put("reason", reason);
  }

  private void ended(String why, Instant at) {
    at(at);
    put("why", why);
  }

  private void at(Instant at) {
    put("at", at.toString());
  }

  private void put(String name, String value) {
    out.append(",\"").append(name).append("\":");
    JsonText.quote(out, value);
  }

  private void number(String name, long value) {
    out.append(",\"").append(name).append("\":").append(value);
  }

  /** Only where it is true. */
  private void flag(String name, boolean on) {
    out.append(on ? ",\"" + name + "\":true" : "");
  }

  private void changes(String name, List<Change> changes) {
    String comma = "";
    out.append(",\"").append(name).append("\":[");
    for (Change change : changes) {
      AuditEvent.Step step = AuditEvent.Step.of(change);
      out.append(comma).append("{\"setting\":");
      JsonText.quote(out, step.setting());
      put("before", step.before());
      put("after", step.after());
      out.append('}');
      comma = ",";
    }
    out.append(']');
  }

  /** Only where something was: most lines have none. */
  private void unset(Plan plan) {
    if (!plan.unset().isEmpty()) {
      SortedMap<Key, Setting> overrides = new TreeMap<>();
      plan.unset().forEach(one -> overrides.put(one.key(), one.override()));
      values("unset", overrides);
    }
  }

  /** Written only if a device reported an identity. */
  private void identities(Plan plan) {
    if (!plan.identities().isNone()) {
      put("devices", String.join("; ", plan.identities().texts()));
    }
  }

  private void values(String name, Map<Key, Setting> values) {
    String comma = "";
    out.append(",\"").append(name).append("\":[");
    for (Map.Entry<Key, Setting> one : values.entrySet()) {
      out.append(comma).append("{\"setting\":");
      JsonText.quote(out, one.getKey().target() + " " + one.getKey().kind().word());
      put("value", one.getValue().text());
      out.append('}');
      comma = ",";
    }
    out.append(']');
  }
}
