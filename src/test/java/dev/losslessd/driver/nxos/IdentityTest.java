package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a switch's identity, over SSH. */
class IdentityTest {
  private static final Target BOX = new Target.Device(FabricLeaf.ID);

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // before each test
  private Leaf1 leaf;

  @BeforeEach
  void open() throws Exception {
    leaf = new Leaf1(folder.resolve("f"));
  }

  @AfterEach
  void close() throws Exception {
    leaf.close();
  }

  @Test
  void aConnectionIsAskedUntilItTellsAndAnotherConnectionAnew() throws Exception {
    leaf.tell("refuse leaf1 \"show inventory\" 1");
    try (SwitchSession session = leaf.session("admin")) {
      assertThat(session.identity(BOX)).isEqualTo(Identity.NONE);
      assertThat(session.identity(BOX).text()).isEqualTo("serial FDO2733000A");
      assertThat(session.identity(BOX).text()).isEqualTo("serial FDO2733000A");
      assertThat(asked()).isEqualTo(2);

      leaf.tell("replace leaf1");

      assertThat(session.identity(BOX).text()).isEqualTo("serial FDO2733001A");
    }
  }

  @Test
  void anAccountThatMayNotAskKnowsNothing() throws Exception {
    leaf.tell("forbid leaf1 show inventory");
    try (SwitchSession session = leaf.session("admin")) {
      assertThat(session.identity(BOX)).isEqualTo(Identity.NONE);
    }
  }

  private long asked() throws Exception {
    return leaf.sent().stream().filter(NxosDriver.INVENTORY::equals).count();
  }
}
