import { readSettings } from './settings.ts'
import { startSimulator } from './simulator.ts'
import { BookInUse, bookInUse } from './sole-writer.ts'

try {
  const simulator = await startSimulator(readSettings(process.env))
  process.stdout.write(`simulator listening on ${simulator.url}\n`)
  const stop = () => simulator.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // Whoever started it over a channel has died when the channel closes: nobody is left to stop it.
  if (process.channel) process.once('disconnect', stop)
} catch (cause) {
  const isTaken = cause instanceof BookInUse
  process.exitCode = isTaken ? bookInUse : 1
  // Whoever started it over a channel says in its own words what to do about a book that is taken.
  if (!isTaken || !process.channel) process.stderr.write(`simulator: ${cause instanceof Error ? cause.message : cause}\n`)
}
