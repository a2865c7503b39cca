package dev.losslessd.inventory;

import dev.losslessd.model.Glob;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/** Labels that the config gives to NIC ports, by globs of {@code nics.labels}. */
public final class NicLabels {
  private final SequencedMap<Glob, Map<String, String>> byGlob = new LinkedHashMap<>();

  /**
   * @param labels by glob; where two of them give a port the same label, the first does
   */
  public NicLabels(SequencedMap<String, Map<String, String>> labels) {
    labels.forEach((glob, of) -> byGlob.put(new Glob(glob), Map.copyOf(of)));
  }

  /** Labels of those ports that have some. */
  public SortedMap<PortId, Map<String, String>> of(List<Nic> nics) {
    SortedMap<PortId, Map<String, String>> all = new TreeMap<>();
    if (!byGlob.isEmpty()) {
      nics.forEach(nic -> all.put(nic.port(), of(nic)));
      all.values().removeIf(Map::isEmpty);
    }
    return all;
  }

  private Map<String, String> of(Nic nic) {
    Map<String, String> labels = new HashMap<>();
    byGlob.forEach((glob, more) -> {
      if (NicNames.fits(glob, nic)) {
        more.forEach(labels::putIfAbsent);
      }
    });
    return labels;
  }
}
