/** Milliseconds within which a second SIGINT is a duplicate: the terminal sends Ctrl-C to npm and to us, and npm forwards it. */
const sameCtrlC = 1_000

/**
 * Shuts down gracefully on Ctrl-C and SIGTERM, once, also while the shop is still starting; a second Ctrl-C exits immediately. The exit code is 1 when
 * something could not be closed. npm's shell does not forward SIGTERM: started by npm, the shop also closes when its parent process has exited.
 */
export function closeOnSignal(stop: () => Promise<void>) {
  let closingSince: number | null = null
  const close = async () => {
    if (closingSince !== null) return
    closingSince = performance.now()
    console.log('Closing the shop ...')
    const code = await stop().then(
      () => 0,
      (error) => {
        console.error(error)
        return 1
      },
    )
    process.exit(code)
  }
  process.on('SIGINT', () => {
    if (closingSince === null || performance.now() - closingSince < sameCtrlC) return void close()
    console.log('Stopped without waiting.')
    process.exit(130)
  })
  process.on('SIGTERM', close)
  // The reader of our output may exit before us (EPIPE).
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && close(), 500).unref()
  }
}
