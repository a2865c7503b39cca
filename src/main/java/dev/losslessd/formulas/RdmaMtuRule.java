package dev.losslessd.formulas;

import dev.losslessd.model.RdmaMtu;
import dev.losslessd.model.RdmaMtu.Source;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The RDMA MTU that a kernel driver derives from the MTU of its netdev. No file of sysfs and no
 * attribute of RDMA netlink tells the value in force; ibv_query_port(3) alone does.
 */
public final class RdmaMtuRule {
  /**
   * Headers that iboe_get_mtu leaves room for (Linux include/rdma/ib_addr.h): GRH 40, UDP 8, BTH
   * 12, extended XRC 4, extended AtomicETH 28, ICRC 4.
   */
  private static final int IBOE_HEADERS = 96;

  private RdmaMtuRule() {}

  /**
   * @param kernelDriver of the netdev. Its RDMA device has one of its own make; Soft-RoCE on it
   *     takes 80 bytes instead of 96 (rxe_param.h)
   * @param netdevBytes MTU of the netdev
   * @return empty where the driver's rule is not known, or not even the smallest fits
   */
  public static Optional<RdmaMtu> of(String kernelDriver, int netdevBytes) {
    OptionalInt headers = headers(kernelDriver);
    int room = netdevBytes - headers.orElse(netdevBytes);
    return room < RdmaMtu.SMALLEST
        ? Optional.empty()
        : Optional.of(
            new RdmaMtu(Math.min(RdmaMtu.LARGEST, Integer.highestOneBit(room)), Source.COMPUTED));
  }

  /** Bytes that the driver takes off before it rounds down to a power of two. */
  private static OptionalInt headers(String kernelDriver) {
    return switch (kernelDriver) {
      // mlx5_query_port_roce, mlx4 eth_link_query_port, bnxt_re_query_port, hns_roce_query_port
      case "mlx5_core", "mlx4_en", "mlx4_core", "bnxt_en", "hns3" -> OptionalInt.of(IBOE_HEADERS);
      // irdma_query_port: ib_mtu_int_to_enum of the netdev's MTU as it is
      case "ice", "i40e" -> OptionalInt.of(0);
      default -> OptionalInt.empty();
    };
  }
}
