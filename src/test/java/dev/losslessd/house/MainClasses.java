package dev.losslessd.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.ref.SoftReference;

/**
 * The product's classes, read once in each process. They take some 250 MB: where other tests need
 * the memory, it is given back, and who asks next reads the classes again.
 */
public final class MainClasses {
  private static SoftReference<JavaClasses> read = new SoftReference<>(null);

  private MainClasses() {}

  public static synchronized JavaClasses all() {
    JavaClasses all = read.get();
    if (all == null) {
      all =
          new ClassFileImporter()
              .withImportOption(new ImportOption.DoNotIncludeTests())
              .importPackages("dev.losslessd");
      read = new SoftReference<>(all);
    }
    return all;
  }
}
