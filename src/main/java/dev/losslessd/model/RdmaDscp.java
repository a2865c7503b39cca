package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

import dev.losslessd.model.FieldType.SetOf;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The DSCP that a host writes into every RDMA packet that it sends, whatever its applications ask
 * for. nmlx5_rdma of ESXi calls it {@code dscp_force}.
 *
 * @param forced null where each application has its own; 0..63
 */
public record RdmaDscp(@Nullable Dscp forced) implements NicSetting {
  /** Each application has its own. */
  public static final RdmaDscp NONE = new RdmaDscp(null);

  static final SettingShape<RdmaDscp> SHAPE =
      SettingShape.of(
          RdmaDscp.class,
          "rdma-dscp 26, rdma-dscp none",
          Function.identity(),
          field(
              "dscp",
              new SetOf<>(Dscp.TYPE, 1, RdmaDscp::list, RdmaDscp::of),
              Function.identity(),
              "written into all RDMA packets; empty leaves it to the applications"));

  public static RdmaDscp of(int dscp) {
    return new RdmaDscp(Dscp.of(dscp));
  }

  private static RdmaDscp of(List<Dscp> list) {
    return list.isEmpty() ? NONE : new RdmaDscp(list.getFirst());
  }

  private List<Dscp> list() {
    return forced == null ? List.of() : List.of(forced);
  }
}
