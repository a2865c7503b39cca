package dev.losslessd.fabric.nxos;

import java.util.List;

/** Texts of a switch at login and above its version. */
final class Banner {
  static final String BEFORE_LOGIN = "User Access Verification\r\n";

  static final List<String> HEAD =
      List.of(
          "Cisco Nexus Operating System (NX-OS) Software",
          "TAC support: http://www.cisco.com/tac",
          "Copyright (C) 2002-2023, Cisco and/or its affiliates.",
          "All rights reserved.",
          "This is a simulation for losslessd; it has no software of the vendor in it.");

  private Banner() {}
}
