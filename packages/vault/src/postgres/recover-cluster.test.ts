import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { findRunning } from './embedded-server.ts'
import { placeWal, recoverCluster } from './recover-cluster.ts'

const segment = (number: number) => `0000000100000000${number.toString(16).toUpperCase().padStart(8, '0')}`

it('places WAL up to the first segment that is missing, and names that one: what comes after a gap is of no use', async () => {
  const home = await mkdtemp(join(tmpdir(), 'viatu-wal-'))
  const folder = join(home, 'postgres', 'pg_wal')
  await mkdir(join(folder, 'archive_status'), { recursive: true })
  await writeFile(join(folder, segment(9)), 'of the base backup')
  const archived = (numbers: number[]) =>
    [...numbers.map(segment), '00000002.history'].map((name) => ({ name, read: async () => Buffer.from(`archived ${name}`) }))

  expect(await placeWal(home, archived([8, 10, 11, 13, 14]), '0/9000028', 2 ** 24)).toBe('C')
  expect((await readdir(folder)).sort()).toEqual(['00000002.history', segment(9), segment(10), segment(11), 'archive_status'].sort())
  expect((await readFile(join(folder, segment(11)))).length).toBe(2 ** 24)

  expect(await placeWal(home, archived([10, 11, 12]), '0/9000028', 2 ** 24)).toBeNull()
  expect(await readdir(folder)).toContain(segment(12))
  await rm(home, { recursive: true })
})

it('stops a server that has not recovered in time, and says so', async () => {
  const home = await mkdtemp(join(tmpdir(), 'viatu-recovering-'))
  await (await startEmbedded(home)).stop()
  const passwords = JSON.parse(await readFile(join(home, 'postgres-passwords.json'), 'utf8'))
  await rm(join(home, 'postgres.log'))
  const recovering = recoverCluster(home, passwords, { to: null, flags: [] }, async () => {}, 0)
  await expect(recovering).rejects.toThrow(/^PostgreSQL had not recovered after 0 minutes, and was stopped:.*database system is shut down$/s)
  expect(await findRunning(join(home, 'postgres'))).toBeNull()
  await rm(home, { recursive: true })
})
