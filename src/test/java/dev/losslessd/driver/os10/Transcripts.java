package dev.losslessd.driver.os10;

import dev.losslessd.model.DeviceId;

/** Output of OS10, in its format and with made-up values. */
final class Transcripts {
  static final DeviceId LEAF = new DeviceId("leaf1");

  static final String VERSION =
      """
      Dell SmartFabric OS10 Enterprise
      Copyright (c) 1999-2023 by Dell Inc. All Rights Reserved.
      OS Version: 10.5.4.7
      Build Version: 10.5.4.7.118
      System Type: S5248F-ON
      Architecture: x86_64
      Up Time: 3 weeks 2 days 01:02:03
      """;

  static final String QOS =
      """
      ! Version 10.5.4.7
      ! Last configuration change at Mar  09 17:03:12 2024
      !
      hostname leaf1
      interface breakout 1/1/5 map 25g-4x
      banner motd %
      interface ethernet1/1/9
       priority-flow-control mode on
      %
      !
      wred MARKS
       random-detect color green minimum-threshold 120 maximum-threshold 1400 drop-probability 20
       random-detect color yellow minimum-threshold 60 maximum-threshold 300 drop-probability 40
       random-detect ecn
      !
      wred DROPS
       random-detect color green minimum-threshold 200 maximum-threshold 800 drop-probability 5
      !
      class-map type network-qos STORAGE
       match qos-group 3
      !
      class-map type queuing Q0
       match queue 0
      !
      class-map type queuing Q3
       match queue 3
      !
      class-map type queuing Q6
       match queue 6
      !
      trust dot1p-map DOT1P
       qos-group 0 dot1p 0-2,4-5,7
       qos-group 3 dot1p 3
       qos-group 6 dot1p 6
      !
      qos-map traffic-class QUEUES
       queue 0 qos-group 0-2,4-5,7 type ucast
       queue 3 qos-group 3 type ucast
       queue 6 qos-group 6 type ucast
       queue 1 qos-group 0 type mcast
      !
      policy-map type network-qos NODROP
       !
       class STORAGE
        pause
        pfc-cos 3
      !
      policy-map type queuing SHARES
       !
       class Q0
        bandwidth percent 45
        random-detect DROPS
       !
       class Q3
        bandwidth percent 55
        random-detect MARKS
       !
       class Q6
        priority
      !
      system qos
       trust-map dot1p DOT1P
       ets mode on
      !
      """;

  static final String PORTS =
      """
      interface vlan1
       no shutdown
      !
      interface ethernet1/1/1
       description gpu07
       no shutdown
       switchport access vlan 1
       mtu 9216
       flowcontrol receive off
       flowcontrol transmit off
       priority-flow-control mode on
       service-policy input type network-qos NODROP
       service-policy output type queuing SHARES
       ets mode on
       qos-map traffic-class QUEUES
      !
      interface ethernet1/1/5:2
       no shutdown
       switchport access vlan 1
      !
      interface mgmt1/1/1
       no shutdown
       ip address 10.9.8.7/24
      !
      support-assist
      """;

  static final String CONFIG = QOS + PORTS;

  static final String INTERFACE =
      """
      Ethernet 1/1/1 is up, line protocol is up
        Description: gpu07
        Hardware is Eth, address is 3c:2c:30:01:02:03
        Interface index is 19
        MTU 9216 bytes, IP MTU 9184 bytes
        LineSpeed 25G, Auto-Negotiation on
        Flowcontrol rx off tx on
        ARP type: ARPA, ARP Timeout: 60
      """;

  static final String LLDP_XML =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <rpc-reply>
        <bulk>
          <data>
      """
          + port("ethernet1/1/1", "uM72AQID", "mac-address", "uM72AQIE", "mac-address", "gpu07")
          + port(
              "ethernet1/1/5:2",
              "uM72CgsM",
              "mac-address",
              "RXRoMS8zMg==",
              "interface-name",
              "Not Advertised")
          + port("mgmt1/1/1", "uM72CgsN", "mac-address", "MTk=", "local", "oob")
          + """
                <interface>
                  <name>ethernet1/1/2</name>
                  <mtu>1532</mtu>
                </interface>
              </data>
              <last-keys>
                <name>mgmt1/1/1</name>
              </last-keys>
            </bulk>
          </rpc-reply>
          """;

  static final String LLDP_TEXT =
      """
      Loc PortID          Rem Host Name        Rem Port Id                    Rem Chassis Id
      --------------------------------------------------------------------------------------
      ethernet1/1/1       gpu07                b8:ce:f6:01:02:04              b8:ce:f6:01:02:03
      ethernet1/1/5:2     a-name-that-is-to... Eth1/32                        b8:ce:f6:0a:0b:0c
      ethernet1/1/6       Not Advertised       Eth1/33                        39373638-3935-5A43-
      mgmt1/1/1           oob                  19                             b8:ce:f6:0a:0b:0d
      """;

  private Transcripts() {}

  private static String port(
      String name, String chassis, String chassisType, String id, String idType, String system) {
    return """
          <interface>
            <name>%s</name>
            <mtu>1532</mtu>
            <lldp-rem-neighbor-info>
              <info>
                <rem-lldp-index>4</rem-lldp-index>
                <rem-lldp-chassis-id>%s
    </rem-lldp-chassis-id>
                <rem-lldp-port-id>%s
    </rem-lldp-port-id>
                <rem-lldp-chassis-id-subtype>%s</rem-lldp-chassis-id-subtype>
                <rem-lldp-port-subtype>%s</rem-lldp-port-subtype>
                <rem-system-name>%s</rem-system-name>
              </info>
            </lldp-rem-neighbor-info>
          </interface>
    """
        .formatted(name, chassis, id, chassisType, idType, system);
  }
}
