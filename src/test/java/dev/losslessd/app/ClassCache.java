package dev.losslessd.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * The classes of this build for programs that tests start, as one jar with the JVM's cache of them
 * (JEP 514): a daemon starts with half the work. The first test that needs it after a compile makes
 * it, by a short life of the daemon; folders as they are would have no cache.
 */
public final class ClassCache {
  private static final Path FOLDER = Path.of("target/class-cache").toAbsolutePath();
  private static final Path JAR = FOLDER.resolve("own.jar");
  private static final Path CACHE = FOLDER.resolve("own.aot");
  private static final Path LIBRARIES = FOLDER.resolve("lib");
  private static final List<String> SHIPPED =
      List.of(
          "@" + Path.of("bin/jvm.options").toAbsolutePath(), "--enable-native-access=ALL-UNNAMED");
  private static final List<String> CLASSES = List.of("-cp", JAR.toString());

  private ClassCache() {}

  /** Options of the JVM as shipped, for the class path of this test, read from the cache. */
  public static List<String> options() {
    return Made.OPTIONS;
  }

  /** Made once in each process of tests, and once in all of them after a compile. */
  private static final class Made {
    static final List<String> OPTIONS = options();

    private static List<String> options() {
      try {
        Files.createDirectories(LIBRARIES);
        try (FileChannel channel =
                FileChannel.open(
                    FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            var _ = channel.lock()) {
          make();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
      List<String> options = new ArrayList<>(SHIPPED);
      options.addAll(List.of("-Xlog:disable", "-XX:AOTCache=" + CACHE));
      options.addAll(CLASSES);
      return List.copyOf(options);
    }
  }

  private static void make() throws IOException, InterruptedException {
    List<Path> folders = new ArrayList<>();
    List<Path> libraries = new ArrayList<>();
    for (String part : System.getProperty("java.class.path").split(":", -1)) {
      (Files.isDirectory(Path.of(part)) ? folders : libraries).add(Path.of(part));
    }
    if (!Files.exists(JAR) || isOlder(folders)) {
      Files.deleteIfExists(CACHE);
      pack(folders, manifest(libraries));
      train();
    }
  }

  /** As the product's, but that libraries are named by links in a folder beside it. */
  private static Manifest manifest(List<Path> libraries) throws IOException {
    List<String> links = new ArrayList<>();
    for (Path library : libraries) {
      Path link = LIBRARIES.resolve(links.size() + "-" + library.getFileName());
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, library.toAbsolutePath());
      links.add(FOLDER.relativize(link).toString());
    }
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, "dev.losslessd.app.Main");
    main.put(Attributes.Name.CLASS_PATH, String.join(" ", links));
    main.put(new Attributes.Name("Enable-Native-Access"), "ALL-UNNAMED");
    return manifest;
  }

  private static boolean isOlder(Collection<Path> folders) throws IOException {
    FileTime made = Files.getLastModifiedTime(JAR);
    for (Path folder : folders) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.toList()) {
          if (Files.getLastModifiedTime(file).compareTo(made) > 0) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static void pack(Collection<Path> folders, Manifest manifest) throws IOException {
    Path fresh = FOLDER.resolve("own.jar.new");
    Set<String> taken = new LinkedHashSet<>(Set.of(JarFile.MANIFEST_NAME));
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(fresh), manifest)) {
      out.setLevel(Deflater.NO_COMPRESSION); // written once, read at each start of a program
      for (Path folder : folders) {
        pack(folder, out, taken);
      }
    }
    Files.move(fresh, JAR, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void pack(Path root, JarOutputStream out, Collection<String> taken)
      throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = root.relativize(file).toString();
        if (taken.add(name)) {
          out.putNextEntry(new JarEntry(name));
          Files.copy(file, out);
        }
      }
    }
  }

  /** Runs a daemon with a NIC and a switch, commits and a scrape; the JVM makes the cache then. */
  private static void train() throws IOException, InterruptedException {
    Path fresh = FOLDER.resolve("own.aot.new");
    List<String> options = new ArrayList<>(SHIPPED);
    options.add("-XX:AOTCacheOutput=" + fresh);
    options.addAll(CLASSES);
    Path folder = Files.createTempDirectory("class-cache");
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.manage("leaf1");
      fixture.from(options);
      fixture.start();
      fixture.type("set", "gpu01:ens1f0np0", "pfc", "3", "--confirm", "--yes");
      fixture.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--confirm", "--yes");
      fixture.type("set", "leaf1:Ethernet1/1", "mtu", "9100", "--confirm-within", "5s", "--yes");
      DaemonFixture.await(
          () -> fixture.get("/api/v1/commits").body().contains("rolled-back"), "it goes on");
      fixture.get("/metrics");
      fixture.daemon().destroy();
      fixture.daemon().waitFor();
      Files.move(fresh, CACHE, StandardCopyOption.ATOMIC_MOVE);
    } catch (AssertionError | UncheckedIOException | NoSuchFileException e) {
      System.out.println("without a class cache, programs start later: " + e);
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
