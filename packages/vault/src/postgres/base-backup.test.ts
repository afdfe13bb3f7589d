import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBaseBackup, untar } from './base-backup.ts'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'

// That a server starts on a copy, with all that was written meanwhile, is proven by test/lost-disk.test.ts.
let home: string
let server: EmbeddedServer
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-base-backup-'))
  server = await startEmbedded(join(home, 'server'), ['fsync=off'])
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

it('ends with the reason of whoever takes the copy', async () => {
  let bytes = 0
  const failing = readBaseBackup(server.ownerUrl('postgres'), async (tar) => {
    for await (const chunk of tar) {
      bytes += chunk.length
      throw new Error('The disk is full')
    }
  })
  await expect(failing).rejects.toThrow('The disk is full')
  expect(bytes).toBeGreaterThan(0)
})

it('is refused to a role that may not replicate', async () => {
  await expect(readBaseBackup(server.appUrl('postgres'), async () => {})).rejects.toThrow('permission denied')
})

it('is unpacked whole, never from a tar that was cut, and nothing of it outside its folder', async () => {
  const header = Buffer.alloc(512)
  header.write('../outside')
  header.write('00000000004', 124)
  header.write('0', 156)
  header.write('ustar', 257)
  await expect(untar(Readable.from([header]), join(home, 'a'), null)).rejects.toThrow('not a file of a base backup: ../outside')
  for (const [name, kind] of [
    ['/outside', '0'],
    ['a/../../b', '0'],
    ['..', '5'],
    ['inside', '1'],
    ['inside', '2'],
  ] as const) {
    header.write(name.padEnd(10, '\0'))
    header.write(kind, 156)
    await expect(untar(Readable.from([header]), join(home, 'a'), null), `${name} ${kind}`).rejects.toThrow(`not a file of a base backup: ${name}`)
  }
  header.write('0', 156)
  header.write('inside\0\0\0\0')
  await expect(untar(Readable.from([header, Buffer.from('ab')]), join(home, 'b'), null)).rejects.toThrow('ends too early')
  const file = [header, Buffer.from('abcd'), Buffer.alloc(508)]
  await expect(untar(Readable.from(file), join(home, 'c'), null), 'cut between two files').rejects.toThrow('ends too early')
  await untar(Readable.from([...file, Buffer.alloc(1024)]), join(home, 'd'), null)
  expect(await readFile(join(home, 'd/inside'), 'utf8')).toBe('abcd')
  await expect(untar(Readable.from([...file, Buffer.alloc(1024)]), join(home, 'd'), null), 'over a file').rejects.toThrow('EEXIST')
  expect((await stat(join(home, 'd/inside'))).mode & 0o777).toBe(0o600)
})
