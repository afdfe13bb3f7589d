import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addImage } from '#features/catalogue/product-images.ts'
import { entered } from '../../../test/accounts.ts'
import { as, contextOn, placed, putOnShelf, theShop } from '../../../test/checkout.ts'
import { storedPicture } from '../../../test/pictures.ts'
import { usePages } from '../../../test/visitor.ts'
import { putZone } from '../../../test/zones.ts'

const app = usePages()

it('a page of a product is the same bytes with the same ETag for all visitors, and names no place but Nairobi', async () => {
  const { database } = app
  const shoe = await putOnShelf(database)
  await addImage(contextOn(database, { actor: theShop }), { product_id: shoe.id, image_url: await storedPicture(database, shoe.id) })
  await putZone(database, 'Western', ['kisumu'], [{ fee: 250 }])
  const buyer = await entered(database, { full_name: 'Achieng Kisumu' })
  const { order, key } = await placed(as(contextOn(database), buyer.actor), shoe, { delivery_address: 'Oginga Odinga Street, Kisumu' })
  expect((await database.db.execute(sql`select delivery_place from orders where id = ${order.id}`)).rows).toEqual([{ delivery_place: 'Kisumu' }])
  const place = encodeURIComponent(JSON.stringify({ id: 'kisumu', name: 'Kisumu' }))
  const visitors: Record<string, string>[] = [
    {},
    { cookie: buyer.cookie },
    { cookie: `viatu-delivery-place=${place}; viatu_ref=ACHIENG`, 'order-key': key, 'accept-language': 'sw-KE' },
    { cookie: (await entered(database, { isAdmin: true })).cookie, 'user-agent': 'Googlebot', 'x-forwarded-for': '197.248.0.1' },
  ]
  for (const isData of [false, true]) {
    const address = `/product/${shoe.id}${isData ? '.data' : ''}`
    const answers = []
    for (const headers of visitors) {
      // Rendered anew for each of them, and kept for the one who asks again.
      app.events.publish('shelf')
      const answer = await app.fetch('GET', `${address}?place=kisumu&key=${key}`, { headers })
      answers.push({ status: answer.status, etag: answer.headers.get('etag'), cookies: answer.headers.getSetCookie(), text: await answer.text() })
    }
    const [first] = answers
    expect(first).toMatchObject({ status: 200, etag: isData ? null : expect.stringMatching(/^W\/"/), cookies: [] })
    expect(first?.text).toContain('To Nairobi: ')
    expect(first?.text).not.toMatch(/kisumu|western|achieng/i)
    for (const other of answers) expect(other).toEqual(first)
    const again = await app.fetch('GET', address, { headers: { ...visitors[1], 'if-none-match': first?.etag ?? '' } })
    expect([again.status, again.headers.get('cache-status')]).toEqual([isData ? 200 : 304, 'viatu; hit'])
  }
})
