import { writeFileSync } from 'node:fs'
import pg from 'pg'

/**
 * Imported into the shop's process before its own program (held.ts): how long each connection is held, from the moment a pool gives it away until the pool has it
 * back. Written as JSON to HELD_FILE when the process ends. The notifier's pool of one is left out: no buyer waits for it.
 */
const held: { at: number; ms: number }[] = []
const since = new WeakMap<object, number>()
const { emit } = pg.Pool.prototype
pg.Pool.prototype.emit = function (this: pg.Pool, event: string | symbol, ...args: unknown[]) {
  const now = performance.now()
  if (event === 'acquire') since.set(args[0] as object, now)
  const begun = event === 'release' && this.options.max > 1 ? since.get(args[1] as object) : undefined
  if (begun !== undefined) held.push({ at: Date.now(), ms: now - begun })
  return emit.call(this, event, ...args)
}
process.once('exit', () => writeFileSync(process.env.HELD_FILE as string, JSON.stringify(held)))
