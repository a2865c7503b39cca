package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import dev.losslessd.text.TimeText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How a commit shall run; the same for every verb that makes one. */
final class WriteOptions {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Kept in the journal and in the audit.")
  private String reason = "";

  @Option(
      names = "--confirm-within",
      paramLabel = "TIME",
      converter = Window.class,
      description = "Undo unless confirmed in this time: 600s, 1h.")
  private @Nullable Duration confirmWithin;

  @Option(names = "--when-idle", description = "If a port is busy, begin when it is idle.")
  private boolean whenIdle;

  @Mixin private final Accepted accepted = new Accepted();

  /** Parses a time such as {@code 600s}, {@code 10m} or {@code 1h}. */
  static final class Window implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return TimeText.parse(text)
          .filter(one -> one.toMillisPart() == 0)
          .orElseThrow(() ->
              new TypeConversionException("'" + text + "': expected a time like 600s, 10m or 1h"));
    }
  }

  boolean whenIdle() {
    return whenIdle;
  }

  /** The fields of a request body. */
  Fields body() {
    Fields body =
        new Fields()
            .withAny("reason", reason)
            .withAny("confirmWithin", confirmWithin == null ? "" : seconds(confirmWithin))
            .withAny("whenIdle", whenIdle);
    body.putAll(accepted.body());
    return body;
  }

  /** The fields that a plan takes as well. */
  Fields planBody() {
    return accepted.body();
  }

  /** Fields of a request body as query parameters. */
  static Map<String, List<String>> query(Fields body) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    body.forEach((name, value) -> query.put(name, inQuery(value)));
    return query;
  }

  /** A field of a request body as a query has it: rules that are waived each for itself. */
  private static List<String> inQuery(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> waived ->
          waived.entrySet().stream().map(one -> one.getKey() + ":" + one.getValue()).toList();
      case List<?> sizes ->
          List.of(sizes.stream().map(String::valueOf).collect(Collectors.joining(",")));
      case null, default -> List.of(String.valueOf(value));
    };
  }

  /** As REST wants it. */
  static String seconds(Duration window) {
    return window.toSeconds() + "s";
  }
}
