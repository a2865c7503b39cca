package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.config.Shape.Amount;
import dev.losslessd.config.Shape.Choice;
import dev.losslessd.config.Shape.Many;
import dev.losslessd.config.Shape.Named;
import dev.losslessd.config.Shape.OneOrMany;
import dev.losslessd.config.Shape.Reference;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Priority;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A type whose values are no sections: their form in the file wherever they stand, and how one is
 * made of what was checked.
 */
record LeafType(Shape shape, Function<Checked, ?> make) {
  static final Shape LABELS =
      new Named("labels", TextForm.LABEL.words(), TextForm.LABEL_VALUE.words());
  static final Shape PORT_LABELS =
      new Named(
          "labels by names of ports, as \"mlx5_0\": { rail: 0 }",
          TextForm.NIC_GLOB.words(),
          LABELS);
  static final Shape PRIORITY = new Amount(Quantity.COUNT, 0, 7);

  private static final Map<Class<?>, LeafType> ALL =
      Map.ofEntries(
          leaf(Path.class, TextForm.PATH, Path::of),
          leaf(
              SecretRef.class,
              new Reference(TextForm.SECRET.words()),
              it -> new SecretRef(it.text())),
          leaf(ListenAddress.class, TextForm.LISTEN, ListenAddress::new),
          leaf(LocalTime.class, TextForm.CLOCK, LocalTime::parse),
          leaf(ZoneId.class, TextForm.ZONE, ZoneId::of),
          leaf(DayOfWeek.class, days(), LeafType::day),
          leaf(Priority.class, PRIORITY, it -> Priority.of((int) it.number())),
          leaf(Dscp.class, new Amount(Quantity.COUNT, 0, 63), it -> Dscp.of((int) it.number())),
          leaf(
              DeviceScope.class,
              new Many(TextForm.DEVICE_GLOB.words()),
              it -> new DeviceScope(texts(it))),
          leaf(
              PolicyScope.class,
              new OneOrMany(TextForm.POLICY_PORTS.words()),
              it -> new PolicyScope(texts(it))),
          leaf(Dcqcn.class, DcqcnKeys.SHAPE, DcqcnKeys::bind),
          leaf(Drift.Classes.class, Drift.Classes.SHAPE, it -> new Drift.Classes(named(it))),
          leaf(
              WebConfigFile.Users.class,
              WebConfigFile.Users.SHAPE,
              it -> new WebConfigFile.Users(named(it))));

  /** Null for a type that is a section, a number, a flag, an enum or a text of many forms. */
  static @Nullable LeafType of(Class<?> type) {
    return ALL.get(type);
  }

  private static Map.Entry<Class<?>, LeafType> leaf(
      Class<?> type, Shape shape, Function<Checked, ?> make) {
    return Map.entry(type, new LeafType(shape, make));
  }

  private static Map.Entry<Class<?>, LeafType> leaf(
      Class<?> type, TextForm form, Function<String, ?> make) {
    return leaf(type, form.words(), (Checked it) -> make.apply(it.text()));
  }

  static List<String> texts(Checked checked) {
    return ((Checked.Items) checked).all().stream().map(Checked::text).toList();
  }

  private static Map<String, String> named(Checked checked) {
    return ((Fields) checked).texts();
  }

  private static Shape days() {
    return new Choice(Stream.of(DayOfWeek.values()).map(LeafType::word).toList());
  }

  private static DayOfWeek day(Checked checked) {
    return Stream.of(DayOfWeek.values())
        .filter(day -> word(day).equals(checked.text()))
        .findFirst()
        .orElseThrow();
  }

  private static String word(DayOfWeek day) {
    return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
  }
}
