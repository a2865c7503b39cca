package dev.losslessd.cli;

/** JSON objects in the form that was asked for, one by one, as there may be many. */
public final class JsonLines implements AutoCloseable {
  private final Screen screen;
  private boolean begun;

  public JsonLines(Screen screen) {
    this.screen = screen;
  }

  /**
   * @param object on one line; a line of JSON is YAML as well
   */
  public void add(String object) {
    switch (screen.format()) {
      case TABLE -> screen.out().println(object);
      case JSON -> screen.out().print((begun ? ",\n    " : "{\n  \"items\" : [\n    ") + object);
      case YAML -> screen.out().print((begun ? "- " : "items:\n- ") + object + "\n");
    }
    begun = true;
  }

  @Override
  public void close() {
    switch (screen.format()) {
      case TABLE -> {}
      case JSON -> screen.out().println(begun ? "\n  ]\n}" : "{\n  \"items\" : [ ]\n}");
      case YAML -> screen.out().print(begun ? "" : "items: []\n");
    }
    screen.out().flush();
  }
}
