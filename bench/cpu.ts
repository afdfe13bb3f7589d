import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Milliseconds of CPU time since each process started; independent of other load on the machine. */
export interface CpuTime {
  shop: number
  database: number
}

export type CpuMeter = () => Promise<CpuTime | null>

/** Reads the time of the shop's process and of its PostgreSQL, all of whose processes are children of one. Returns null where the system has no /proc. */
export function cpuMeter(shopPid: number, dataDir: string): CpuMeter {
  return async () => {
    const postmaster = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
    const all = await processes()
    const shop = all.find(({ pid }) => pid === shopPid)
    const head = all.find(({ pid }) => pid === postmaster)
    if (!shop || !head) return null
    const children = all.filter(({ parent }) => parent === postmaster)
    return { shop: shop.own, database: children.reduce((sum, { own }) => sum + own, head.own + head.ofTheDead) }
  }
}

/** CPU time per unit of work, from two readings around `count` units. */
export function costEach(before: CpuTime | null, after: CpuTime | null, count: number): CpuTime | null {
  if (!before || !after || count === 0) return null
  return { shop: (after.shop - before.shop) / count, database: (after.database - before.database) / count }
}

interface Process {
  pid: number
  parent: number
  own: number
  ofTheDead: number
}

/** `/proc` counts in hundredths of a second. */
const tickMs = 10

async function processes(): Promise<Process[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
      if (!stat) return []
      // The second field is a name in brackets, which may hold anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const ticks = (...places: number[]) => places.reduce((sum, place) => sum + Number(fields[place]), 0) * tickMs
      return [{ pid: Number(pid), parent: Number(fields[1]), own: ticks(11, 12), ofTheDead: ticks(13, 14) }]
    }),
  )
  return found.flat()
}
