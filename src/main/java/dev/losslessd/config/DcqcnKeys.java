package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.config.Shape.Amount;
import dev.losslessd.config.Shape.Flag;
import dev.losslessd.config.Shape.Key;
import dev.losslessd.config.Shape.Many;
import dev.losslessd.config.Shape.Section;
import dev.losslessd.config.Shape.WordOr;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keys of {@code policy.dcqcn}: one for each parameter, as its model has it. */
final class DcqcnKeys {
  private static final String ENABLED = "enabled";

  static final Shape SHAPE = new WordOr("off", new Section(keys()));

  private DcqcnKeys() {}

  private static List<Key> keys() {
    List<Key> keys = new ArrayList<>();
    keys.add(
        Key.live(
            ENABLED,
            new Many(LeafType.PRIORITY),
            "priorities with DCQCN on, where the driver has the switch"));
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      Shape shape =
          switch (parameter.unit()) {
            case FLAG -> new Flag();
            case MICROS -> new Amount(Quantity.TIME, parameter.min(), parameter.max());
            case MBPS -> new Amount(Quantity.RATE, parameter.min(), parameter.max());
            case PERCENT -> new Amount(Quantity.SHARE, parameter.min(), parameter.max());
            case PER_1024, COUNT, DSCP, PRIORITY, RAW ->
                new Amount(Quantity.COUNT, parameter.min(), parameter.max());
          };
      keys.add(Key.live(parameter.key(), shape, parameter.meaning() + usual(parameter, shape)));
    }
    return keys;
  }

  private static String usual(DcqcnParameter parameter, Shape shape) {
    long usual = parameter.usual();
    Object text = shape instanceof Amount amount ? amount.quantity().text(usual) : usual;
    return " NVIDIA's default: " + (shape instanceof Flag ? usual == 1 ? "on" : "off" : text) + ".";
  }

  /** {@code off} is a wish too: no reaction on any priority. */
  static Dcqcn bind(Checked value) {
    if (!(value instanceof Fields fields)) {
      return new Dcqcn(PrioritySet.NONE, Map.of());
    }
    Map<DcqcnParameter, Long> values = new EnumMap<>(DcqcnParameter.class);
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      fields
          .get(parameter.key())
          .ifPresent(v ->
              values.put(
                  parameter, v instanceof Checked.Bool flag ? (flag.on() ? 1L : 0L) : v.number()));
    }
    return new Dcqcn(enabled(fields), values);
  }

  private static @Nullable PrioritySet enabled(Fields fields) {
    if (fields.get(ENABLED).isEmpty()) {
      return null;
    }
    PrioritySet set = PrioritySet.NONE;
    for (Checked one : fields.list(ENABLED)) {
      set = set.with(Priority.of((int) one.number()));
    }
    return set;
  }
}
