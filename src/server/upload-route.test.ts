import { RouterContextProvider } from 'react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import { action } from '#web/admin/upload-action.ts'
import { shopContext } from '#web/shop-context.ts'
import { admin, contextOn, putOnShelf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'
import { photoOf, videoOf } from '../../test/pictures.ts'

const database = useDatabase({ isWalk: true })
let photo: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  photo = await photoOf({ format: 'jpeg' })
})

const send = async (fields: Record<string, string>, file: Uint8Array<ArrayBuffer>, name: string, actor = admin) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([file]), name)
  const context = new RouterContextProvider()
  const ctx = contextOn(database, { actor })
  context.set(shopContext, { ctx, shop: ctx.services.shop, failed: () => {}, nonce: '' })
  const request = new Request('http://localhost/admin/upload', { method: 'POST', body: form })
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
