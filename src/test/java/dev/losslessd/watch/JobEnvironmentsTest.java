package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.jobs.JobClass;
import dev.losslessd.jobs.JobHost;
import dev.losslessd.jobs.JobPort;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Verdict;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs in another class, by their environments. */
class JobEnvironmentsTest {
  private static final JobHost HOST =
      new JobHost(
          "gpu01",
          List.of(
              new JobPort(
                  PortId.parse("gpu01:ens1"),
                  "mlx5_0",
                  1,
                  true,
                  Verdict.OK,
                  "",
                  List.of(),
                  "",
                  "")),
          Optional.of(new JobClass("roce", Priority.of(3), Dscp.of(26))),
          List.of());

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path root;

  private void process(int pid, String... variables) throws Exception {
    Path folder = Files.createDirectories(root.resolve("proc/" + pid));
    Files.writeString(folder.resolve("environ"), String.join("\0", variables));
  }

  private List<Finding> found(JobEnvironments jobs) {
    jobs.look();
    return jobs.findings();
  }

  private JobEnvironments of(Path at) {
    return new JobEnvironments(new HostFiles(at, WriteGate.OPEN), () -> HOST);
  }

  /** A process of the test's own, in the real procfs. */
  @Test
  @SystemGroup
  void aProcessInTheWrongClassIsAFinding() throws Exception {
    ProcessBuilder builder = new ProcessBuilder("sleep", "60");
    builder.environment().put("NCCL_IB_TC", "27");
    builder.environment().put("MY_SECRET", "s3cret");
    Process job = builder.start();
    try {
      assertThat(found(of(Path.of("/"))))
          .anySatisfy(one -> {
            assertThat(one.rule()).isEqualTo(FindingRule.JOB_CLASS);
            assertThat(one.subject()).isEqualTo("gpu01 NCCL_IB_TC=27");
            assertThat(one.message()).startsWith("process " + job.pid() + ":");
            assertThat(one.advice()).startsWith("set 106");
          })
          .allSatisfy(one -> assertThat(one.toString()).doesNotContain("s3cret"));
    } finally {
      job.destroy();
    }
  }

  @Test
  void theRightClassAndOtherProgramsAreNone() throws Exception {
    process(7, "NCCL_IB_TC=106", "NCCL_DEBUG=INFO");
    process(8, "PATH=/bin");

    assertThat(found(of(root))).isEmpty();
  }

  /** What a file of the host sets is set, unless the environment has it. */
  @Test
  void aFileOfTheHostSetsWhatTheEnvironmentLacks() throws Exception {
    process(7, "NCCL_DEBUG=INFO");
    JobEnvironments jobs = of(root);
    assertThat(found(jobs)).extracting(Finding::subject).containsExactly("gpu01 NCCL_IB_TC");

    Files.createDirectories(root.resolve("etc"));
    Files.writeString(root.resolve("etc/nccl.conf"), "# site\nNCCL_IB_TC=106\nNCCL_IB_TC=0\n");
    assertThat(found(jobs)).isEmpty();

    Files.writeString(root.resolve("etc/nccl.conf"), "NCCL_IB_TC=26\n");
    assertThat(found(jobs)).extracting(Finding::subject).containsExactly("gpu01 NCCL_IB_TC=26");

    process(8, "NCCL_IB_TC=106");
    assertThat(found(jobs)).singleElement().matches(one -> one.message().contains("process 7"));
  }

  @Test
  void aFileThatIsNotReadMakesNoFindingOfWhatItMaySet() throws Exception {
    process(7, "NCCL_DEBUG=INFO", "NCCL_CONF_FILE=/home/a/job.conf");
    process(8, "NCCL_DEBUG=INFO", "HOME=/home/b");
    Files.createDirectories(root.resolve("proc/8/root/home/b"));
    Files.createFile(root.resolve("proc/8/root/home/b/.nccl.conf"));
    process(9, "NCCL_DEBUG=INFO", "HOME=/../../etc");
    process(10, "NCCL_DEBUG=INFO", "HOME=/root");
    Files.createDirectories(root.resolve("proc/10/root/etc"));
    Files.createFile(root.resolve("proc/10/root/etc/nccl.conf")); // of its container
    assertThat(found(of(root))).isEmpty();

    process(11, "NCCL_IB_TC=0", "NCCL_CONF_FILE=/home/a/job.conf");
    process(12, "NCCL_DEBUG=INFO", "HOME=/home/c");
    Files.createSymbolicLink(root.resolve("proc/12/root"), root);
    Files.createDirectories(root.resolve("etc"));
    Files.writeString(root.resolve("etc/nccl.conf"), "NCCL_SOCKET_IFNAME==eth0\n");
    assertThat(found(of(root)))
        .extracting(Finding::subject)
        .containsExactly("gpu01 NCCL_IB_TC", "gpu01 NCCL_IB_TC=0");
  }

  @Test
  void aThousandProcessesOfOneJobAreOneFindingThatEndsWithThem() throws Exception {
    for (int pid = 100; pid < 120; pid++) {
      process(pid, "NCCL_DEBUG=INFO", "NCCL_IB_TC=0");
    }
    JobEnvironments jobs = of(root);

    assertThat(found(jobs)).singleElement().matches(one -> one.message().contains("process 100"));

    for (int pid = 100; pid < 120; pid++) {
      Files.delete(root.resolve("proc/" + pid + "/environ"));
      Files.delete(root.resolve("proc/" + pid));
    }
    assertThat(found(jobs)).isEmpty();
  }

  /** The script of a job becomes the job by exec, with another environment. */
  @Test
  void aProcessIsReadTwiceAndThenNoMore() throws Exception {
    process(7, "PATH=/bin");
    JobEnvironments jobs = of(root);
    assertThat(found(jobs)).isEmpty();

    process(7, "NCCL_IB_TC=0");
    assertThat(found(jobs)).hasSize(1);

    process(7, "NCCL_IB_TC=106");
    assertThat(found(jobs)).hasSize(1);
  }

  @Test
  void closedEnvironmentsAreToldAndNotTakenForGood() throws Exception {
    Files.createDirectories(root.resolve("proc/7/environ")); // a read of it fails, root or not

    assertThat(found(of(root)))
        .singleElement()
        .matches(one -> one.rule().equals(FindingRule.JOB_ENVIRONMENTS_CLOSED));
  }

  /** As under the unit without jobs.conf: the daemon may read its own. */
  @Test
  void closedEnvironmentsAreToldForAsLongAsTheyAre() throws Exception {
    process(9, "PATH=/bin");
    Files.createDirectories(root.resolve("proc/7/environ"));
    Files.createDirectories(root.resolve("proc/8/environ"));
    JobEnvironments jobs = of(root);

    for (int round = 0; round < 4; round++) {
      assertThat(found(jobs))
          .singleElement()
          .matches(one -> one.rule().equals(FindingRule.JOB_ENVIRONMENTS_CLOSED));
    }

    Files.delete(root.resolve("proc/7/environ"));
    Files.delete(root.resolve("proc/7"));
    assertThat(found(jobs)).isEmpty();
  }
}
