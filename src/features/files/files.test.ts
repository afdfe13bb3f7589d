import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keysOf, previewFile } from '#domain/storage.ts'
import { addImage, changeImage, deleteImage } from '#features/catalogue/product-images.ts'
import { deleteProduct } from '#features/catalogue/write-product.ts'
import { findFile } from '#features/files/find-file.ts'
import { removeFile, removeUnreferencedFiles } from '#features/files/remove-files.ts'
import { putFile, uploadPicture, uploadVideo } from '#features/files/uploads.ts'
import { endSession } from '#features/people/sessions.ts'
import { changeSettings } from '#features/settings/shop-settings.ts'
import { deleteExpiredRows } from '#features/upkeep/delete-expired-rows.ts'
import type { Files } from '#services/files/files.ts'
import { entered, refusalOf } from '../../../test/accounts.ts'
import { admin, as, contextOn, filesFolder, later, placed, putOnShelf, rowsOf, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { photoOf, storedPicture, videoOf } from '../../../test/pictures.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database, { actor: admin })
const job = (interval = '0') => later(contextOn(database, { actor: theShop }), interval)
let photo: Uint8Array<ArrayBuffer>
/** Another, of a size of its own. */
let red: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  photo = await photoOf({ format: 'jpeg' })
  red = await photoOf({ width: 100, height: 80 })
})
beforeEach(() => database.db.execute(sql`delete from rate_limits`))

const stemOf = (url: string) => url.replace(/^\/files\/|\.\w+$/g, '')
const keptOf = async (url: string) =>
  (await Promise.all(keysOf(stemOf(url)).map(async (key) => ((await findFile(ctx(), key)) ? key : null)))).filter((key) => key !== null)
const rowOf = async (url: string) =>
  (
    await rowsOf<{ width: number; waits: boolean; removed: boolean }>(
      database,
      sql`select width, remove_after is not null as waits, removed_at is not null as removed from stored_files where stem = ${stemOf(url)}`,
    )
  )[0]
const ofProduct = async (productId?: string, index = 0) => {
  const id = productId ?? (await putOnShelf(database)).id
  return { id, ...(await uploadPicture(ctx(), { bucket: 'product-images', productId: id, index, bytes: photo, name: 'shoe.jpg' })) }
}
const shown = async () => {
  const kept = await ofProduct()
  const { id: imageId } = await addImage(ctx(), { product_id: kept.id, image_url: kept.public_url })
  return { ...kept, imageId }
}

