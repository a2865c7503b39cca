package dev.losslessd.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/** Reads YAML into nodes that know their places. One document, no anchors, bounded depth. */
record YamlTree(JsonParser parser, String file) {
  private static final int DEEPEST = 20;

  /** A text that is not YAML, or more than we take. */
  static final class BadYaml extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Place at;

    BadYaml(Place at, String message) {
      super(message);
      this.at = at;
    }

    Place at() {
      return at;
    }

    @Override
    public String getMessage() {
      return Objects.requireNonNull(super.getMessage());
    }
  }

  static Node parse(String file, String text) throws BadYaml {
    try (JsonParser parser =
        YAMLFactory.builder().build().createParser(ObjectReadContext.empty(), text)) {
      return new YamlTree(parser, file).document();
    } catch (JacksonException e) {
      throw new BadYaml(mark(file, e), "not valid YAML: " + firstLine(e.getOriginalMessage()));
    }
  }

  private Node document() throws BadYaml {
    JsonToken first = parser.nextToken();
    if (first == null) {
      return new Node.Mapping(List.of(), Place.start(file));
    }
    Node node = node(first, 0);
    if (parser.nextToken() != null) {
      throw new BadYaml(here(), "a second document; expected one");
    }
    return node instanceof Node.Scalar scalar && scalar.absent()
        ? new Node.Mapping(List.of(), Place.start(file))
        : node;
  }

  private Node node(JsonToken token, int depth) throws BadYaml {
    Place at = here();
    refuseAnchors(at);
    if (depth > DEEPEST) {
      throw new BadYaml(at, "nested deeper than " + DEEPEST + " levels");
    }
    return switch (token) {
      case START_OBJECT -> mapping(at, depth);
      case START_ARRAY -> sequence(at, depth);
      case VALUE_NULL -> new Node.Scalar("", true, at);
      default -> new Node.Scalar(parser.getString(), false, at);
    };
  }

  private Node mapping(Place at, int depth) throws BadYaml {
    List<Node.Entry> entries = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_OBJECT;
        token = parser.nextToken()) {
      Place keyAt = here();
      String key = parser.currentName();
      Node value = node(parser.nextToken(), depth + 1);
      entries.add(new Node.Entry(key, keyAt, value));
    }
    return new Node.Mapping(List.copyOf(entries), at);
  }

  private Node sequence(Place at, int depth) throws BadYaml {
    List<Node> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(node(token, depth + 1));
    }
    return new Node.Sequence(List.copyOf(items), at);
  }

  /** An alias would make one mistake show in two places, and a bomb of one kilobyte possible. */
  private void refuseAnchors(Place at) throws BadYaml {
    if ((parser instanceof YAMLParser yaml && yaml.isCurrentAlias())
        || parser.getObjectId() != null) {
      throw new BadYaml(at, "anchors and aliases (& and *) are not taken; write the value out");
    }
  }

  private Place here() {
    return place(file, parser.currentTokenLocation());
  }

  private static Place place(String file, TokenStreamLocation location) {
    return location == null
        ? Place.start(file)
        : new Place(
            file, Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()), "");
  }

  /** The parser's own location is where the construct began; the mistake is at the problem mark. */
  private static Place mark(String file, JacksonException e) {
    return e.getCause() instanceof MarkedYamlEngineException marked
        ? marked
            .getProblemMark()
            .map(mark -> new Place(file, mark.getLine() + 1, mark.getColumn() + 1, ""))
            .orElseGet(() -> place(file, e.getLocation()))
        : place(file, e.getLocation());
  }

  private static String firstLine(String message) {
    return message
        .lines()
        .map(String::strip)
        .filter(l -> !l.isEmpty())
        .limit(3)
        .reduce((a, b) -> a + "; " + b)
        .orElse("no reason given");
  }
}
