package dev.losslessd.driver;

import dev.losslessd.model.DeviceId;
import dev.losslessd.transport.snmp.SnmpClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A script under the contract.
 *
 * @param texts all that the switch prints, by command
 * @param refusal of a line that it does not know
 * @param denial to an account that may not
 */
public record ScriptedContract(
    ScriptedSwitch script,
    SwitchDriver driver,
    Map<String, String> texts,
    String refusal,
    String denial)
    implements ContractSwitch {
  @Override
  public DeviceId id() {
    return new DeviceId("leaf1");
  }

  @Override
  public SwitchSession session() throws Exception {
    return script.session(driver);
  }

  @Override
  public SwitchSession session(SnmpClient agent) throws Exception {
    return script.session(driver, Optional.of(agent));
  }

  @Override
  public void print(Map<String, String> changed) {
    texts.forEach(script::answer);
    changed.forEach(script::answer);
  }

  @Override
  public void refuse(String command, boolean account) {
    Objects.requireNonNull(texts.get(command), command);
    script.answer(command, (account ? denial : refusal) + "\n");
  }

  @Override
  public List<String> sent() {
    return script.sent();
  }

  @Override
  public void close() throws IOException {
    script.close();
  }
}
