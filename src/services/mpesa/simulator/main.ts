import { readSettings } from './settings.ts'
import { startSimulator } from './simulator.ts'

try {
  const simulator = await startSimulator(readSettings(process.env))
  process.stdout.write(`simulator listening on ${simulator.url}\n`)
  const stop = () => simulator.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // Whoever started it over a channel has died when the channel closes: nobody is left to stop it.
  if (process.channel) process.once('disconnect', stop)
} catch (cause) {
  process.stderr.write(`simulator: ${cause instanceof Error ? cause.message : cause}\n`)
  process.exitCode = 1
}
