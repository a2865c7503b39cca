package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Congestion control of a NIC port. As an intent it names the parameters that must hold and leaves
 * the others alone; as an observation it has those that the NIC exposes.
 *
 * @param enabled priorities on which notification and reaction point are on; null where the intent
 *     does not say, or the NIC does not tell (the inbox mlx5 driver has no such parameter)
 * @param values each within its parameter's range
 */
public record Dcqcn(@Nullable PrioritySet enabled, Map<DcqcnParameter, Long> values)
    implements NicSetting {
  private static final Field<Dcqcn, PrioritySet> ENABLED =
      field("enabled", PrioritySet.TYPE, Dcqcn::enabled, "priorities that it works on").optional();
  private static final Map<DcqcnParameter, Field<Dcqcn, Long>> PARAMETERS = parameters();

  static final SettingShape<Dcqcn> SHAPE =
      SettingShape.of(
          Dcqcn.class,
          FieldType.struct(
              Stream.concat(Stream.of(ENABLED), PARAMETERS.values().stream()).toList(),
              Dcqcn::ofFields),
          "dcqcn minTimeBetweenCnpsMicros=4 enabled=3");

  public Dcqcn {
    EnumMap<DcqcnParameter, Long> sorted = new EnumMap<>(DcqcnParameter.class);
    sorted.putAll(values);
    values = Collections.unmodifiableMap(sorted);
  }

  private static Map<DcqcnParameter, Field<Dcqcn, Long>> parameters() {
    Map<DcqcnParameter, Field<Dcqcn, Long>> fields = new EnumMap<>(DcqcnParameter.class);
    for (DcqcnParameter one : DcqcnParameter.values()) {
      FieldType.Whole<Long> type = FieldType.longWhole(one.jsonKey(), one.min(), one.max());
      Field<Dcqcn, Long> field =
          field(one.jsonKey(), type, (Dcqcn dcqcn) -> dcqcn.values.get(one), one.help());
      fields.put(one, field.optional());
    }
    return fields;
  }

  private static Dcqcn ofFields(Map<String, Object> plain) {
    Map<DcqcnParameter, Long> values = new EnumMap<>(DcqcnParameter.class);
    PARAMETERS.forEach((parameter, field) -> {
      Long value = field.find(plain);
      if (value != null) {
        values.put(parameter, value);
      }
    });
    return new Dcqcn(ENABLED.find(plain), values);
  }

  @Override
  public Setting over(Setting observed) {
    if (!(observed instanceof Dcqcn dcqcn)) {
      throw new IllegalArgumentException("DCQCN laid over " + observed.kind());
    }
    EnumMap<DcqcnParameter, Long> merged = new EnumMap<>(DcqcnParameter.class);
    merged.putAll(dcqcn.values);
    merged.putAll(values);
    return new Dcqcn(enabled == null ? dcqcn.enabled : enabled, merged);
  }
}
