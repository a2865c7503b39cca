package dev.losslessd.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.losslessd.transport.Libc;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/**
 * The daemon opens a file of others in one way: in work of a {@code files.Place}, on a bounded
 * platform thread with a deadline. An open or a read that blocks would hold a carrier of virtual
 * threads, and as many of them as there are processors stop the daemon.
 */
class FilesTest {
  private static final String OWN = "files of the state folder, which this daemon makes, mode 0600";
  private static final String PERSON = "a program of its own, which a person or a job has started";

  /** Who may open files, and why. */
  private static final Map<String, String> ALLOWED =
      Map.ofEntries(
          Map.entry("dev.losslessd.files", "the way itself"),
          Map.entry("dev.losslessd.transport.sysfs.HostFiles", "each call is work of a place"),
          Map.entry("dev.losslessd.transport.sysfs.CounterFiles", "between enter and leave"),
          Map.entry("dev.losslessd.transport.ssh.KnownHostsWriter", "as a whole work of a place"),
          Map.entry(
              "dev.losslessd.http.Tokens", "makes the token with CREATE_NEW; reads in a place"),
          Map.entry(
              "dev.losslessd.http.PeerCredentials",
              "/etc/passwd, which is on the disk of the system: no place may be full for it"),
          Map.entry("dev.losslessd.store", OWN),
          Map.entry("dev.losslessd.commit.DeadManFiles", OWN),
          Map.entry("dev.losslessd.log.LogProvider", "standard error, by its descriptor"),
          Map.entry("dev.losslessd.cli", PERSON),
          Map.entry("dev.losslessd.fabric", PERSON),
          Map.entry("dev.losslessd.demo", PERSON));

  /** What opens a file or a folder; the others of {@link Files} look at names alone. */
  private static final Set<String> OPENING =
      Set.of(
          "copy",
          "find",
          "lines",
          "list",
          "mismatch",
          "newBufferedReader",
          "newBufferedWriter",
          "newByteChannel",
          "newDirectoryStream",
          "newInputStream",
          "newOutputStream",
          "probeContentType",
          "readAllBytes",
          "readAllLines",
          "readString",
          "walk",
          "walkFileTree",
          "write",
          "writeString");

  private static final List<Class<?>> STREAMS =
      List.of(
          FileInputStream.class,
          FileOutputStream.class,
          FileReader.class,
          FileWriter.class,
          RandomAccessFile.class,
          Scanner.class,
          ZipFile.class);

  private static final List<Class<?>> CHANNELS =
      List.of(FileChannel.class, AsynchronousFileChannel.class, Libc.class);

  @Test
  void filesAreOpenedInOneWay() {
    TreeSet<String> wrong = new TreeSet<>();
    for (JavaClass type : MainClasses.all()) {
      if (allowed(type).isEmpty()) {
        opened(type).forEach(what -> wrong.add(type.getName() + " calls " + what));
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Also that the rule bites: each entry has a class that it would refuse. */
  @Test
  void theListHasNoneThatNeedsItNoMore() {
    TreeSet<String> needed = new TreeSet<>();
    MainClasses.all().stream()
        .filter(type -> !opened(type).isEmpty())
        .forEach(type -> needed.add(allowed(type)));
    assertThat(needed).containsAll(ALLOWED.keySet());
  }

  private static String allowed(JavaClass type) {
    String name = type.getName();
    return ALLOWED.keySet().stream()
        .filter(one -> name.equals(one) || name.startsWith(one + ".") || name.startsWith(one + "$"))
        .findFirst()
        .orElse("");
  }

  /** Calls and references that open a file. */
  private static Set<String> opened(JavaClass type) {
    TreeSet<String> all = new TreeSet<>();
    type.getCodeUnitAccessesFromSelf().stream()
        .map(access -> access.getTarget())
        .filter(FilesTest::opens)
        .forEach(target -> all.add(target.getOwner().getSimpleName() + "." + target.getName()));
    return all;
  }

  private static boolean opens(AccessTarget.CodeUnitAccessTarget target) {
    JavaClass owner = target.getOwner();
    String name = target.getName();
    if (owner.isEquivalentTo(Files.class)) {
      return OPENING.contains(name);
    }
    if (name.equals("<init>")) {
      return STREAMS.stream().anyMatch(owner::isEquivalentTo);
    }
    return name.equals("open") && CHANNELS.stream().anyMatch(owner::isEquivalentTo);
  }

  @Test
  void theRuleKnowsWhatOpens() {
    assertThat(opened(new ClassFileImporter().importClass(Opening.class)))
        .containsExactlyInAnyOrder(
            "Files.readString", "Files.lines", "FileChannel.open", "FileInputStream.<init>");
  }

  /** Opens files in all the ways that the rule must see. */
  @SuppressWarnings("unused")
  private static final class Opening {
    interface Way {
      Object open(Path file) throws IOException;
    }

    private final List<Way> ways =
        List.of(
            Files::readString,
            file -> Files.lines(file),
            FileChannel::open,
            file -> new FileInputStream(FileDescriptor.in));
  }
}
