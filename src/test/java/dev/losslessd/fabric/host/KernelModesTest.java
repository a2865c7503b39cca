package dev.losslessd.fabric.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.SystemPace;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Modes of the files of fake NICs: those that the kernel gives, which decide who may write. */
class KernelModesTest {
  private static final String READ = "r--r--r--";
  private static final String WRITE = "rw-r--r--";

  /** By path below {@code sys}, first match; modes as in Linux 7.2 unless a vendor is named. */
  private static final Map<Pattern, String> MODES = modes();

  @TempDir private Path folder;

  private static Map<Pattern, String> modes() {
    Map<String, String> modes = new LinkedHashMap<>();
    // debugfs_create_file(.., 0600, ..) of drivers/infiniband/hw/mlx5/cong.c
    modes.put("kernel/debug/mlx5/[^/]+/cc_params/\\w+", "rw-------");
    // CONFIGFS_ATTR: drivers/infiniband/core/cma_configfs.c, and Broadcom's bnxt_re configfs.c
    modes.put("kernel/config/rdma_cm/[^/]+/ports/1/default_roce_(tos|mode)", WRITE);
    modes.put("kernel/config/bnxt_re/[^/]+/ports/1/cc/\\w+", WRITE);
    // NETDEVICE_SHOW_RW of net/core/net-sysfs.c; the rest is NETDEVICE_SHOW_RO
    modes.put("devices/.*/net/[^/]+/(mtu|flags|carrier)", WRITE);
    modes.put("devices/.*/net/[^/]+/(statistics/)?\\w+", READ);
    // drivers/infiniband/core/sysfs.c: 0644 of lifespan and node_desc, 0444 of all counters
    modes.put("devices/.*/hw_counters/lifespan", WRITE);
    modes.put("devices/.*/infiniband/[^/]+/node_desc", WRITE);
    // TC_ATTR(traffic_class, 0644, ..) of DOCA-OFED drivers/infiniband/hw/mlx5/main_ext.c
    modes.put("devices/.*/infiniband/[^/]+/tc/1/traffic_class", WRITE);
    modes.put("devices/.*/infiniband/[^/]+/\\w+", READ);
    modes.put("devices/.*/infiniband/[^/]+/ports/1/.*", READ);
    // drivers/pci/pci-sysfs.c, drivers/pci/iov.c
    modes.put("devices/.*/(numa_node|sriov_numvfs)", WRITE);
    modes.put("devices/.*/\\w+", READ);
    Map<Pattern, String> all = new LinkedHashMap<>();
    modes.forEach((path, mode) -> all.put(Pattern.compile(path), mode));
    return all;
  }

  @ParameterizedTest
  @EnumSource(NicMake.class)
  void everyFileHasTheModeOfTheKernels(NicMake make) throws Exception {
    FabricOptions options = FabricOptions.usual(1).withLoad(0).withNics(make);
    try (Fabric fabric = Fabric.start(folder.resolve("f"), options, new SystemPace())) {
      Path sys = fabric.hostDir(new DeviceId("gpu01")).resolve("root/sys");
      List<String> wrong = new ArrayList<>();
      int seen = 0;
      for (Path file : files(sys)) {
        seen++;
        String name = sys.relativize(file).toString();
        String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        Optional<String> expected = expected(name);
        if (!expected.equals(Optional.of(mode))) {
          wrong.add(name + " " + mode + ", expected " + expected);
        }
      }
      assertThat(seen).isGreaterThan(100);
      assertThat(wrong).isEmpty();
    }
  }

  private static List<Path> files(Path sys) throws IOException {
    try (Stream<Path> all = Files.walk(sys)) {
      return all.filter(file -> Files.isRegularFile(file) && !Files.isSymbolicLink(file)).toList();
    }
  }

  private static Optional<String> expected(String name) {
    return MODES.entrySet().stream()
        .filter(one -> one.getKey().matcher(name).matches())
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
