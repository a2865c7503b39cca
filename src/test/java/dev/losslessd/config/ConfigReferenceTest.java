package dev.losslessd.config;

import static dev.losslessd.house.ReferencePage.coded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Shape.Amount;
import dev.losslessd.config.Shape.Choice;
import dev.losslessd.config.Shape.Flag;
import dev.losslessd.config.Shape.Key;
import dev.losslessd.config.Shape.Many;
import dev.losslessd.config.Shape.Named;
import dev.losslessd.config.Shape.OneOrMany;
import dev.losslessd.config.Shape.Presence;
import dev.losslessd.config.Shape.Reference;
import dev.losslessd.config.Shape.Section;
import dev.losslessd.config.Shape.WordOr;
import dev.losslessd.config.Shape.Words;
import dev.losslessd.house.ReferencePage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every key of the config file is on its reference page, in the words of the declaration. */
class ConfigReferenceTest {
  private static final int SHORTEST_HELP = 2;

  private final ReferencePage page = new ReferencePage("config", "The config file, key by key");

  /** Sections that are told once, by their place: those of a login over SSH stand twice. */
  private final Map<Section, String> told = new LinkedHashMap<>();

  @Test
  void thePageIsWhatTheCodeSays() {
    page.paragraph(
        "One file for each host, `/etc/losslessd/losslessd.yaml`. A commented one is"
            + " [`config/losslessd.yaml`](../../../config/losslessd.yaml), the schema for editors"
            + " [`config/losslessd.schema.json`](../../../config/losslessd.schema.json)."
            + " `losslessd config check FILE` tells every mistake at once with its line,"
            + " `losslessd config show FILE` prints the file with all defaults.");
    page.paragraph(
        "A key that is not in the file has its default. Where the default is empty there is none:"
            + " what the key would set is left alone. A number without its unit is a mistake.");
    page.paragraph(
        "A key is changed by a [reload](../how-to/reload.md) or needs a restart. `http.tls` comes"
            + " and goes with a restart only.");
    quantities();
    section("", Config.KEYS, 2);
    page.check();
  }

  @Test
  void everyKeySaysWhatItMeans() {
    List<String> silent = new ArrayList<>();
    help("", Config.KEYS, silent);
    assertThat(silent).as("keys whose help is no phrase").isEmpty();
  }

  private static void help(String place, Section section, List<String> silent) {
    for (Key key : section.keys()) {
      String name = join(place, key.name());
      if (key.help().split(" ").length < SHORTEST_HELP) {
        silent.add(name + ": " + key.help());
      }
      key.shape().section().ifPresent(more -> help(name, more, silent));
    }
  }

  private void quantities() {
    page.heading(2, "Values with units");
    page.table("Value", "Form");
    for (Quantity one : Quantity.values()) {
      if (one != Quantity.COUNT) {
        page.row(one.name().toLowerCase(Locale.ROOT), one.expected());
      }
    }
  }

  private void section(String place, Section section, int level) {
    told.put(section, place);
    page.heading(level, place.isEmpty() ? "Top level" : coded(place));
    page.table("Key", "Value", "Default", "Changed by", "Meaning");
    for (Key key : section.keys()) {
      page.row(
          coded(key.name()),
          value(key.shape()),
          usual(key),
          changedBy(key),
          key.help() + more(place, key));
    }
    for (Key key : section.keys()) {
      key.shape()
          .section()
          .filter(inner -> !told.containsKey(inner))
          .ifPresent(inner -> section(path(place, key), inner, 2));
    }
  }

  /** Empty for a section with keys of both kinds, which say it themselves. */
  private static String changedBy(Key key) {
    Set<String> ways = ways(key).collect(Collectors.toSet());
    return ways.size() == 1 ? ways.iterator().next() : "";
  }

  private static Stream<String> ways(Key key) {
    return key.shape()
        .section()
        .map(section -> section.keys().stream().flatMap(ConfigReferenceTest::ways))
        .orElseGet(() -> Stream.of(key.restart() ? "restart" : "reload"));
  }

  private String more(String place, Key key) {
    return key.shape()
        .section()
        .map(inner -> told.getOrDefault(inner, path(place, key)))
        .map(at ->
            "; see [`"
                + at
                + "`](#"
                + at.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "")
                + ")")
        .orElse("");
  }

  private static String path(String place, Key key) {
    return join(place, key.name()) + (key.shape() instanceof Many ? "[]" : "");
  }

  private static String join(String place, String name) {
    return place.isEmpty() ? name : place + "." + name;
  }

  private static String usual(Key key) {
    return key.presence() == Presence.REQUIRED ? "required" : coded(key.usual());
  }

  private static String value(Shape shape) {
    return switch (shape) {
      case Choice choice ->
          choice.words().stream().map(ReferencePage::coded).collect(Collectors.joining(", "));
      case Amount amount -> amount(amount);
      case Words words -> words.expected();
      case Reference _ -> "reference to a secret";
      case Flag _ -> "`on`, `off`";
      case Many many -> "list of: " + value(many.item());
      case OneOrMany some -> value(some.item()) + ", or a list of them";
      case Section _ -> "section";
      case WordOr either -> coded(either.word()) + ", or " + value(either.other());
      case Named named -> "section of " + named.what();
    };
  }

  private static String amount(Amount amount) {
    Quantity quantity = amount.quantity();
    String what = quantity == Quantity.COUNT ? "number" : quantity.name().toLowerCase(Locale.ROOT);
    return amount.max() == Long.MAX_VALUE
        ? what + ", " + quantity.text(amount.min()) + " or more"
        : what + ", " + quantity.text(amount.min()) + " to " + quantity.text(amount.max());
  }
}
