package dev.losslessd.transport.netlink;

import java.util.List;

/**
 * {@code struct dcbnl_buffer}, Linux 4.18 and newer.
 *
 * @param bufferOfPriority buffer 0..7 of priority n; 8 entries
 * @param bytes size of buffer n; 8 entries
 * @param totalBytes that the buffers share; read only on mlx5
 */
public record DcbBuffer(List<Integer> bufferOfPriority, List<Long> bytes, long totalBytes) {}
