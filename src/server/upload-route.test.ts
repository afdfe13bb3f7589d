import { sql } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import { action } from '#web/admin/upload-action.ts'
import { shopContext } from '#web/shop-context.ts'
import { admin, contextOn, putOnShelf, rowsOf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'
import { photoOf, videoOf } from '../../test/pictures.ts'

const database = useDatabase({ isWalk: true })
let photo: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  photo = await photoOf({ format: 'jpeg' })
})

const send = async (fields: Record<string, string>, file: Uint8Array<ArrayBuffer> | ReadableStream | null, name: string, actor = admin) => {
  const context = new RouterContextProvider()
  const ctx = contextOn(database, { actor })
  context.set(shopContext, { ctx, shop: ctx.services.shop, failed: () => {}, nonce: '' })
  const address = `http://localhost/admin/upload?${new URLSearchParams({ ...fields, name })}`
  const request = new Request(address, { method: 'POST', body: file, duplex: 'half' } as RequestInit)
  const response = await action({ request, context } as never)
  return { status: response.status, body: await response.json() }
}

describe('the address that takes files from the admin panel', () => {
  it('keeps a picture of a product', async () => {
    const { id } = await putOnShelf(database)
    const { status, body } = await send({ bucket: 'product-images', product_id: id, index: '3' }, photo, 'shoe.jpg')
    expect([status, body.public_url]).toEqual([201, expect.stringMatching(new RegExp(`^/files/product-images/products/${id}_3_\\d{13}\\.webp$`))])
  })

  it('keeps a video', async () => {
    const { status, body } = await send({ bucket: 'promotional-videos' }, videoOf('webm'), 'film.webm')
    expect([status, body.public_url]).toEqual([201, expect.stringMatching(/^\/files\/promotional-videos\/videos\/\d{13}\.webm$/)])
  })

  it('says of a file what is wrong with it', async () => {
    const { status, body } = await send({ bucket: 'ad-images' }, new TextEncoder().encode('<svg onload="x"/>'), 'logo.png')
    expect([status, body]).toEqual([
      422,
      {
        error: {
          code: 'file_refused',
          title: 'File not accepted',
          message: 'logo.png is an SVG drawing, which may carry scripts. Please send a JPG, PNG or WebP.',
        },
      },
    ])
  })

  it('takes no body for an empty file, whatever it is called', async () => {
    const { status, body } = await send({ bucket: 'ad-images' }, null, '../<b>wall</b> "2".png')
    expect([status, body.error.message]).toEqual([422, 'b 2.png is empty.'])
  })

  it('keeps nothing of a file that is cut off', async () => {
    const before = await rowsOf(database, sql`select stem from stored_files`)
    const cut = (bytes: Uint8Array) =>
      new ReadableStream({
        pull: (controller) => controller.error(new Error('the connection was lost')),
        start: (controller) => controller.enqueue(bytes.subarray(0, bytes.length / 2)),
      })
    await expect(send({ bucket: 'ad-images' }, cut(photo), 'wall.jpg')).rejects.toThrow('the connection was lost')
    await expect(send({ bucket: 'promotional-videos' }, cut(videoOf('webm')), 'film.webm')).rejects.toThrow('the connection was lost')
    expect(await rowsOf(database, sql`select stem from stored_files`)).toEqual(before)
  })

  it.each([
    ['no bucket', {}, 400],
    ['another bucket', { bucket: 'toString' }, 400],
    ['no product', { bucket: 'product-images' }, 404],
    ['an index that is none', { bucket: 'ad-images', index: 'x' }, 400],
  ])('refuses %s', async (_, fields, expected) => {
    const { status, body } = await send(fields as Record<string, string>, photo, 'a.jpg')
    expect([status, typeof body.error.message]).toEqual([expected, 'string'])
  })
})
