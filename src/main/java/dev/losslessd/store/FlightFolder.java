package dev.losslessd.store;

import dev.losslessd.model.HighRateTrace;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * Copies of flight rings, taken when something went wrong: {@code flights/NAME-PORT.csv.gz}. The
 * newest are kept, no more than so many files and bytes.
 */
public record FlightFolder(Path folder, int mostFiles, long mostBytes) {
  private static final String END = ".csv.gz";

  /** 64 files, 16 MiB: with eight ports the last eight moments. */
  public FlightFolder(Path folder) {
    this(folder, 64, 16 << 20);
  }

  /**
   * Writes one, in the place of one with the same name.
   *
   * @param name what it was about: {@code c-000017}; names rise with time
   * @throws StoreException it cannot be written
   */
  public Path keep(String name, HighRateTrace trace) {
    String port = trace.port().toString().replaceAll("[^A-Za-z0-9._-]", "_");
    Path file = folder.resolve(name + "-" + port + END);
    try {
      OwnerOnly.folder(folder);
      Path fresh = folder.resolve("." + file.getFileName());
      write(fresh, trace);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
      bound(file);
      return file;
    } catch (IOException e) {
      throw new StoreException(
          "flight " + file + " cannot be written: " + StateFolder.reason(e), e);
    }
  }

  private static void write(Path file, HighRateTrace trace) throws IOException {
    try (Writer out =
        new BufferedWriter(
            new OutputStreamWriter(
                new GZIPOutputStream(Channels.newOutputStream(OwnerOnly.anew(file))),
                StandardCharsets.US_ASCII))) {
      for (String line : trace.csv()) {
        out.write(line);
        out.write('\n');
      }
    }
  }

  /** The oldest go first, and the newest never. */
  private void bound(Path newest) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.list(folder)) {
      all = files.filter(file -> file.toString().endsWith(END)).sorted().toList();
    }
    long bytes = 0;
    int count = 0;
    for (Path file : all.reversed()) {
      bytes += Files.size(file);
      count++;
      if ((count > mostFiles || bytes > mostBytes) && !file.equals(newest)) {
        Files.delete(file);
      }
    }
  }
}
