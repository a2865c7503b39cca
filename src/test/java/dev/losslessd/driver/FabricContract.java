package dev.losslessd.driver;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A switch of the fabric under the contract, configured by hand. */
public final class FabricContract implements ContractSwitch {
  private static final long REFUSALS = 1_000;

  private final FabricLeaf leaf;
  private final String site;
  private final boolean agent;
  private final SnmpSocket socket = new SnmpSocket(_ -> {});
  private final Map<String, String> texts = new LinkedHashMap<>();

  /**
   * @param site configuration lines, with {@code " ; "} between; empty for the state of delivery
   * @param agent whether sessions have the switch's own SNMP agent
   */
  public FabricContract(FabricLeaf leaf, String site, boolean agent) throws IOException {
    this.leaf = leaf;
    this.site = site;
    this.agent = agent;
    configure();
    leaf.control()
        .rewrite((command, text) -> {
          texts.put(command, text);
          return text;
        });
    try (SwitchSession session = session()) {
      readAll(session);
    }
    print(Map.of());
  }

  private static void readAll(SwitchSession session) {
    List<PortId> ports = new ArrayList<>();
    for (Target target : session.targets()) {
      session.read(target);
      if (target instanceof Target.Port port) {
        ports.add(port.id());
      }
    }
    session.missingPermissions();
    session.neighbours();
    session.queues().sweep(ports, 1_000, 2_000);
  }

  private void configure() throws IOException {
    leaf.forget();
    leaf.control().reset();
    if (!site.isEmpty()) {
      leaf.control().foreign(site);
    }
  }

  @Override
  public DeviceId id() {
    return leaf.id();
  }

  @Override
  public SwitchSession session() throws IOException {
    return agent ? session(leaf.snmp(socket)) : leaf.session("admin");
  }

  @Override
  public SwitchSession session(SnmpClient client) throws IOException {
    return leaf.session("admin", WriteGate.OPEN, Optional.of(client));
  }

  /** Opens a session whose writes pass this gate. */
  SwitchSession session(WriteGate gate) throws IOException {
    return leaf.session("admin", gate, agent ? Optional.of(leaf.snmp(socket)) : Optional.empty());
  }

  @Override
  public Map<String, String> texts() {
    return texts;
  }

  @Override
  public void print(Map<String, String> changed) throws IOException {
    configure();
    leaf.control().rewrite(changed::getOrDefault);
  }

  @Override
  public void refuse(String command, boolean account) {
    String words =
        command.replaceFirst("^sudo ", "").replaceFirst(" (?:</dev/null|-o json)$", "").strip();
    if (account) {
      leaf.control().forbid(words);
    } else {
      leaf.control().refuse(words, REFUSALS);
    }
  }

  @Override
  public List<String> sent() throws IOException {
    return leaf.sent();
  }

  @Override
  public Optional<FabricLeaf> leaf() {
    return Optional.of(leaf);
  }

  @Override
  public void close() throws IOException {
    socket.close();
    leaf.close();
  }
}
