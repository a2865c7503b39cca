package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A zip of texts, mode 0600, with a table of what is in it and what could not be had. */
final class BundleFile implements AutoCloseable {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path path;
  private final String folder;
  private final Instant made;
  private final ZipOutputStream zip;
  private final List<Fields> parts = new ArrayList<>();
  private boolean whole;

  private BundleFile(Path path, String folder, Instant made, ZipOutputStream zip) {
    this.path = path;
    this.folder = folder;
    this.made = made;
    this.zip = zip;
  }

  /**
   * @param path of a file that does not exist yet: nobody's file is written over
   * @param folder within the zip that holds everything
   * @param made time of each part
   */
  static BundleFile create(Path path, String folder, Instant made) {
    try {
      Files.createFile(path, OWNER_ALONE);
      return new BundleFile(
          path,
          folder,
          made,
          new ZipOutputStream(Files.newOutputStream(path, StandardOpenOption.WRITE)));
    } catch (FileAlreadyExistsException e) {
      throw new CliException(ExitCode.USAGE, path + " exists already; name another file", e);
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  static CliException failed(Path path, IOException e) {
    return new CliException(ExitCode.USAGE, path + " cannot be written: " + e, e);
  }

  /** Adds what is supplied, or why it could not be had. */
  void add(String name, Supplier<String> text) throws IOException {
    Fields part = new Fields().with("name", name);
    parts.add(part);
    try {
      part.with("bytes", write(name, text.get()));
    } catch (ProblemException e) {
      part.with("missing", String.join("; ", e.problem().lines()));
    } catch (CliException e) {
      part.with("missing", e.getMessage());
    }
  }

  private int write(String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ZipEntry entry = new ZipEntry(folder + "/" + name);
    entry.setLastModifiedTime(FileTime.from(made));
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
    return bytes.length;
  }

  /**
   * Writes the table of contents and ends the file, which stays from here on.
   *
   * @param facts told first in the table
   * @return the table
   */
  JsonValue end(Fields facts) throws IOException {
    JsonValue table = JsonValue.of(Fields.of(facts).with("parts", parts));
    write("contents.json", Json.pretty(table));
    zip.finish();
    whole = true;
    return table;
  }

  /** A bundle that did not come to its end leaves no file. */
  @Override
  public void close() throws IOException {
    try {
      zip.close();
    } finally {
      if (!whole) {
        Files.deleteIfExists(path);
      }
    }
  }
}
