package dev.losslessd.fabric.host;

import dev.losslessd.fabric.twin.TwinPort;

/**
 * The type of service in the RoCE packets of a NIC: of the vendor's driver where that is told to
 * write one, else what the application asked for, else what rdma_cm gave its connections.
 */
final class JobMark {
  private static final int NONE = -1;

  /** What NCCL asks for with NCCL_IB_TC, UCX by itself, and most examples. */
  private static final int USUAL = 106;

  private final TwinPort port;
  private int asked = USUAL;
  private boolean throughCm;
  private int connected;
  private int defaultTos;
  private int trafficClass = NONE;

  JobMark(TwinPort port) {
    this.port = port;
  }

  /** Lets the application ask for a type of service, from its next packet. */
  void asks(int tos) {
    asked = tos;
    apply();
  }

  /**
   * Lets the application ask for none; its connections are made now.
   *
   * @param cm by rdma_cm; else the application opens queue pairs itself, as NCCL does
   */
  void asksNone(boolean cm) {
    asked = NONE;
    throughCm = cm;
    connect();
  }

  /** New connections: those of rdma_cm take its default of now. */
  void connect() {
    connected = defaultTos;
    apply();
  }

  /** Type of service of rdma_cm's new connections; kept with the device. */
  int defaultTos() {
    return defaultTos;
  }

  void defaultTos(int tos) {
    defaultTos = tos;
  }

  /** Traffic class that the vendor's driver writes into every packet; -1 for none. */
  int trafficClass() {
    return trafficClass;
  }

  void trafficClass(int value) {
    trafficClass = value;
    apply();
  }

  /** The driver is loaded anew; the application stays as it is. */
  void reset() {
    defaultTos = 0;
    trafficClass = NONE;
    connect();
  }

  private void apply() {
    int application = asked != NONE ? asked : throughCm ? connected : 0;
    port.sentDscp((trafficClass != NONE ? trafficClass : application) >> 2);
  }
}
