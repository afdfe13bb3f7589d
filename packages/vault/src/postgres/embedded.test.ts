import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enrol, startEmbedded } from './embedded.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-users-'))
})
afterEach(() => rm(home, { recursive: true }))

describe('the users of the embedded server', () => {
  it.each([
    ['has died', () => `${spawnSync(process.execPath, ['-e', '']).pid}-1-1`],
    ['had the number that another process has now', () => `${process.ppid}-1-1`],
    ['had the number of this process, before a container started anew', () => `${process.pid}-1-9`],
  ])('are those that live, not one that %s: the last to leave knows that it is the last', async (_, name) => {
    const [first, second] = [await enrol(home), await enrol(home)]
    await writeFile(join(home, 'postgres-users', name()), '')
    expect(await first()).toBe(false)
    expect(await second()).toBe(true)
  })
})

it('a command about a shop makes none where there is none, so that nothing stands in the way of a restore', async () => {
  await expect(startEmbedded(home, [], undefined, { creates: false })).rejects.toThrow('holds no shop: set DATA_DIR')
  expect(await readdir(home)).toEqual([])
})
