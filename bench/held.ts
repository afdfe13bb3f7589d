import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertFloor } from './floor.ts'
import { type Rate, rateOf } from './load.ts'
import { placeOrders } from './orders.ts'
import type { Books, Home, StartedShop } from './shop.ts'

interface Ground {
  home: Home
  books: Books
  seconds: number
  start(home: Home, nodeFlags: string[]): Promise<StartedShop>
}

const callers = 4
/** Far from those of `benchOrders`: a phone is prompted three times in ten minutes at most. */
const firstBuyer = 5_000_000
/** A new process has nothing compiled and no plan made. */
const warmUpSeconds = 3

/**
 * How long a connection is held while four check out at once, in a process of the shop that times it (time-connections.ts), beside one insert of one row,
 * committed, by as many. `seconds` are measured.
 */
export async function benchHeld({ home, books, seconds, start }: Ground): Promise<{ held: Rate; floor: Rate }> {
  const floor = await insertFloor(books, { callers, seconds: Math.min(3, seconds) })
  const HELD_FILE = join(home.dataDir, 'held.json')
  const { shop } = await start({ ...home, env: { ...home.env, HELD_FILE } }, ['--import', './bench/time-connections.ts'])
  const from = Date.now() + warmUpSeconds * 1000
  const load = { callers, seconds: warmUpSeconds + seconds, firstBuyer }
  const { placed } = await placeOrders({ shopUrl: shop.url, simulatorUrl: shop.simulatorUrl as string, books }, load)
  const to = Date.now()
  await shop.stop()
  const times = JSON.parse(await readFile(HELD_FILE, 'utf8')) as { at: number; ms: number }[]
  const measured = times.filter(({ at }) => at >= from && at <= to).map(({ ms }) => ms)
  return { held: rateOf(measured, to - from, placed.failed), floor }
}
