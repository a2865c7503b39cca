package dev.losslessd.fabric.host;

import dev.losslessd.fabric.host.SysTree.WritableFile;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@code sys} trees of a host's NICs, kept up to date, and watched for writes. */
final class HostFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HostFiles.class);

  private record Watched(FakeNic nic, Path folder) {}

  private final Path sys;
  private final FabricLock fabricLock;

  /** Lock of the files, taken before the world's lock and never after. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Map<FakeNic, SysTree> trees = new HashMap<>();
  private final Map<WatchKey, Watched> watched = new HashMap<>();
  private final WatchService watch;

  HostFiles(Path sys, FabricLock fabricLock) throws IOException {
    this.sys = sys;
    this.fabricLock = fabricLock;
    SysTree.delete(sys);
    Files.createDirectories(sys);
    this.watch = sys.getFileSystem().newWatchService();
    Thread.ofVirtual().name("watch " + sys).start(this::watch);
  }

  void appear(FakeNic nic) throws IOException {
    lock.lock();
    try {
      SysTree tree = new SysTree(sys, nic);
      trees.put(nic, tree);
      write(tree);
      for (Path folder : tree.settings().keySet()) {
        WatchKey key = folder.register(watch, StandardWatchEventKinds.ENTRY_MODIFY);
        watched.put(key, new Watched(nic, folder));
      }
    } finally {
      lock.unlock();
    }
  }

  void vanish(FakeNic nic) throws IOException {
    lock.lock();
    try {
      SysTree tree = trees.remove(nic);
      if (tree != null) {
        tree.close();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Brings every file to its present value. */
  void refresh() {
    lock.lock();
    try {
      for (SysTree tree : trees.values()) {
        write(tree);
      }
    } catch (IOException e) {
      LOG.warn("{} cannot be kept up to date", sys, e);
    } finally {
      lock.unlock();
    }
  }

  /** Refreshes all files, and restores those that a dead writer left empty. */
  void beat() {
    refresh();
    lock.lock();
    try {
      for (SysTree tree : trees.values()) {
        for (LiveFile file : tree.live()) {
          file.heal();
        }
      }
    } catch (IOException e) {
      LOG.warn("{} cannot be kept up to date", sys, e);
    } finally {
      lock.unlock();
    }
  }

  private void write(SysTree tree) throws IOException {
    fabricLock.locked(() -> tree.live().forEach(LiveFile::sample));
    for (LiveFile file : tree.live()) {
      file.flush();
    }
  }

  /** Handles what was written to files so far, as a kernel has before the write returns. */
  void takeWrites() {
    lock.lock();
    try {
      for (Map.Entry<FakeNic, SysTree> one : trees.entrySet()) {
        for (Map<String, WritableFile> files : one.getValue().settings().values()) {
          for (WritableFile file : files.values()) {
            take(one.getKey(), one.getValue(), file);
          }
        }
      }
    } catch (IOException e) {
      LOG.warn("{} could not take a write", sys, e);
    } finally {
      lock.unlock();
    }
  }

  private void watch() {
    try {
      while (true) {
        WatchKey key = watch.take();
        for (WatchEvent<?> event : key.pollEvents()) {
          written(key, event);
        }
        key.reset();
      }
    } catch (ClosedWatchServiceException e) {
      LOG.debug("{} is no longer watched", sys, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void written(WatchKey key, WatchEvent<?> event) {
    lock.lock();
    try {
      Watched one = watched.get(key);
      SysTree tree = one == null ? null : trees.get(one.nic());
      Map<String, WritableFile> files =
          one == null || tree == null
              ? Map.of()
              : tree.settings().getOrDefault(one.folder(), Map.of());
      if (one == null || tree == null) {
        return;
      }
      boolean all = event.kind().equals(StandardWatchEventKinds.OVERFLOW);
      for (WritableFile file : files.values()) {
        if (all || file.meaning().name().equals(String.valueOf(event.context()))) {
          take(one.nic(), tree, file);
        }
      }
    } catch (IOException e) {
      LOG.warn("{} could not take a write", sys, e);
    } finally {
      lock.unlock();
    }
  }

  private void take(FakeNic nic, SysTree tree, WritableFile setting) throws IOException {
    Optional<String> text = setting.file().foreignWrite();
    if (text.isPresent()) {
      fabricLock.locked(() -> set(nic, setting.meaning(), text.get()));
      write(tree);
    }
  }

  private void set(FakeNic nic, SettingFile file, String text) {
    int verdict = file.take().applyAsInt(nic, text);
    fabricLock.log(
        "%s %s %s=%s result=%d"
            .formatted(file.log(), nic.port().id(), file.name(), text.strip(), verdict));
  }

  @Override
  public void close() throws IOException {
    watch.close();
    lock.lock();
    try {
      for (SysTree tree : trees.values()) {
        tree.close();
      }
      trees.clear();
    } finally {
      lock.unlock();
    }
  }
}