describe('a picture that is uploaded', () => {
  it('is kept in every size under the name of spec §7, and answers its address', async () => {
    const { id } = await putOnShelf(database)
    const bytes = await photoOf({ width: 1500, height: 60, format: 'jpeg' })
    const kept = { id, ...(await uploadPicture(ctx(), { bucket: 'product-images', productId: id, index: 2, bytes, name: 'shoe.jpg' })) }
    expect(kept).toMatchObject({ bucket: 'product-images', content_type: 'image/webp', width: 1500, height: 60 })
    expect(kept.public_url).toMatch(new RegExp(`^/files/product-images/products/${kept.id}_2_\\d{13}\\.webp$`))
    expect(kept.path).toBe(kept.public_url.replace('/files/product-images/', ''))
    expect(kept.variants.map(({ width, content_type }) => `${content_type} ${width}`)).toEqual([
      'image/webp 400',
      'image/avif 400',
      'image/avif 800',
      'image/avif 1200',
    ])
    expect(await keptOf(kept.public_url)).toHaveLength(6)
    for (const { url, width } of [{ url: kept.public_url, width: 800 }, ...kept.variants]) {
      const found = await findFile(ctx(), url.replace('/files/', ''))
      expect(await sharp((await found?.read()) as Uint8Array).metadata(), url).toMatchObject({ width })
    }
    const preview = await findFile(ctx(), stemOf(kept.public_url) + previewFile.ending)
    expect(await sharp((await preview?.read()) as Uint8Array).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  })

  it('of an ad or a promotion has no preview, and the time for a name', async () => {
    for (const [bucket, folder] of [
      ['ad-images', 'ads'],
      ['promotional-images', 'images'],
    ] as const) {
      const { public_url: url } = await uploadPicture(ctx(), { bucket, bytes: photo, name: 'ad.jpg' })
      expect(url).toMatch(new RegExp(`^/files/${bucket}/${folder}/\\d{13}\\.webp$`))
      expect(await keptOf(url)).toHaveLength(5)
    }
  })

  it('never takes the name of another, also in the same millisecond', async () => {
    const at = later(ctx(), '1 hour')
    const instant = { ...at, now: sql`timestamptz '2030-01-01 00:00:00.123+00'` }
    const urls = await Promise.all(Array.from({ length: 6 }, () => uploadPicture(instant, { bucket: 'ad-images', bytes: photo, name: 'ad.jpg' })))
    expect(new Set(urls.map(({ public_url }) => public_url)).size).toBe(6)
  })

  it('is written down: who, what, which', async () => {
    const { public_url: url } = await ofProduct()
    expect(
      await rowsOf(database, sql`select action, actor_id, after ->> 'content_type' as type from audit_log where row_id = ${stemOf(url)}`),
    ).toEqual([{ action: 'file uploaded', actor_id: admin.userId, type: 'image/webp' }])
  })

  it('is for a product that is there', async () => {
    for (const productId of [undefined, randomUUID(), 'nonsense', '../../x'])
      expect(await refusalOf(uploadPicture(ctx(), { bucket: 'product-images', productId, bytes: photo, name: 'a.jpg' }))).toBe('product_not_found')
  })

  it('is refused when its sender signs out, or stops being an admin, before all of it is here', async () => {
    const who = await entered(database, { isAdmin: true })
    const them = contextOn(database, { actor: who.actor })
    const slow = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(photo.subarray(0, 1000))
        await endSession(them, who.actor.sessionId)
        controller.enqueue(photo.subarray(1000))
        controller.close()
      },
    })
    expect(await refusalOf(uploadPicture(them, { bucket: 'ad-images', bytes: slow, name: 'a.jpg' }))).toBe('signed_out')
  })

  it('is one of so many an hour', async () => {
    await database.db.execute(sql`delete from rate_limits`)
    const ids = Array.from({ length: 600 }, () => 'x')
    await database.db.execute(sql`
      insert into rate_limits (limit_name, key_hash, uses, expires_at) values ('upload_account', ${ctx().services.secrets.blind(`upload_account ${admin.userId}`)},
        ${JSON.stringify(Object.fromEntries(ids.map((_, index) => [`turn ${index}`, 4e9])))}::jsonb, now() + interval '1 hour')`)
    expect(await refusalOf(uploadPicture(ctx(), { bucket: 'ad-images', bytes: photo, name: 'a.jpg' }))).toBe('too_many')
  })
})

describe('a picture put under a name', () => {
  const file = '1763680000001'
  const put = async (ending: string, body: Uint8Array) =>
    putFile(ctx(), { bucket: 'ad-images', folder: 'ads', file: `${file}.${ending}` }, new Blob([body as Uint8Array<ArrayBuffer>]).stream())

  it('takes the place of what is there, and is found by the name it was sent under', async () => {
    const first = await put('jpg', photo)
    const tag = (await findFile(ctx(), `ad-images/ads/${file}.webp`))?.tag
    const second = await put('png', red)
    expect([first.path, second.path]).toEqual([`ads/${file}.webp`, `ads/${file}.webp`])
    const found = await findFile(ctx(), `ad-images/ads/${file}.png`)
    expect(found?.key).toBe(`ad-images/ads/${file}.webp`)
    expect(found?.tag).not.toBe(tag)
    expect((await rowOf(second.public_url))?.width).toBe(100)
  })

  it('takes the place of its own product’s picture, and of nothing that an order, the shop or another row shows', async () => {
    const over = (url: string) => {
      const [, , bucket, folder, name] = url.split('/') as [string, string, string, string, string]
      return putFile(ctx(), { bucket, folder, file: name }, new Blob([red]).stream())
    }
    const tagOf = async (url: string) => (await findFile(ctx(), url.replace('/files/', '')))?.tag
    const own = await shown()
    await over(own.public_url)
    expect((await rowOf(own.public_url))?.width).toBe(100)

    const uploaded = async (bucket: 'promotional-images' | 'ad-images') =>
      (await uploadPicture(ctx(), { bucket, bytes: photo, name: 'a.jpg' })).public_url
    const [logo, ad, other, sold] = [await uploaded('promotional-images'), await uploaded('ad-images'), await ofProduct(), await shown()]
    await changeSettings(as(ctx(), theShop), { logo })
    await database.db.execute(sql`insert into ads (title, target_url, image_url) values ('Sale', 'https://example.com', ${ad})`)
    await addImage(ctx(), { product_id: own.id, image_url: other.public_url })
    const order = await placed(contextOn(database), await putOnShelf(database))
    await database.db.execute(sql`update order_items set image_url = ${sold.public_url} where order_id = ${order.id}`)
    for (const [url, words] of [
      [logo, 'it is the logo of the shop'],
      [ad, 'an advertisement has it'],
      [other.public_url, 'a product has it in its gallery'],
      [sold.public_url, 'orders have it beside what was sold'],
    ] as const) {
      const before = await tagOf(url)
      await expect(over(url)).rejects.toMatchObject({ code: 'file_shown', details: { detail: words } })
      expect(await tagOf(url), words).toBe(before)
      expect(await rowOf(url), words).toMatchObject({ removed: false, waits: false })
    }
  })

  it('is none that the shop would not give', async () => {
    for (const [bucket, folder, file] of [
      ['other', 'ads', '1763680000000.png'],
      ['__proto__', 'ads', '1763680000000.png'],
      ['ad-images', 'products', '1763680000000.png'],
      ['ad-images', '..', '1763680000000.png'],
      ['ad-images', 'ads', '../x.png'],
      ['ad-images', 'ads', '1763680000000.png.html'],
      ['ad-images', 'ads', '1763680000000.svg'],
      ['ad-images', 'ads', '1763680000000'],
      ['ad-images', 'ads', 'evil.png'],
      ['ad-images', 'ads', '1763680000000.png\0.html'],
      ['promotional-videos', 'videos', '1763680000000.png'],
    ] as const)
      expect([file, await refusalOf(putFile(ctx(), { bucket, folder, file }, new Blob([photo]).stream()))]).toEqual([file, 'not_found'])
  })
})

