/** Milliseconds within which a second Ctrl-C is the first one again: a terminal sends it to npm and to us, and npm passes it on. */
const sameCtrlC = 1_000

/**
 * Closes in good order on Ctrl-C and SIGTERM, once, also when the signal comes while everything is still opening; a second Ctrl-C does not wait for it.
 * The exit code is 1 when something could not be closed. npm's shell does not pass a SIGTERM on: started by npm, the shop also closes when whoever
 * started it has gone.
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
    console.log('Ended at once.')
    process.exit(130)
  })
  process.on('SIGTERM', close)
  // Whoever read our words may be gone before us.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && close(), 500).unref()
  }
}
