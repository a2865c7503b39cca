package dev.losslessd.http;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DeviceLabel;
import dev.losslessd.model.Glob;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which items of a list a query asks for. Each route takes those of the parameters that its items
 * have something for.
 */
final class ListFilter {
  static final String DEVICE = "device";
  static final String PORT = "port";
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._/:@*?-]{1,128}");

  private final Query query;
  private final Optional<Glob> device;
  private final Optional<Glob> port;
  private final List<DeviceLabel> labels;

  /**
   * @param errors gets what is wrong
   */
  ListFilter(Query query, FieldErrors errors) {
    this.query = query;
    this.device = glob(DEVICE, query, errors);
    this.port = glob(PORT, query, errors);
    this.labels = DeviceLabels.of(query, errors);
  }

  /**
   * @throws ProblemException 400 with what is wrong
   */
  static ListFilter of(Query query) {
    return FieldErrors.checked(errors -> new ListFilter(query, errors));
  }

  private static Optional<Glob> glob(String field, Query query, FieldErrors errors) {
    Optional<String> text = query.text(field);
    Optional<String> good = text.filter(one -> FORM.matcher(one).matches());
    if (text.isPresent() && good.isEmpty()) {
      errors.unexpected(field, text.get(), "a name; * and ? stand for others");
    }
    return good.map(Glob::new);
  }

  boolean takes(DeviceId one) {
    return device.filter(glob -> !glob.fits(one.name())).isEmpty();
  }

  boolean takes(PortId one) {
    return takes(one.device())
        && port.filter(glob -> !glob.fits(one.name()) && !glob.fits(one.toString())).isEmpty();
  }

  /** A whole device is of no port. */
  boolean takes(Target target) {
    return switch (target) {
      case Target.Port one -> takes(one.id());
      case Target.Device one -> port.isEmpty() && takes(one.device());
    };
  }

  boolean takes(Map<String, String> ofDevice) {
    return labels.stream().allMatch(label -> label.isAmong(ofDevice));
  }

  /** Whether it asks for no device and no port in particular. */
  boolean takesAll() {
    return device.isEmpty() && port.isEmpty();
  }

  /** Whether a parameter is this word, or is not there. */
  boolean takes(String parameter, String word) {
    return query.text(parameter).filter(asked -> !asked.equals(word)).isEmpty();
  }
}
