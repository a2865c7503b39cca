package dev.losslessd.config;

import dev.losslessd.files.FileThreads;
import dev.losslessd.files.LateException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads a YAML file into nodes with their places. */
final class ConfigText {
  private static final int LARGEST = 1024 * 1024;

  private ConfigText() {}

  /**
   * @param problems gets what is wrong with the file as a whole
   */
  static Optional<Node> read(Path file, List<Problem> problems) {
    try {
      return Optional.of(YamlTree.parse(file.toString(), text(file)));
    } catch (NoSuchFileException e) {
      return broken(file, "no such file", problems);
    } catch (CharacterCodingException e) {
      return broken(file, "not UTF-8 text", problems);
    } catch (LateException e) {
      return broken(file, "cannot be read: " + e.getMessage(), problems);
    } catch (IOException e) {
      return broken(file, "cannot be read: " + e.getClass().getSimpleName(), problems);
    } catch (YamlTree.BadYaml e) {
      problems.add(e.at().problem(e.getMessage()));
      return Optional.empty();
    }
  }

  private static String text(Path file) throws IOException, YamlTree.BadYaml {
    Place start = Place.start(file.toString());
    byte[] bytes = FileThreads.SHARED.bytes(file, LARGEST + 1);
    if (bytes.length > LARGEST) {
      throw new YamlTree.BadYaml(start, "larger than 1 MiB; this is not a config file");
    }
    // strict: a wrong byte is a mistake, not a question mark
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    if (text.indexOf('\0') >= 0) {
      throw new YamlTree.BadYaml(start, "holds a NUL byte; expected UTF-8 text");
    }
    return text;
  }

  private static Optional<Node> broken(Path file, String message, List<Problem> problems) {
    problems.add(Place.start(file.toString()).problem(message));
    return Optional.empty();
  }
}
