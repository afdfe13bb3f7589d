import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMonitor } from '#features/staff/monitoring/monitor.ts'
import { openFiles } from '#server/open-shop.ts'
import { startS3 } from '../../packages/vault/test/s3-server.ts'

const probe = { pools: () => ({}), breakers: () => ({}), replica: null, schema: async () => '', disk: async () => ({ free: 0, total: 0 }) }

it('counts what is asked of a bucket: put, find, read and remove, and what fails', async () => {
  const [s3, dataDir, monitor] = [await startS3(), await mkdtemp(join(tmpdir(), 'viatu-files-')), createMonitor(probe)]
  const said: string[] = []
  const files = await openFiles({ s3: s3.settings, dataDir }, { warn: (_, message) => void said.push(message) }, monitor)
  const outcomes = () =>
    ['put', 'find', 'read', 'remove'].map((name) =>
      monitor
        .recentCalls(`storage ${name}`)
        .map(({ outcome }) => outcome)
        .join(),
    )
  const key = 'ad-images/ads/a.webp'
  await files.put(key, new TextEncoder().encode('a picture'))
  const found = await files.find(key)
  expect(await new Response(await found?.read()).text()).toBe('a picture')
  expect(await new Response(await found?.read({ from: 2, to: 4 })).text()).toBe('pic')
  expect(outcomes()).toEqual(['ok', 'ok', 'ok,ok', ''])
  await files.remove([key])
  await expect(found?.read()).rejects.toMatchObject({ code: 'storage_failed' })
  expect(outcomes()).toEqual(['ok', 'ok', 'ok,ok,failed', 'ok'])
  expect(said).toEqual(['the file storage did not answer'])
  await s3.stop()
  await rm(dataDir, { recursive: true })
})
