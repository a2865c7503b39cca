package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Pipes in the place of files, which are put back when it is closed. */
final class Pipes implements AutoCloseable {
  private final Path spare;
  private final Map<Path, byte[]> files = new TreeMap<>();
  private final List<RandomAccessFile> writers = new ArrayList<>();

  /**
   * @param spare a folder of its own, on the same file system
   * @param held whether a writer holds each pipe, so that it is the read that blocks
   */
  Pipes(List<Path> places, Path spare, boolean held) throws IOException, InterruptedException {
    this.spare = Files.createDirectories(spare);
    List<String> command = new ArrayList<>(List.of("mkfifo", "--"));
    for (Path place : places) {
      files.put(place, Files.readAllBytes(place));
    }
    for (int n = 0; n < files.size(); n++) {
      command.add(pipe(n).toString());
    }
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    int n = 0;
    for (Path place : files.keySet()) {
      if (held) {
        writers.add(new RandomAccessFile(pipe(n).toFile(), "rw"));
      }
      Path link = Files.createLink(spare.resolve("link"), pipe(n));
      Files.move(link, place, StandardCopyOption.REPLACE_EXISTING);
      n++;
    }
  }

  /** All regular files below a folder. */
  static List<Path> all(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).toList();
    }
  }

  int count() {
    return files.size();
  }

  private Path pipe(int n) {
    return spare.resolve("pipe" + n);
  }

  /** Puts the files back, then answers whoever still waits at a pipe. */
  @Override
  public void close() throws IOException {
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      Path fresh = Files.write(spare.resolve("fresh"), file.getValue());
      Files.move(fresh, file.getKey(), StandardCopyOption.REPLACE_EXISTING);
    }
    for (RandomAccessFile writer : writers) {
      writer.close();
    }
    for (int n = 0; n < files.size(); n++) {
      new RandomAccessFile(pipe(n).toFile(), "rw").close();
    }
  }
}
