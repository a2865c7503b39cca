package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of the packages, where links lie in the places that they write as root. */
@SystemGroup
class PackageScriptsTest {
  private static final Path SCRIPTS = Path.of("src/deploy/package");
  private static final String MODE = "rwxr-xr-x";

  @TempDir private Path folder;
  private Path victim;
  private Path tools;

  @BeforeEach
  void plant() throws IOException {
    victim = Files.createDirectory(folder.resolve("victim"));
    Files.setPosixFilePermissions(victim, PosixFilePermissions.fromString(MODE));
    Files.writeString(victim.resolve("file"), "of somebody else");
    for (String name : new String[] {"state", "log", "etc"}) {
      Files.createSymbolicLink(folder.resolve(name), victim);
    }
    tools = Files.createDirectory(folder.resolve("tools"));
    tool("systemd-sysusers", 0);
    tool("systemd-tmpfiles", 1);
    tool("deb-systemd-helper", 0);
    tool("systemctl", 0);
  }

  @Test
  void anInstallationSetsNoModeOfWhatALinkLeadsTo() throws Exception {
    String said = run("set -e; . " + copy("scripts.sh") + "; install_accounts");

    assertThat(said).contains(folder.resolve("state") + " is a link").endsWith("rc 0\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(victim)))
        .isEqualTo(MODE);
  }

  @Test
  void aPurgeTakesTheLinksAndNothingBehindThem() throws Exception {
    String said = run("sh " + copy("postrm") + " purge");

    assertThat(said).endsWith("rc 0\n");
    assertThat(folder.resolve("state")).doesNotExist();
    assertThat(folder.resolve("log")).doesNotExist();
    assertThat(victim.resolve("file")).hasContent("of somebody else");
  }

  /** A script with the places of this test instead of the system's, and a group that is there. */
  private Path copy(String name) throws IOException {
    String text =
        Files.readString(SCRIPTS.resolve(name))
            .replace("/var/lib/losslessd", folder.resolve("state").toString())
            .replace("/var/log/losslessd", folder.resolve("log").toString())
            .replace("/etc/losslessd", folder.resolve("etc").toString())
            .replace("-o root -g losslessd", "");
    return Files.writeString(folder.resolve(name), text);
  }

  /** What this machine's services would be changed with does nothing. */
  private void tool(String name, int code) throws IOException {
    Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\nexit " + code + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(MODE));
  }

  private String run(String script) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-c", "PATH=" + tools + ":$PATH; (" + script + "); echo rc $?")
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text;
  }
}
