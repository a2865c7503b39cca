package dev.losslessd.driver.sonic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * SONiC's own updater behind a command, called as {@code COMMAND --yang DIR --config FILE --out
 * FILE PATCH}. It prints a line of JSON for the patch: accepted, why, moves.
 *
 * @param command with its words between blanks
 * @param models the YANG models of a release
 * @param folder for files
 */
record SonicUpdater(String command, Path models, Path folder) implements Updater {
  private static final JsonMapper MAPPER = new JsonMapper();

  @Override
  public Verdict apply(ObjectNode db, ArrayNode patch) {
    Path config = folder.resolve("before.json");
    Path out = folder.resolve("after.json");
    Path file = folder.resolve("patch.json");
    try {
      Files.writeString(config, db.toString());
      Files.writeString(file, patch.toString());
      Files.deleteIfExists(out);
      JsonNode said = said(List.of("--yang", models, "--config", config, "--out", out, file));
      List<ArrayNode> moves = new ArrayList<>();
      said.path("moves").forEach(move -> moves.add((ArrayNode) move));
      boolean accepted = said.path("accepted").asBoolean();
      return new Verdict(
          accepted,
          said.path("why").asString(),
          List.copyOf(moves),
          accepted ? (ObjectNode) MAPPER.readTree(Files.readString(out)) : db);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode said(List<Object> words) throws IOException {
    List<String> line = new ArrayList<>(List.of(command.strip().split("\\s+")));
    words.forEach(word -> line.add(word.toString()));
    Path errors = folder.resolve("errors.txt");
    Process process = new ProcessBuilder(line).redirectError(errors.toFile()).start();
    String answer = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    try {
      if (process.waitFor() > 1 || answer.isEmpty()) {
        throw new IOException(line + " ended without a verdict: " + Files.readString(errors));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(line + " was broken off", e);
    }
    return MAPPER.readTree(answer.substring(answer.lastIndexOf('\n') + 1));
  }
}
