import { readSettings } from './settings.ts'
import { startSimulator } from './simulator.ts'
import { BookInUse, bookInUse } from './sole-writer.ts'
import { accountFacts, ownAccount } from './started-alone.ts'

/** A shop that starts it over a channel gives it an account; started alone, it has one of its own. */
const env = process.channel ? process.env : { ...ownAccount, ...process.env }

try {
  const simulator = await startSimulator(readSettings(env))
  process.stdout.write(`simulator listening on ${simulator.url}\n`)
  if (!process.channel) process.stdout.write(accountFacts(simulator.url, env))
  const stop = () => simulator.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // The process that started it over a channel has died when the channel closes: nothing else would stop it.
  if (process.channel) process.once('disconnect', stop)
} catch (cause) {
  const isTaken = cause instanceof BookInUse
  process.exitCode = isTaken ? bookInUse : 1
  // A shop that started it says in its own words what to do about a book that is taken.
  if (!isTaken || !process.channel) process.stderr.write(`simulator: ${cause instanceof Error ? cause.message : cause}\n`)
}
