import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { distDir, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node'

/**
 * A test process that outlives its run: vitest starts one for each run, which takes longer than most tests of a mutant. Between runs vitest itself forgets
 * the modules (`isolate`) and asks its server for those that have changed.
 */
export class WarmWorker extends EventEmitter implements PoolWorker {
  /** Milliseconds that one file of tests may take: a loop without an end is a mutant that was noticed. */
  static patience = 60_000
  static #known = new Map<unknown, WarmWorker>()
  readonly name = 'warm'
  readonly cacheFs = false
  readonly #options: PoolOptions
  #child: ChildProcess | undefined
  #isReady = false
  #watch: NodeJS.Timeout | undefined

  constructor(options: PoolOptions) {
    super()
    this.#options = options
  }

  static for(options: PoolOptions): WarmWorker {
    const known = WarmWorker.#known.get(options.project)
    if (known) {
      // A process sets up the environment of its tests, node or a DOM, once, when it starts.
      if (known.#options.environment.name === options.environment.name) return known
      known.stop()
      known.#end()
    }
    const worker = new WarmWorker(options)
    WarmWorker.#known.set(options.project, worker)
    return worker
  }

  static endAll() {
    for (const worker of WarmWorker.#known.values()) worker.#end()
  }

  async start() {
    // The run before this one may not have left: vitest forgets a runner whose process was ended.
    this.removeAllListeners()
    if (this.#child) return
    this.#isReady = false
    const { execArgv, env } = this.#options
    const child = fork(join(distDir, 'workers/forks.js'), [], {
      execArgv,
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    child.on('message', (message) => this.emit('message', message))
    // A message to a process that has just been ended; its exit is told below.
    child.on('error', () => {})
    child.once('exit', () => {
      if (this.#child !== child) return
      this.#child = undefined
      // As an error: of a process that ends while a failed test cancels its run, vitest 5.1 waits for a stop that never comes.
      if (this.listenerCount('error') > 0) this.emit('error', new Error('Worker ended'))
    })
    this.#child = child
  }

  send(message: WorkerRequest) {
    const { type } = message as { type?: string }
    clearTimeout(type === 'run' ? this.#watch : undefined)
    if (type === 'run') this.#watch = setTimeout(() => this.#end(), WarmWorker.patience)
    // Vitest hears that the process has started or stopped; it goes on.
    if (type === 'stop' || (type === 'start' && this.#isReady)) {
      setImmediate(() => this.emit('message', { type: type === 'stop' ? 'stopped' : 'started', __vitest_worker_response__: true }))
      return
    }
    if (type === 'start') this.#isReady = true
    if (this.#child?.connected) this.#child.send(message)
  }

  async stop() {
    clearTimeout(this.#watch)
    this.removeAllListeners()
  }

  deserialize = (data: unknown) => data

  #end() {
    this.#child?.kill('SIGKILL')
  }
}
