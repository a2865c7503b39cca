package dev.losslessd.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verbs calls that failed: call and error number decide, and several causes stay several. */
class VerbsErrorsTest {
  private static final String W = "gpu01:100:101 [0] misc/ibvwrap.cc:211 NCCL WARN ";

  private static Check check(String message, String name) {
    return NcclLogTest.check(NcclLogTest.report(W + message, LogContext.NONE), name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Call to ibv_reg_mr_iova2 failed with error Cannot allocate memory errno 12"
            + "| ibv_reg_mr_iova2 ENOMEM| CmaTotal| limits of the device",
        "Call to ibv_reg_mr failed with error Cannot allocate memory"
            + "| ibv_reg_mr ENOMEM| ulimit -l| cgroup",
        "Call to ibv_reg_mr failed with error Bad address| EFAULT| nvidia_peermem| expandable",
        "Call to ibv_reg_mr_iova2 failed with error Invalid argument errno 22"
            + "| EINVAL| nvidia_peermem| RELAXED_ORDERING",
        "Call to ibv_reg_mr failed with error Operation not permitted errno 1"
            + "| EPERM| locked memory is 0| access flags",
        "Call to ibv_reg_dmabuf_mr failed with error Operation not supported errno 95"
            + "| EOPNOTSUPP| kernel 5.12| ACS",
        "Call to ibv_reg_dmabuf_mr failed with error Unknown error 524 errno 524"
            + "| ENOTSUPP| refused a mapping| IOMMU",
        "NET/MLX5: Call to mlx5dv_reg_dmabuf_mr failed with error Cannot allocate memory"
            + "| mlx5dv_reg_dmabuf_mr ENOMEM| BAR1| IOMMU",
        "Call to ibv_create_qp failed with error Bad address errno 14"
            + "| ibv_create_qp EFAULT| user-space provider| buffers of the queue",
        "Call to ibv_create_qp failed with error Cannot allocate memory"
            + "| ENOMEM| locked memory| rdma resource show",
        "Call to ibv_create_qp failed with error Invalid argument errno 22"
            + "| EINVAL| ibv_devinfo -v| user-space provider",
        "Call to ibv_create_qp failed| ibv_create_qp, possible causes| locked memory| provider",
        "Call to ibv_create_cq failed with error Cannot allocate memory errno 12"
            + "| ibv_create_cq ENOMEM| locked memory| limits of the device",
        "Call to ibv_create_cq failed with error Invalid argument errno 22"
            + "| EINVAL| max_cqe| provider",
        "Call to ibv_alloc_pd failed with error Cannot allocate memory"
            + "| ibv_alloc_pd ENOMEM| limits of the device| CmaTotal",
        "Call to ibv_alloc_pd failed with error Resource temporarily unavailable errno 11"
            + "| EAGAIN| rdma.max| firmware",
        "Call to ibv_open_device failed| ibv_open_device| /dev/infiniband| provider",
        "Call to ibv_query_gid failed with error Unknown error -1 errno -1"
            + "| ibv_query_gid| GID slot| network namespace",
        "ibv_post_send() failed with error Cannot allocate memory, Bad WR 0x7f1, First WR 0x7f2"
            + "| ibv_post_send ENOMEM| queue is full| completions",
        "ibv_post_send() failed with error Invalid argument, Bad WR 0x7f1, First WR 0x7f2"
            + "| ibv_post_send EINVAL| had failed before| first error",
        "Call to ibv_poll_cq() returned -2| ibv_poll_cq| overrun| device failed",
        "Call to ibv_create_cq failed with error Input/output error errno 5"
            + "| EIO| error state| dmesg",
        "Call to ibv_create_comp_channel failed with error Too many open files"
            + "| ibv_create_comp_channel EMFILE| open files| ulimit -n",
      })
  void causesFollowFromCallAndErrno(String message, String title, String one, String other) {
    Check warnings = check(message, "warnings");

    assertThat(warnings.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(warnings.advice()).contains(title, one, other);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Call to ibv_reg_mr failed with error File exists errno 17| ibv_reg_mr EEXIST (File"
            + " exists)",
        "Call to ibv_create_qp failed with error Unknown error 239 errno 239"
            + "| ibv_create_qp errno 239",
        "Call to ibv_create_cq failed with error Structure needs cleaning"
            + "| ibv_create_cq Structure needs cleaning",
        "Call to ibv_create_qp failed with error Device or resource busy errno 16"
            + "| ibv_create_qp EBUSY (Device or resource busy)",
      })
  void anErrnoThatIsNotKnownIsNamedAndNeverGuessed(String message, String title) {
    assertThat(check(message, "warnings").advice())
        .isEqualTo(title + ": no cause of it is known here; look at dmesg of this host");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "110 Connection timed out| NCCL_CROSS_NIC=0| arp_ignore",
        "19 No such device| another network namespace| down or gone",
        "61 No data available| slot is empty| losslessd discover",
        "101 Network is unreachable| no route| addresses and masks",
        "100 Network is down| netdev of the GID| is down",
        "1 Operation not permitted| network namespace| /dev/infiniband",
        "22 Invalid argument| GID slot| MTU",
        "12 Cannot allocate memory| possible causes| cgroup",
        "17 File exists| EEXIST (File exists)| no cause of it is known",
      })
  void connectionsHaveTheCausesOfTheirErrno(String error, String one, String other) {
    String path =
        ", on dev mlx5_0:1, curr state INIT, next state RTR, local GID index 3, local GID"
            + " ::ffff:198.51.100.1, remote GID ::ffff:198.51.100.2";

    assertThat(check("Call to ibv_modify_qp failed with " + error + path, "connect").advice())
        .contains(one, other);
    assertThat(
            check("Call to ibv_modify_qp failed with error " + error.substring(3), "connect")
                .verdict())
        .isEqualTo(Verdict.BROKEN);
  }

  @Test
  void aFunctionThatALibraryLacksIsNoFailedCall() {
    NcclReport report =
        NcclLogTest.report(
            W + "dlvsym failed on ibv_reg_dmabuf_mr - undefined symbol version IBVERBS_1.12",
            LogContext.NONE);

    assertThat(report.hasFinding()).isFalse();
  }
}