describe('a video that is uploaded', () => {
  it('is kept as it is, whatever it is called', async () => {
    for (const kind of ['mp4', 'webm', 'ogg', 'mov', 'avi'] as const) {
      const bytes = videoOf(kind)
      const { public_url: url, content_type } = await uploadVideo(ctx(), { body: new Blob([bytes]).stream(), name: 'film.txt' })
      expect(url).toMatch(new RegExp(`^/files/promotional-videos/videos/\\d{13}\\.${kind}$`))
      const found = await findFile(ctx(), url.replace('/files/', ''))
      expect(Buffer.from((await found?.read()) as Uint8Array).equals(bytes)).toBe(true)
      expect(content_type).toMatch(/^video\//)
      await removeFile(ctx(), url.replace('/files/', ''))
      expect(await keptOf(url)).toEqual([])
    }
  })

  it('ends where it becomes too large, with nothing left', async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(pulled++ === 0 ? videoOf('mp4') : new Uint8Array(2 ** 20))
      },
    })
    const before = await readdir(join(filesFolder, 'incoming')).catch(() => [])
    expect(await refusalOf(uploadVideo(ctx(), { body: endless, name: 'film.mp4' }))).toBe('file_too_large')
    expect(pulled).toBeLessThan(60)
    expect(await readdir(join(filesFolder, 'incoming'))).toEqual(before)
  })
})

describe('storage that fails', () => {
  const failing = (after: number, code: 'storage_full' | 'storage_failed') => {
    const { files } = ctx().services
    let puts = 0
    const put: Files['put'] = async (key, body) => {
      if (puts++ >= after) throw Object.assign(new Error(code), { code, name: 'Problem' })
      return files.put(key, body)
    }
    return contextOn(database, { actor: admin, files: { ...files, put } })
  }

  it('keeps nothing of an upload, and what it kept already goes with the next turn of the job', async () => {
    const { id } = await putOnShelf(database)
    await removeUnreferencedFiles(job())
    for (const after of [0, 3])
      expect(
        await refusalOf(uploadPicture(failing(after, 'storage_full'), { bucket: 'product-images', productId: id, bytes: photo, name: 'a.jpg' })),
      ).toBe('storage_full')
    const stems = await rowsOf<{ stem: string }>(database, sql`select stem from stored_files where stem like ${`product-images/products/${id}%`}`)
    expect(stems).toHaveLength(2)
    expect(await rowsOf(database, sql`select from audit_log where row_id = any(${sql.param(stems.map(({ stem }) => stem))}::text[])`)).toEqual([])
    expect(await removeUnreferencedFiles(job())).toBe(2)
    for (const { stem } of stems) expect(await keptOf(`/files/${stem}.webp`)).toEqual([])
  })
})

