import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyCluster, readBaseBackup } from '#db/base-backup.ts'
import { type EmbeddedServer, startEmbedded } from '#db/embedded.ts'
import { account } from '#db/embedded-account.ts'
import { untar } from '#db/untar.ts'

let home: string
let server: EmbeddedServer
let client: pg.Client

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-base-backup-'))
  server = await startEmbedded(join(home, 'shop'), ['fsync=off'])
  client = await connected(server)
  await client.query('create table orders (id integer primary key)')
})
afterAll(async () => {
  await client.end()
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

async function connected(to: EmbeddedServer) {
  const client = new pg.Client({ connectionString: to.ownerUrl() })
  await client.connect()
  return client
}

it('copies a server that is being written to, and PostgreSQL starts on the copy with every row from before it', async () => {
  const copy = join(home, 'copy')
  let [committed, isCopied] = [0, false]
  const before = await client.query('insert into orders select g from generate_series(1, 10000) g')
  const writing = (async () => {
    while (!isCopied) await client.query('insert into orders values ($1)', [20_000 + committed++])
  })()
  const backup = await copyCluster(server.ownerUrl(), join(copy, 'postgres'), await account([home]))
  isCopied = true
  await writing
  expect(backup).toMatchObject({ systemId: expect.stringMatching(/^\d+$/), timeline: 1, startLsn: expect.stringMatching(/^0\/[0-9A-F]+$/) })
  expect(committed).toBeGreaterThan(0)
  await copyFile(join(home, 'shop/postgres-passwords.json'), join(copy, 'postgres-passwords.json'))
  const second = await startEmbedded(copy, ['fsync=off'])
  try {
    const there = await connected(second)
    const { rows } = await there.query('select count(*)::integer as all, count(*) filter (where id <= 10000)::integer as before from orders')
    await there.end()
    expect(rows[0].before).toBe(before.rowCount)
    expect(rows[0].all).toBeLessThanOrEqual(10_000 + committed)
  } finally {
    await second.stop()
  }
})

it('ends with the reason of whoever takes the copy, and leaves the server as it was', async () => {
  const failing = readBaseBackup(server.ownerUrl(), async (tar) => {
    for await (const _ of tar) throw new Error('The disk is full')
  })
  await expect(failing).rejects.toThrow('The disk is full')
  expect((await client.query('select count(*) > 0 as ok from orders')).rows).toEqual([{ ok: true }])
})

it('refuses a tar that was cut, and one that leads out of its folder', async () => {
  const header = Buffer.alloc(512)
  header.write('../outside')
  header.write('00000000004', 124)
  header.write('0', 156)
  header.write('ustar', 257)
  await expect(untar(Readable.from([header]), join(home, 'a'), null)).rejects.toThrow('not a file of a base backup: ../outside')
  header.write('inside\0\0\0\0')
  await expect(untar(Readable.from([header, Buffer.from('ab')]), join(home, 'b'), null)).rejects.toThrow('ends too early')
  const whole = [header, Buffer.from('abcd'), Buffer.alloc(508 + 1024)]
  await untar(Readable.from(whole), join(home, 'c'), null)
  expect(await readFile(join(home, 'c/inside'), 'utf8')).toBe('abcd')
})
