package dev.losslessd.app;

import dev.losslessd.cli.ExitCode;
import dev.losslessd.cli.OutputFormat;
import dev.losslessd.cli.Table;
import dev.losslessd.commit.WritePolicy;
import dev.losslessd.config.Config;
import dev.losslessd.driver.Discovery;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.inventory.Drivers;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.inventory.NicNames;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Nic;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** {@code losslessd discover}: the NIC ports of this host. Reads only. */
final class Discover {
  private static final String[] HEAD = {
    "PORT", "RDMA", "DRIVER", "ROLE", "LINK", "STATE", "RATE", "PCI", "NUMA", "FIRMWARE", "GID"
  };

  private Discover() {}

  static int print(Config config, OutputFormat format, PrintStream out) {
    List<Nic> nics;
    NicNames names = new NicNames(config.nics().include(), config.nics().exclude());
    Kernel kernel =
        Kernel.of(
            config, new ModeGate(new WritePolicy(Mode.OBSERVE, false)), SystemTime.get().nanos());
    try (HostAccess access = kernel.open()) {
      nics =
          new Discovery(access.files(), access.ethtool(), names::excluded)
              .find(new DeviceId(config.host().name()));
    }
    switch (format) {
      case TABLE -> table(nics, out);
      case JSON ->
          out.println(
              write(JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build(), nics));
      case YAML -> out.print(write(YAMLMapper.builder().build(), nics));
    }
    return nics.isEmpty() ? ExitCode.FINDING : ExitCode.OK;
  }

  private static void table(List<Nic> nics, PrintStream out) {
    Table table = new Table(HEAD);
    nics.forEach(nic -> table.row(row(nic).toArray(String[]::new)));
    table.lines(false).forEach(out::println);
  }

  private static List<String> row(Nic nic) {
    return List.of(
        nic.port().toString(),
        dash(nic.rdmaDevice().isEmpty() ? "" : nic.rdmaDevice() + "/" + nic.rdmaPort()),
        dash(nic.kernelDriver()) + " (" + Drivers.of(nic).name() + ")",
        nic.role().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        nic.linkLayer().name().toLowerCase(Locale.ROOT),
        dash(nic.state()),
        nic.rateMbps() == 0 ? "-" : nic.rateMbps() / 1000.0 + "G",
        dash(nic.pciAddress()),
        nic.numaNode().isPresent() ? String.valueOf(nic.numaNode().getAsInt()) : "-",
        dash(nic.firmware()),
        nic.roceV2()
            .map(gid -> gid.index() + (gid.isLinkLocal() ? " (link-local)" : ""))
            .orElse("-"));
  }

  private static String dash(String text) {
    return text.isEmpty() ? "-" : text;
  }

  private static String write(ObjectMapper mapper, List<Nic> nics) {
    List<Map<String, Object>> items = new ArrayList<>();
    for (Nic nic : nics) {
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("port", nic.port().toString());
      item.put("rdmaDevice", nic.rdmaDevice());
      item.put("rdmaPort", nic.rdmaPort());
      item.put("driver", Drivers.of(nic).name());
      item.put("kernelDriver", nic.kernelDriver());
      item.put("role", nic.role().name().toLowerCase(Locale.ROOT).replace('_', '-'));
      item.put("linkLayer", nic.linkLayer().name().toLowerCase(Locale.ROOT));
      item.put("state", nic.state());
      item.put("rateMbps", nic.rateMbps() > 0 ? nic.rateMbps() : null);
      item.put("pciAddress", nic.pciAddress());
      item.put("numaNode", nic.numaNode().isPresent() ? nic.numaNode().getAsInt() : null);
      item.put("firmware", nic.firmware());
      item.put("model", nic.model());
      item.put("mac", nic.mac());
      item.put("roceV2Index", nic.roceV2Index().isPresent() ? nic.roceV2Index().getAsInt() : null);
      item.put("gids", nic.gids());
      items.add(item);
    }
    return mapper.writeValueAsString(Map.of("items", items));
  }
}