describe('files that nothing refers to any more', () => {
  it('are those of a picture that was deleted: an hour later', async () => {
    const { public_url: url, imageId } = await shown()
    expect(await rowOf(url)).toMatchObject({ waits: false })
    await deleteImage(ctx(), imageId)
    await removeUnreferencedFiles(job('59 minutes'))
    expect(await keptOf(url)).toHaveLength(6)
    await removeUnreferencedFiles(job('61 minutes'))
    expect(await keptOf(url)).toEqual([])
    expect(await rowOf(url)).toMatchObject({ removed: true })
  })

  it('are taken one by one: one that the storage does not give up holds up no other, and goes an hour later', async () => {
    const [stuck, free] = [await shown(), await shown()]
    for (const { imageId } of [stuck, free]) await deleteImage(ctx(), imageId)
    const { files } = ctx().services
    const remove: Files['remove'] = async (keys) => {
      if (keys.some((key) => key.startsWith(stemOf(stuck.public_url))))
        throw Object.assign(new Error('storage_failed'), { code: 'storage_failed', name: 'Problem' })
      return files.remove(keys)
    }
    await removeUnreferencedFiles(later(contextOn(database, { actor: theShop, files: { ...files, remove } }), '61 minutes'))
    expect([(await keptOf(stuck.public_url)).length, await keptOf(free.public_url)]).toEqual([6, []])
    await removeUnreferencedFiles(job('120 minutes'))
    expect(await keptOf(stuck.public_url)).toHaveLength(6)
    await removeUnreferencedFiles(job('122 minutes'))
    expect(await keptOf(stuck.public_url)).toEqual([])
  })

  it.each(['/files/shoes/old.jpg', '/files/shoe.jpg'])('go all the same where an address was written by hand that no file has: %s', async (url) => {
    const strange = await putOnShelf(database)
    const id = randomUUID()
    await database.db.execute(sql`insert into product_images (id, product_id, image_url, is_primary) values (${id}, ${strange.id}, ${url}, true)`)
    await deleteImage(ctx(), id)
    const other = await shown()
    await deleteImage(ctx(), other.imageId)
    await removeUnreferencedFiles(job('61 minutes'))
    expect([await rowOf(url), await keptOf(other.public_url)]).toMatchObject([{ removed: true }, []])
  })

  it('are those of a product that was deleted, all of them', async () => {
    const first = await shown()
    const second = await ofProduct(first.id, 1)
    await addImage(ctx(), { product_id: first.id, image_url: second.public_url })
    await deleteProduct(ctx(), first.id)
    await removeUnreferencedFiles(job('61 minutes'))
    expect([...(await keptOf(first.public_url)), ...(await keptOf(second.public_url))]).toEqual([])
  })

  it('are not what was sold: orders keep their picture, and the others of the product go', async () => {
    const shoe = await putOnShelf(database)
    const [first, second] = [await ofProduct(shoe.id, 0), await ofProduct(shoe.id, 1)]
    for (const { public_url: url } of [first, second]) await addImage(ctx(), { product_id: shoe.id, image_url: url })
    await placed(contextOn(database), shoe)
    await deleteProduct(ctx(), shoe.id)
    await removeUnreferencedFiles(job('61 minutes'))
    expect(await keptOf(first.public_url)).toHaveLength(6)
    expect(await keptOf(second.public_url)).toEqual([])
    expect(await refusalOf(removeFile(ctx(), first.public_url.replace('/files/', '')))).toBe('file_in_use')
    // The reset deletes orders without releasing their pictures.
    await database.ownerDb.execute(sql`update order_items set image_url = null`)
    await removeUnreferencedFiles(job('40 days'))
    expect(await keptOf(first.public_url)).toEqual([])
  })

  it('are not what something else shows as well', async () => {
    const { public_url: url, imageId } = await shown()
    const other = await putOnShelf(database)
    await addImage(ctx(), { product_id: other.id, image_url: url })
    await deleteImage(ctx(), imageId)
    await removeUnreferencedFiles(job('2 hours'))
    expect(await keptOf(url)).toHaveLength(6)
    expect(await rowOf(url)).toMatchObject({ waits: false, removed: false })
  })

  it.each(['image/ads', 'content/promotional_content'])('are those of what lets go: %s', async (kind) => {
    const [, table] = kind.split('/') as [string, string]
    const [one, two] = [
      await uploadPicture(ctx(), { bucket: 'ad-images', bytes: photo, name: 'a.jpg' }),
      await uploadPicture(ctx(), { bucket: 'ad-images', bytes: photo, name: 'b.jpg' }),
    ]
    const insert = (url: string) =>
      table === 'ads'
        ? sql`insert into ads (title, target_url, image_url) values ('Ad', 'https://shop.example', ${url})`
        : sql`insert into promotional_content (title, content_type, content_url) values ('Promotion', 'image', ${url})`
    const column = sql.raw(table === 'ads' ? 'image_url' : 'content_url')
    await database.db.execute(insert(one.public_url))
    await removeUnreferencedFiles(job('25 hours'))
    expect(await keptOf(one.public_url)).toHaveLength(5)
    await database.db.execute(insert(two.public_url)).catch(() => {})
    await database.db.execute(sql`update ${sql.raw(table)} set title = 'Another'`)
    expect(await rowOf(one.public_url)).toMatchObject({ waits: false })
    await database.db.execute(sql`update ${sql.raw(table)} set ${column} = null where ${column} = ${one.public_url}`)
    expect(await rowOf(one.public_url)).toMatchObject({ waits: true })
    await database.db.execute(insert(one.public_url))
    expect(await rowOf(one.public_url)).toMatchObject({ waits: false })
    await database.db.execute(sql`delete from ${sql.raw(table)}`)
    expect(await rowOf(one.public_url)).toMatchObject({ waits: true })
    await removeUnreferencedFiles(job('2 hours'))
    expect(await keptOf(one.public_url)).toEqual([])
  })

  it('are uploads that nothing came to use, after a day', async () => {
    const { public_url: url } = await ofProduct()
    await removeUnreferencedFiles(job('23 hours'))
    expect(await keptOf(url)).toHaveLength(6)
    await removeUnreferencedFiles(job('25 hours'))
    expect(await keptOf(url)).toEqual([])
  })

  it('may not be shown again: whoever comes too late is told', async () => {
    const { public_url: url, imageId, id } = await shown()
    await deleteImage(ctx(), imageId)
    await removeUnreferencedFiles(job('2 hours'))
    const expected = { code: 'bad_input', details: { fields: { image_url: expect.stringContaining('upload it again') } } }
    await expect(addImage(ctx(), { product_id: id, image_url: url })).rejects.toMatchObject(expected)
    const other = await addImage(ctx(), { product_id: id, image_url: await storedPicture(database) })
    await expect(changeImage(ctx(), other.id, { image_url: url })).rejects.toMatchObject(expected)
    await deleteExpiredRows(job('40 days'))
    expect(await rowOf(url)).toBeUndefined()
  })

  it('go or stay, never half, when somebody takes them up at the same instant', async () => {
    for (let round = 0; round < 4; round++) {
      const { public_url: url, imageId, id } = await shown()
      await deleteImage(ctx(), imageId)
      const [taken] = await Promise.all([
        addImage(ctx(), { product_id: id, image_url: url }).then(
          () => true,
          () => false,
        ),
        removeUnreferencedFiles(job('2 hours')),
        removeUnreferencedFiles(job('2 hours')),
      ])
      expect(await keptOf(url)).toHaveLength(taken ? 6 : 0)
    }
  })

  it('that cannot be removed now are removed later', async () => {
    const { public_url: url, imageId } = await shown()
    await deleteImage(ctx(), imageId)
    const { files } = ctx().services
    const remove = () => Promise.reject(new Error('the storage is away'))
    const broken = later(contextOn(database, { actor: theShop, files: { ...files, remove } }), '2 hours')
    await expect(removeUnreferencedFiles(broken)).rejects.toThrow('away')
    expect(await rowOf(url)).toMatchObject({ removed: false, waits: true })
    await removeUnreferencedFiles(job('2 hours'))
    expect(await keptOf(url)).toEqual([])
  })
})

