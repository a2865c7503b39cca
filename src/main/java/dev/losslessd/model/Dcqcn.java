package dev.losslessd.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Congestion control of a NIC port. As an intent it names the parameters that must hold and leaves
 * the others alone; as an observation it has those that the NIC exposes.
 *
 * @param enabled priorities on which notification and reaction point are on; null where the intent
 *     does not say, or the NIC does not tell (the inbox mlx5 driver has no such knob)
 * @param values each within its parameter's range
 */
public record Dcqcn(@Nullable PrioritySet enabled, Map<DcqcnParameter, Long> values)
    implements Setting {

  public Dcqcn {
    EnumMap<DcqcnParameter, Long> sorted = new EnumMap<>(DcqcnParameter.class);
    sorted.putAll(values);
    values = Collections.unmodifiableMap(sorted);
  }

  public static Dcqcn of(Map<DcqcnParameter, Long> values) {
    return new Dcqcn(null, values);
  }

  @Override
  public SettingKind kind() {
    return SettingKind.DCQCN;
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

  @Override
  public String text() {
    String on = enabled == null ? "" : "enabled=" + enabled + (values.isEmpty() ? "" : " ");
    return on
        + values.entrySet().stream()
            .map(e -> e.getKey().jsonKey() + "=" + e.getValue())
            .collect(Collectors.joining(" "));
  }
}
