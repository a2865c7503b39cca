package dev.losslessd.house;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test that starts a process, or takes long. All others are the group {@code unit}, which {@code
 * mvn test} runs; {@link ProcessGuard} fails those of them that start one.
 */
@Tag(ProcessGuard.GROUP)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface SystemGroup {}