describe('removing a file', () => {
  it('is at once, by any of its names, and written down', async () => {
    const { public_url: url } = await ofProduct()
    await removeFile(ctx(), stemOf(url).concat('.jpg'))
    expect(await keptOf(url)).toEqual([])
    expect(await rowsOf(database, sql`select action from audit_log where row_id = ${stemOf(url)} order by id desc limit 1`)).toEqual([
      { action: 'file removed' },
    ])
    expect(await refusalOf(removeFile(ctx(), stemOf(url).concat('.webp')))).toBe('file_not_found')
  })

  it('waits until nothing shows it', async () => {
    const { public_url: url, imageId } = await shown()
    await expect(removeFile(ctx(), url.replace('/files/', ''))).rejects.toMatchObject({
      code: 'file_in_use',
      message: 'This file is still shown: a product has it in its gallery.',
    })
    expect(await keptOf(url)).toHaveLength(6)
    await deleteImage(ctx(), imageId)
    await removeFile(ctx(), url.replace('/files/', ''))
    expect(await keptOf(url)).toEqual([])
  })

  it('knows no file that is none', async () => {
    for (const key of ['', 'x', '../../etc/passwd', 'ad-images/ads/../x.webp', 'ad-images/ads/1.webp', `ad-images/ads/${'a'.repeat(400)}.webp`])
      expect([key, await refusalOf(removeFile(ctx(), key))]).toEqual([key, 'file_not_found'])
  })
})
