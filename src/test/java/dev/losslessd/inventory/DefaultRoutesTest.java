package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The kernel's table of routes. */
class DefaultRoutesTest {
  private static final String HEAD =
      "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n";

  @Test
  void theSmallestMetricComesFirst() {
    String table =
        HEAD
            + "eno2\t00000000\t0102000A\t0003\t0\t0\t200\t00000000\t0\t0\t0\n"
            + "eno1\t00000000\t0102000A\t0003\t0\t0\t100\t00000000\t0\t0\t0\n"
            + "ens1f0np0\t0064A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n";

    assertThat(DefaultRoutes.parse(table)).containsExactly("eno1", "eno2");
  }

  @Test
  void ofIpv6TheKernelsOwnIsNone() {
    String any = "0".repeat(32);
    String table =
        any
            + " 00 "
            + any
            + " 00 "
            + any
            + " ffffffff 00000001 00000000 00200200 lo\n"
            + any
            + " 00 "
            + any
            + " 00 fe80"
            + "0".repeat(27)
            + "1 00000400 1 0 00450003 eno2\n"
            + any
            + " 00 "
            + any
            + " 00 fe80"
            + "0".repeat(27)
            + "1 00000064 1 0 00000003 eno1\n"
            + "fe80"
            + "0".repeat(28)
            + " 40 "
            + any
            + " 00 "
            + any
            + " 00000100 1 0 1 ens1\n";

    assertThat(DefaultRoutes.parse6(table)).containsExactly("eno1", "eno2");
    assertThat(DefaultRoutes.parse6("")).isEmpty();
  }

  @Test
  void halfOfTheInternetIsNoDefaultRoute() {
    assertThat(DefaultRoutes.parse(HEAD + "tun0\t00000000\t0\t1\t0\t0\t0\t00000080\t0\t0\t0\n"))
        .isEmpty();
    assertThat(DefaultRoutes.parse("")).isEmpty();
    assertThat(DefaultRoutes.parse(HEAD + "eno1 00000000 0")).isEmpty();
  }
}
