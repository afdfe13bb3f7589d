import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enrol, withLock } from '#db/embedded-users.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-users-'))
})
afterEach(() => rm(home, { recursive: true }))

describe('the lock of the embedded server', () => {
  it('lets one in at a time, also when the work of another fails', async () => {
    const inside: number[] = []
    let most = 0
    const works = Array.from({ length: 5 }, (_, number) =>
      withLock(home, async () => {
        most = Math.max(most, inside.push(number))
        await new Promise((settle) => setTimeout(settle, 5))
        inside.pop()
        if (number === 2) throw new Error('no luck')
      }),
    )
    const outcomes = await Promise.allSettled(works)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(most).toBe(1)
    expect(await readdir(home)).toEqual([])
  })

  it.each([
    ['whose process died', () => String(spawnSync(process.execPath, ['-e', '']).pid)],
    ['that a power cut left without a name', () => ''],
    ['of the same number, before a container started anew', () => String(process.pid)],
  ])('is taken over from one %s', async (_, content) => {
    await writeFile(join(home, 'postgres.lock'), content())
    expect(await withLock(home, async () => 'in')).toBe('in')
    expect(await readdir(home)).toEqual([])
  })
})

describe('the users of the embedded server', () => {
  it('are those that live: the last to leave knows that it is the last', async () => {
    const [first, second] = [await enrol(home), await enrol(home)]
    await writeFile(join(home, 'postgres-users', `${spawnSync(process.execPath, ['-e', '']).pid}-1`), '')
    expect(await first()).toBe(false)
    expect(await second()).toBe(true)
  })
})
