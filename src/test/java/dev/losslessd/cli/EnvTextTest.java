package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One class and one list of devices in every form in which people keep an environment. */
class EnvTextTest {
  private static final Map<String, String> BOTH =
      Map.of("NCCL_IB_TC", "106", "NCCL_IB_HCA", "=mlx5_0,mlx5_1");

  private static Map<String, String> read(String text) {
    return EnvText.of(text, "job.env");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NCCL_IB_TC=106\nHOME=/root\nNCCL_IB_HCA==mlx5_0,mlx5_1\n",
        "# NCCL_IB_TC=26\nNCCL_IB_TC=106\r\nNCCL_IB_HCA==mlx5_0,mlx5_1\r\n",
        "export NCCL_IB_TC=106 # class\nexport NCCL_IB_HCA='=mlx5_0,mlx5_1'\n",
        "export NCCL_IB_TC=106 NCCL_IB_HCA==mlx5_0,mlx5_1\n",
        "NCCL_IB_TC=106 NCCL_IB_HCA==mlx5_0,mlx5_1 python train.py --steps 10\n",
        "declare -x NCCL_IB_TC=\"106\"\ndeclare -x NCCL_IB_HCA=\"=mlx5_0,mlx5_1\"\n",
        "NCCL_IB_TC=26\nunset NCCL_IB_TC\nNCCL_IB_TC=106\nNCCL_IB_HCA='=mlx5_0,mlx5_1'",
        "setenv NCCL_IB_TC 106\nsetenv NCCL_IB_HCA \"=mlx5_0,mlx5_1\"\n",
        "ENV NCCL_IB_TC=106 \\\n    NCCL_IB_HCA==mlx5_0,mlx5_1\n",
        "mpirun -np 16 -x NCCL_IB_TC=106 -x NCCL_IB_HCA==mlx5_0,mlx5_1 -x PATH ./all_reduce\n",
        "docker run --env NCCL_IB_TC=106 -e NCCL_IB_HCA==mlx5_0,mlx5_1 image\n",
        "[Service]\nEnvironment=\"NCCL_IB_TC=106\" \"NCCL_IB_HCA==mlx5_0,mlx5_1\"\n",
        """
        import os
        os.environ["NCCL_IB_TC"] = "106"
        os.environ['NCCL_IB_HCA']='=mlx5_0,mlx5_1'
        """,
        "NCCL_IB_TC=106\0PATH=/bin\0NCCL_IB_HCA==mlx5_0,mlx5_1\0",
        "- name: NCCL_IB_TC\n  value: \"106\"\n- name: NCCL_IB_HCA\n  value: =mlx5_0,mlx5_1\n",
        "[{\"name\": \"NCCL_IB_TC\", \"value\": \"106\"},"
            + " {\"name\": \"NCCL_IB_HCA\", \"value\": \"=mlx5_0,mlx5_1\"}]",
        """
        kind: Pod
        spec:
          containers:
          - name: train
            env:
            - name: NCCL_IB_TC
              value: "106"
            command: [sh, -c, "export NCCL_IB_HCA='=mlx5_0,mlx5_1'; exec ./train"]
        ---
        kind: Service
        """,
        "kind: ConfigMap\ndata:\n  NCCL_IB_TC: \"106\"\n  NCCL_IB_HCA: =mlx5_0,mlx5_1\n",
        """
        services:
          train:
            environment:
            - NCCL_IB_TC=106
            - NCCL_IB_HCA==mlx5_0,mlx5_1
        """,
      })
  void everyFormIsRead(String text) {
    assertThat(read(text)).containsExactlyInAnyOrderEntriesOf(BOTH);
  }

  /** Slurm parts its list at commas, so that a list of devices loses all but its first. */
  @Test
  void slurmCutsAListOfDevices() {
    assertThat(read("#SBATCH --export=ALL,NCCL_IB_HCA==mlx5_0,mlx5_1,NCCL_IB_TC=106\n"))
        .containsExactlyInAnyOrderEntriesOf(Map.of("NCCL_IB_HCA", "=mlx5_0", "NCCL_IB_TC", "106"));
  }

  @Test
  void aValueMayHoldBlanks() {
    assertThat(read("NCCL_NET=AWS Libfabric\n")).containsEntry("NCCL_NET", "AWS Libfabric");
    assertThat(read("Environment=\"NCCL_NET=AWS Libfabric\"\n"))
        .containsEntry("NCCL_NET", "AWS Libfabric");
  }

  @Test
  void othersAreNotKept() {
    assertThat(read("AWS_SECRET_ACCESS_KEY=x\nMY_NCCL_TOKEN=y\nexport TOKEN=z\n")).isEmpty();
    assertThat(read("- name: DB_PASSWORD\n  value: hunter2\n")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NCCL_IB_TC = 106", "NCCL_IB_TC 106", "NCCL_IB_TC"})
  void whatIsNoAssignmentIsRefusedWithItsPlace(String line) {
    assertThatThrownBy(() -> read("# mine\n" + line + "\n"))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("job.env, line 2: '" + line + "': expected NAME=value");
  }
}
