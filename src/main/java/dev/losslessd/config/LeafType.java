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
import java.util.function.LongFunction;
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
          Map.entry(Path.class, text(TextForm.PATH, Path::of)),
          Map.entry(
              SecretRef.class,
              new LeafType(new Reference(TextForm.SECRET.words()), it -> new SecretRef(it.text()))),
          Map.entry(ListenAddress.class, text(TextForm.LISTEN, ListenAddress::new)),
          Map.entry(LocalTime.class, text(TextForm.CLOCK, LocalTime::parse)),
          Map.entry(ZoneId.class, text(TextForm.ZONE, ZoneId::of)),
          Map.entry(DayOfWeek.class, new LeafType(days(), LeafType::day)),
          Map.entry(Priority.class, number(7, it -> Priority.of((int) it))),
          Map.entry(Dscp.class, number(63, it -> Dscp.of((int) it))),
          Map.entry(
              DeviceScope.class,
              new LeafType(
                  new Many(TextForm.DEVICE_GLOB.words()), it -> new DeviceScope(texts(it)))),
          Map.entry(
              PolicyScope.class,
              new LeafType(
                  new OneOrMany(TextForm.POLICY_PORTS.words()), it -> new PolicyScope(texts(it)))),
          Map.entry(Dcqcn.class, new LeafType(DcqcnKeys.SHAPE, DcqcnKeys::bind)),
          Map.entry(
              Drift.Classes.class,
              new LeafType(Drift.Classes.SHAPE, it -> new Drift.Classes(named(it)))),
          Map.entry(
              WebConfigFile.Users.class,
              new LeafType(WebConfigFile.Users.SHAPE, it -> new WebConfigFile.Users(named(it)))));

  /** Null for a type that is a section, a number, a flag, an enum or a text of many forms. */
  static @Nullable LeafType of(Class<?> type) {
    return ALL.get(type);
  }

  private static LeafType text(TextForm form, Function<String, ?> make) {
    return new LeafType(form.words(), it -> make.apply(it.text()));
  }

  private static LeafType number(long max, LongFunction<?> make) {
    return new LeafType(new Amount(Quantity.COUNT, 0, max), it -> make.apply(it.number()));
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
