package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.text.Pattern;

/** The config with all its defaults as YAML that loads to the same config. */
record EffectiveText(StringBuilder out) {
  static String of(Fields root) {
    EffectiveText text = new EffectiveText(new StringBuilder());
    text.fields(root, 0, "");
    return text.out.toString();
  }

  private void fields(Fields fields, int depth, String first) {
    String lead = first;
    for (var field : fields.byName().entrySet()) {
      out.append(lead.isEmpty() ? "  ".repeat(depth) : lead)
          .append(key(field.getKey()))
          .append(':');
      lead = "";
      value(field.getValue(), depth);
    }
  }

  private void value(Checked value, int depth) {
    switch (value) {
      case Fields fields -> {
        if (fields.byName().isEmpty()) {
          out.append(" {}\n");
        } else {
          out.append('\n');
          fields(fields, depth + 1, "");
        }
      }
      case Checked.Items items -> items(items, depth);
      default -> out.append(' ').append(scalar(value)).append('\n');
    }
  }

  private void items(Checked.Items items, int depth) {
    boolean sections = items.all().stream().anyMatch(Fields.class::isInstance);
    if (!sections) {
      out.append(" [")
          .append(String.join(", ", items.all().stream().map(EffectiveText::scalar).toList()))
          .append("]\n");
      return;
    }
    out.append('\n');
    for (Checked item : items.all()) {
      fields((Fields) item, depth + 2, "  ".repeat(depth + 1) + "- ");
    }
  }

  /** A glob as a key would be an alias without quotes. */
  private static String key(String name) {
    return Pattern.matches("[A-Za-z_][A-Za-z0-9_.-]*", name) ? name : '"' + name + '"';
  }

  private static String scalar(Checked value) {
    return value instanceof Checked.Word word
        ? '"' + word.text().replace("\\", "\\\\").replace("\"", "\\\"") + '"'
        : value.text();
  }
}
