package dev.losslessd.http;

import java.time.Instant;

/**
 * The certificate that a listener shows.
 *
 * @param listener {@code http} or {@code metrics}
 * @param subject name in the certificate: {@code CN=gpu01.example}
 * @param notBefore when it begins to be valid
 * @param notAfter when it, or another of its chain, ends
 */
public record CertificateStatus(
    String listener, String subject, Instant notBefore, Instant notAfter) {}
