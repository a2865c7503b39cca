package dev.losslessd.transport.netlink;

import java.util.List;

/**
 * {@code struct ieee_pfc}. The kernel takes it whole: change a read one, or delay is zeroed.
 *
 * @param capable traffic classes that can do PFC, 0..8
 * @param enabled bit n is priority n
 * @param macsecBypass 0 or 1
 * @param delay 0..65535; bit times in the standard, metres of cable on mlx5
 * @param requests PFC frames sent, by priority; cached by mlx5, so not for rates
 * @param indications PFC frames received, by priority
 */
public record IeeePfc(
    int capable,
    int enabled,
    int macsecBypass,
    int delay,
    List<Long> requests,
    List<Long> indications) {
  public IeeePfc withEnabled(int mask) {
    return new IeeePfc(capable, mask, macsecBypass, delay, requests, indications);
  }
}
