package dev.losslessd.driver;

import dev.losslessd.model.DeviceId;
import dev.losslessd.transport.snmp.SnmpClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A switch under {@link SwitchContract}: a script, or a switch of the fabric that keeps state. */
public interface ContractSwitch extends AutoCloseable {
  DeviceId id();

  /** Opens a session, each read of which is a new one. */
  SwitchSession session() throws Exception;

  /** Opens a session that reads its counters from this agent. */
  SwitchSession session(SnmpClient agent) throws Exception;

  /** The text of each command that a session reads with, before any is changed. */
  Map<String, String> texts();

  /** Restores configuration and texts, then prints other texts for these commands. */
  void print(Map<String, String> changed) throws Exception;

  /** Refuses a command: to every account, or because this account may not. */
  void refuse(String command, boolean account) throws Exception;

  /** Lines that sessions have sent. */
  List<String> sent() throws Exception;

  /** The switch of the fabric; empty for a script, which takes no configuration. */
  default Optional<FabricLeaf> leaf() {
    return Optional.empty();
  }

  @Override
  void close() throws IOException;
}
