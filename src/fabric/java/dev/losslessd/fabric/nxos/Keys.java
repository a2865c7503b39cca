package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.List;

/** Keys of lines in the configuration; their numbers give the order of printing. */
final class Keys {
  static final String PFC_MODE = "30 priority-flow-control mode";
  static final String WATCHDOG = "31 priority-flow-control watch-dog-interval";
  static final String FLOW_RECEIVE = "32 flowcontrol receive";
  static final String FLOW_SEND = "33 flowcontrol send";
  static final String MTU = "40 mtu";
  static final String QOS_INPUT = "50 service-policy type qos input";
  static final String QUEUING_OUTPUT = "51 service-policy type queuing output";
  static final String NETWORK_QOS = "52 service-policy type network-qos";
  static final String CHANNEL_GROUP = "60 channel-group";
  static final String SHUTDOWN = "90 shutdown";
  static final String DESCRIPTION = "10 description";
  static final String PAUSE = "20 pause";
  static final String QOS_GROUP = "10 set qos-group";
  static final String BANDWIDTH = "10 bandwidth";
  static final String RED = "20 random-detect";
  static final String SYSTEM_QOS = "50 system qos";
  static final String HOSTNAME = "00 hostname";

  private static final List<String> PORT_QOS =
      List.of(PFC_MODE, WATCHDOG, QOS_INPUT, QUEUING_OUTPUT);

  private Keys() {}

  static String classMap(String name) {
    return "10 class-map type qos " + name;
  }

  /** Key of a policy map; {@code type} is qos, queuing or network-qos. */
  static String policy(String type, String name) {
    String order =
        switch (type) {
          case "qos" -> "20";
          case "queuing" -> "30";
          default -> "40";
        };
    return order + " policy-map type " + type + " " + name;
  }

  static String port(int number) {
    return "60 interface Ethernet1/%03d".formatted(number);
  }

  static String bundle(String name) {
    return "59 interface " + name;
  }

  /** Short name for narrow columns: {@code Eth1/1}. */
  static String shortName(SwitchPort port) {
    return "Eth1/" + port.number();
  }

  static boolean isPort(String key) {
    return key.startsWith("60 ");
  }

  /** Whether {@code show running-config ipqos} prints this line of a port. */
  static boolean isPortQos(String key) {
    return PORT_QOS.contains(key);
  }
}
