/**
 * Closes in good order on Ctrl-C and SIGTERM, once, also when the signal comes while everything is still opening.
 * npm's shell does not pass a SIGTERM on: started by npm, the shop also closes when whoever started it has gone.
 */
export function closeOnSignal(stop: () => Promise<void>) {
  let closing = false
  const close = async () => {
    // A terminal sends Ctrl-C to npm and to us, and npm passes it on: one of the two is enough.
    if (closing) return
    closing = true
    console.log('Closing the shop ...')
    await stop().catch((error) => console.error(error))
    process.exit(0)
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
  // Whoever read our words may be gone before us.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && close(), 500).unref()
  }
}
