// Of the library: functional types. Each is asked for by its method and called as it.

export const FUNCTIONS = `
in java.util.function
class Function<T, R> : Object
  apply(T): R
  @run(T): R
  andThen<V>(Function<R, V>): Function<T, V>
  compose<V>(Function<V, T>): Function<V, R>
  identity<U>(): Function<U, U>
class BiFunction<T, U, R> : Object
  apply(T, U): R
  @run(T, U): R
  andThen<V>(Function<R, V>): BiFunction<T, U, V>
class UnaryOperator<T> : Function<T, T>
  @run(T): T
class BinaryOperator<T> : BiFunction<T, T, T>
  @run(T, T): T
  minBy<U>(Comparator<U>): BinaryOperator<U>
  maxBy<U>(Comparator<U>): BinaryOperator<U>
class Supplier<T> : Object
  get(): T
  @run(): T
class Consumer<T> : Object
  accept(T): void
  @run(T): void
  andThen(Consumer<T>): Consumer<T>
class BiConsumer<T, U> : Object
  accept(T, U): void
  @run(T, U): void
  andThen(BiConsumer<T, U>): BiConsumer<T, U>
class Predicate<T> : Object
  test(T): boolean
  @run(T): boolean
  and(Predicate<T>): Predicate<T>
  or(Predicate<T>): Predicate<T>
  negate(): Predicate<T>
  not<U>(Predicate<U>): Predicate<U>
  isEqual<U>(Object): Predicate<U>
class BiPredicate<T, U> : Object
  test(T, U): boolean
  @run(T, U): boolean
  and(BiPredicate<T, U>): BiPredicate<T, U>
  or(BiPredicate<T, U>): BiPredicate<T, U>
  negate(): BiPredicate<T, U>
class BooleanSupplier : Object
  getAsBoolean(): boolean
  @run(): boolean
class IntSupplier : Object
  getAsInt(): int
  @run(): int
class LongSupplier : Object
  getAsLong(): long
  @run(): long
class DoubleSupplier : Object
  getAsDouble(): double
  @run(): double
class IntFunction<R> : Object
  apply(int): R
  @run(int): R
class LongFunction<R> : Object
  apply(long): R
  @run(long): R
class DoubleFunction<R> : Object
  apply(double): R
  @run(double): R
class ToIntFunction<T> : Object
  applyAsInt(T): int
  @run(T): int
class ToLongFunction<T> : Object
  applyAsLong(T): long
  @run(T): long
class ToDoubleFunction<T> : Object
  applyAsDouble(T): double
  @run(T): double
class ToIntBiFunction<T, U> : Object
  applyAsInt(T, U): int
  @run(T, U): int
class ToLongBiFunction<T, U> : Object
  applyAsLong(T, U): long
  @run(T, U): long
class ToDoubleBiFunction<T, U> : Object
  applyAsDouble(T, U): double
  @run(T, U): double
class IntPredicate : Object
  test(int): boolean
  @run(int): boolean
class LongPredicate : Object
  test(long): boolean
  @run(long): boolean
class DoublePredicate : Object
  test(double): boolean
  @run(double): boolean
class IntConsumer : Object
  accept(int): void
  @run(int): void
class LongConsumer : Object
  accept(long): void
  @run(long): void
class DoubleConsumer : Object
  accept(double): void
  @run(double): void
class ObjIntConsumer<T> : Object
  accept(T, int): void
  @run(T, int): void
class IntUnaryOperator : Object
  applyAsInt(int): int
  @run(int): int
class IntBinaryOperator : Object
  applyAsInt(int, int): int
  @run(int, int): int
class LongUnaryOperator : Object
  applyAsLong(long): long
  @run(long): long
class LongBinaryOperator : Object
  applyAsLong(long, long): long
  @run(long, long): long
class DoubleUnaryOperator : Object
  applyAsDouble(double): double
  @run(double): double
class DoubleBinaryOperator : Object
  applyAsDouble(double, double): double
  @run(double, double): double
class IntToLongFunction : Object
  applyAsLong(int): long
  @run(int): long
class IntToDoubleFunction : Object
  applyAsDouble(int): double
  @run(int): double

in java.util.concurrent
class Callable<V> : Object
  call(): V
  @run(): V
class Executor : Object
  execute(Runnable): void
class ExecutorService : Executor, AutoCloseable
  submit<T>(Callable<T>): Future<T>
  submit(Runnable): Future<?>
  submit<T>(Runnable, T): Future<T>
  invokeAll<T>(Collection<Callable<T>>, ...?): List<Future<T>>
  invokeAny<T>(Collection<Callable<T>>, ...?): T
  shutdown(): void
  shutdownNow(): List<Runnable>
  isShutdown(): boolean
  isTerminated(): boolean
  awaitTermination(long, TimeUnit): boolean
class ScheduledExecutorService : ExecutorService
  schedule<V>(Callable<V>, long, TimeUnit): ScheduledFuture<V>
  schedule(Runnable, long, TimeUnit): ScheduledFuture<?>
  scheduleAtFixedRate(Runnable, long, long, TimeUnit): ScheduledFuture<?>
  scheduleWithFixedDelay(Runnable, long, long, TimeUnit): ScheduledFuture<?>
class Executors : Object
  newFixedThreadPool(int, ?): ExecutorService
  newFixedThreadPool(int): ExecutorService
  newCachedThreadPool(?): ExecutorService
  newCachedThreadPool(): ExecutorService
  newSingleThreadExecutor(?): ExecutorService
  newSingleThreadExecutor(): ExecutorService
  newWorkStealingPool(int?): ExecutorService
  newVirtualThreadPerTaskExecutor(): ExecutorService
  newScheduledThreadPool(int, ?): ScheduledExecutorService
  newScheduledThreadPool(int): ScheduledExecutorService
  newSingleThreadScheduledExecutor(): ScheduledExecutorService
class TimeUnit : Object
  SECONDS: TimeUnit
  MILLISECONDS: TimeUnit
  MICROSECONDS: TimeUnit
  NANOSECONDS: TimeUnit
  MINUTES: TimeUnit
  HOURS: TimeUnit
  DAYS: TimeUnit
  toMillis(long): long
  toSeconds(long): long
  toNanos(long): long
  sleep(long): void
class Future<V> : Object
  get(long?, TimeUnit?): V
  cancel(boolean): boolean
  isDone(): boolean
  isCancelled(): boolean
class ScheduledFuture<V> : Future<V>
class FutureTask<V> : Future<V>, Runnable
class CompletionStage<T> : Object
  thenApply<U>(Function<T, U>): CompletionStage<U>
  thenAccept(Consumer<T>): CompletionStage<?>
  thenCompose<U>(Function<T, CompletionStage<U>>): CompletionStage<U>
  toCompletableFuture(): CompletableFuture<T>
class CompletableFuture<T> : Future<T>, CompletionStage<T>
  thenApply<U>(Function<T, U>): CompletableFuture<U>
  thenApplyAsync<U>(Function<T, U>, Executor?): CompletableFuture<U>
  thenAccept(Consumer<T>): CompletableFuture<?>
  thenAcceptAsync(Consumer<T>, Executor?): CompletableFuture<?>
  thenRun(Runnable): CompletableFuture<?>
  thenCompose<U>(Function<T, CompletionStage<U>>): CompletableFuture<U>
  thenComposeAsync<U>(Function<T, CompletionStage<U>>, Executor?): CompletableFuture<U>
  thenCombine<U, V>(CompletionStage<U>, BiFunction<T, U, V>): CompletableFuture<V>
  handle<U>(BiFunction<T, Throwable, U>): CompletableFuture<U>
  whenComplete(BiConsumer<T, Throwable>): CompletableFuture<T>
  exceptionally(Function<Throwable, T>): CompletableFuture<T>
  orTimeout(long, TimeUnit): CompletableFuture<T>
  join(): T
  getNow(T): T
  complete(T): boolean
  completeExceptionally(Throwable): boolean
  supplyAsync<U>(Supplier<U>, Executor?): CompletableFuture<U>
  runAsync(Runnable, Executor?): CompletableFuture<?>
  completedFuture<U>(U): CompletableFuture<U>
  failedFuture<U>(Throwable): CompletableFuture<U>
  allOf(...CompletableFuture<?>): CompletableFuture<?>
  anyOf(...CompletableFuture<?>): CompletableFuture<Object>
class CountDownLatch : Object
  countDown(): void
  await(long?, TimeUnit?): boolean
  getCount(): long
class ThreadFactory : Object
  newThread(Runnable): Thread
  @run(Runnable): Thread
class ExecutionException : Exception
class TimeoutException : Exception

in java.util.concurrent.atomic
class AtomicInteger : Number
  get(): int
  set(int): void
  incrementAndGet(): int
  getAndIncrement(): int
  decrementAndGet(): int
  getAndDecrement(): int
  addAndGet(int): int
  getAndAdd(int): int
  getAndSet(int): int
  compareAndSet(int, int): boolean
  updateAndGet(IntUnaryOperator): int
class AtomicLong : Number
  get(): long
  set(long): void
  incrementAndGet(): long
  getAndIncrement(): long
  decrementAndGet(): long
  addAndGet(long): long
  getAndAdd(long): long
  compareAndSet(long, long): boolean
class AtomicBoolean : Object
  get(): boolean
  set(boolean): void
  getAndSet(boolean): boolean
  compareAndSet(boolean, boolean): boolean
class AtomicReference<V> : Object
  get(): V
  set(V): void
  getAndSet(V): V
  compareAndSet(V, V): boolean
  updateAndGet(UnaryOperator<V>): V
  getAndUpdate(UnaryOperator<V>): V
  accumulateAndGet(V, BinaryOperator<V>): V

in java.util.concurrent.locks
class Lock : Object
  lock(): void
  unlock(): void
  tryLock(long?, TimeUnit?): boolean
  newCondition(): Condition
class Condition : Object
  await(long?, TimeUnit?): boolean
  signal(): void
  signalAll(): void
class ReentrantLock : Lock
class ReadWriteLock : Object
  readLock(): Lock
  writeLock(): Lock
class ReentrantReadWriteLock : ReadWriteLock
`
