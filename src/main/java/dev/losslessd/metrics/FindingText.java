package dev.losslessd.metrics;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Writes open findings to the page: how many of each severity, and of each rule and device. */
record FindingText(Set<DeviceId> devices, DeviceId own) {

  /**
   * @param devices with a name here
   * @param own this host, to which findings on the daemon itself belong
   */
  static void write(Text text, List<Finding> findings, Set<DeviceId> devices, DeviceId own) {
    text.family("roce_findings_open", "gauge", "Open findings; 'losslessd findings' tells them.");
    for (Finding.Severity severity : Finding.Severity.values()) {
      long open = findings.stream().filter(one -> one.severity() == severity).count();
      text.sample(open, "severity", severity.word());
    }
    FindingText page = new FindingText(devices, own);
    Map<List<String>, Integer> counts = new TreeMap<>(FindingText::compare);
    findings.forEach(one ->
        counts.merge(
            List.of(one.severity().word(), one.rule().id(), page.device(one.subject())),
            1,
            Integer::sum));
    text.family(
        "roce_findings",
        "gauge",
        "Open findings of a rule on a device; absent where there is none. 'losslessd findings' says"
            + " what to do.");
    counts.forEach((one, count) ->
        text.sample(count, "severity", one.get(0), "rule", one.get(1), "device", one.get(2)));
  }

  private static int compare(List<String> one, List<String> other) {
    return String.join(" ", one).compareTo(String.join(" ", other));
  }

  /** The device of a subject: a device, {@code device:port}, a setting of one, or a link. */
  private String device(String subject) {
    String word = subject.split(" ", 2)[0];
    int colon = word.indexOf(':');
    if (colon > 0 && !word.startsWith("/")) {
      return word.substring(0, colon);
    }
    return devices.stream().map(DeviceId::name).filter(word::equals).findFirst().orElse(own.name());
  }
}
