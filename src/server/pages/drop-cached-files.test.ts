import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dropCachedFiles } from '#server/follow-cache-tags.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viatu-cache-'))
  await mkdir(join(folder, 'c/29'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** As nginx 1.22 writes it; proof/large/many.test.ts has nginx itself. */
const put = (name: string, headers: string[], body = '<html>') =>
  writeFile(
    join(folder, 'c/29', name),
    Buffer.concat([Buffer.alloc(336, 5), Buffer.from(`\nKEY: GETshop.example/\nHTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n${body}`)]),
  )
const left = () => readdir(join(folder, 'c/29'))

it('drops the pages that show what changed, and no others', async () => {
  await put('product', ['Content-Type: text/html', 'Cache-Tag: product-1a2b3c4d,product-5e6f7a8b', 'ETag: "1"'])
  await put('other', ['cache-tag: product-00000000'], 'of a body\r\ncache-tag: product-1a2b3c4d\r\n')
  await put('list', ['cache-tag: lists'])
  await put('picture', ['content-type: image/webp'])
  await writeFile(join(folder, 'c/29/begun'), '')
  expect(await dropCachedFiles(folder, new Set(['product-5e6f7a8b']))).toBe(1)
  expect((await left()).sort()).toEqual(['begun', 'list', 'other', 'picture'])
  expect(await dropCachedFiles(folder, new Set(['product-5e6f', 'content']))).toBe(0)
  expect(await dropCachedFiles(folder, new Set(['']))).toBe(2)
  expect((await left()).sort()).toEqual(['begun', 'picture'])
})

it('passes over what nginx removes meanwhile', async () => {
  for (let number = 0; number < 100; number++) await put(String(number), ['cache-tag: lists'])
  const both = await Promise.all([dropCachedFiles(folder, new Set(['lists'])), dropCachedFiles(folder, new Set(['']))])
  expect(both[0] + both[1]).toBeGreaterThanOrEqual(100)
  expect(await left()).toEqual([])
})
