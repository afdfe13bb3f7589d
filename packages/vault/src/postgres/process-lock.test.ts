import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from './process-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viatu-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid

describe('a lock', () => {
  it('lets one in at a time, also when the work of another fails', async () => {
    const inside: number[] = []
    let most = 0
    const works = Array.from({ length: 5 }, (_, number) =>
      withLock(folder, async () => {
        most = Math.max(most, inside.push(number))
        await new Promise((settle) => setTimeout(settle, 5))
        inside.pop()
        if (number === 2) throw new Error('no luck')
      }),
    )
    const outcomes = await Promise.allSettled(works)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(most).toBe(1)
    expect(await readdir(folder)).toEqual([])
  })

  it.each([
    ['whose process died', () => `${deadPid()}-1-a`, '1\n'],
    ['whose process died while it drew', () => `${deadPid()}-1-a`, ''],
    ['of the same number, before a container started anew', () => `${process.pid}-1-a`, '1\n'],
  ])('is not kept by one %s', async (_, name, ticket) => {
    await writeFile(join(folder, name()), ticket)
    expect(await withLock(folder, async () => 'in')).toBe('in')
    expect(await readdir(folder)).toEqual([])
  })

  it('that is held for too long is told of', async () => {
    const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = withLock(folder, async () => {
      held.resolve()
      await letGo.promise
    })
    await held.promise
    // By another name of the same folder, as another process would.
    await expect(withLock(`${folder}/`, async () => 'in', 200)).rejects.toThrow(/holds .*if it is no shop, delete that file/)
    letGo.resolve()
    await first
  })

  it('lets one process in at a time, however many come at once, and although the one that had it was killed', async () => {
    await writeFile(join(folder, `${deadPid()}-1-a`), '1\n')
    const journal = `${folder}.journal`
    const script = `
      import { appendFileSync } from 'node:fs'
      const { withLock } = await import('@viatu/vault/postgres')
      for (let turn = 0; turn < 5; turn++)
        await withLock(${JSON.stringify(folder)}, async () => {
          appendFileSync(${JSON.stringify(journal)}, 'in ' + process.pid + '\\n')
          await new Promise((settle) => setTimeout(settle, 3))
          appendFileSync(${JSON.stringify(journal)}, 'out ' + process.pid + '\\n')
        })`
    const ends = Array.from({ length: 6 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
      return new Promise((settle) => child.once('exit', settle))
    })
    expect(await Promise.all(ends)).toEqual(Array(6).fill(0))
    const lines = (await readFile(journal, 'utf8')).trim().split('\n')
    await rm(journal)
    expect(lines).toHaveLength(60)
    for (let at = 0; at < lines.length; at += 2) expect([lines[at], lines[at + 1]]).toEqual([lines[at], lines[at]?.replace('in', 'out')])
    expect(await readdir(folder)).toEqual([])
  })
})
