package dev.losslessd.transport.ethtool;

/**
 * ETHTOOL_GPAUSEPARAM: 802.3x pause of the link.
 *
 * @param autoneg negotiated with the peer; mlx5 refuses to write true
 */
public record PauseParam(boolean autoneg, boolean receive, boolean send) {}
