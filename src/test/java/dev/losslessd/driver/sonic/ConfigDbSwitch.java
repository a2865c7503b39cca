package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.fabric.sonic.SonicSwitch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fabric's SONiC with any CONFIG_DB, and an updater for its patches: what a patch does there is
 * not up to us.
 */
final class ConfigDbSwitch implements AutoCloseable {
  /**
   * A patch that was received, and its result.
   *
   * @param before the database
   */
  record Applied(ObjectNode before, ArrayNode patch, Updater.Verdict verdict) {}

  private static final JsonMapper MAPPER = new JsonMapper();

  private final SonicLeaf leaf;
  private final SonicSwitch device;
  private final Updater updater;
  private final SwitchSession session;
  private final List<Applied> applied = new ArrayList<>();

  /**
   * @param folder of a fabric for this switch alone
   * @param release as the name of its image has it
   */
  ConfigDbSwitch(Path folder, String release, Updater updater) throws IOException {
    this.leaf = new SonicLeaf(folder);
    this.device = (SonicSwitch) leaf.control().device();
    this.updater = updater;
    this.session = leaf.remembering(DeviceNotes.none());
    leaf.foreign("echo " + release + " > release");
  }

  /** Session of the SONiC driver with this switch. */
  SwitchSession session() {
    return session;
  }

  /** Another database takes the place of the one that is there. */
  void put(ObjectNode db) {
    device.locked(() -> {
      device.load(db.toString(), this::apply);
      applied.clear();
      return true;
    });
  }

  private String apply(String config, String patch, boolean dry) {
    ObjectNode before = (ObjectNode) MAPPER.readTree(config);
    ArrayNode operations = (ArrayNode) MAPPER.readTree(patch);
    Updater.Verdict verdict = updater.apply(before, operations);
    if (!dry) {
      applied.add(new Applied(before, operations, verdict));
    }
    if (!verdict.accepted()) {
      throw new IllegalArgumentException(verdict.why());
    }
    return verdict.after().toString();
  }

  boolean wasAskedForItsRelease() throws IOException {
    return leaf.sent().stream().anyMatch(line -> line.contains("sonic_version"));
  }

  ObjectNode db() {
    return (ObjectNode) MAPPER.readTree(device.locked(device::config));
  }

  /** Returns the patches since the last call. */
  List<Applied> takePatches() {
    return device.locked(() -> {
      List<Applied> all = List.copyOf(applied);
      applied.clear();
      return all;
    });
  }

  @Override
  public void close() throws IOException {
    session.close();
    leaf.close();
  }
}
