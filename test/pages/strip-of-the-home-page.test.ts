import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { createAd } from '#features/content/ads.ts'
import { createPromotion } from '#features/content/promotions.ts'
import { contextOn, theShop } from '../checkout.ts'
import { usePages } from '../visitor.ts'

const shop = usePages()
const ctx = () => contextOn(shop.database, { actor: theShop })
/** The home page as it is now: the app in process does not hear what the database says of changes. */
const home = () => {
  shop.events.publish('shelf', 'content')
  return shop.visit().open('/')
}
const slides = '.strip [role=group]'

beforeEach(() => shop.database.db.execute(sql`delete from ads; delete from promotional_content`))

it('is not there without anything to show, and is no carousel with one thing alone', async () => {
  expect((await home()).texts('.strip')).toEqual([])
  await createAd(ctx(), { title: 'Walk to the ferry', target_url: 'https://ferry.example/', description: 'Light runners.' })
  const visitor = await home()
  expect(visitor.text('.strip-text')).toBe('Walk to the ferryLight runners. (opens another site)')
  expect([visitor.texts('.strip button'), visitor.texts(slides), visitor.attributes('.strip', 'aria-roledescription')]).toEqual([[], [], [null]])
})

it('is a row of slides without scripts: each says where it is, what it is and where it leads, and its click is told by the link', async () => {
  const { id } = await createAd(ctx(), { title: 'Walk to the ferry', target_url: 'https://ferry.example/' })
  await createAd(ctx(), { title: 'Heels', target_url: 'http://localhost/category/heels' })
  await createPromotion(ctx(), { title: 'School shoes are here', description: 'Sizes 30 to 40.', content_type: 'text' })
  const visitor = await home()
  expect(visitor.attributes(slides, 'aria-label')).toEqual(['1 of 3', '2 of 3', '3 of 3'])
  expect(visitor.attributes('.strip', 'aria-label')).toEqual(['Promotions'])
  const away = visitor.page(slides, 'Walk to the ferry').getByRole('link')
  expect(['href', 'ping', 'target', 'rel'].map((name) => away.getAttribute(name))).toEqual([
    'https://ferry.example/',
    `/api/ads/${id}/clicks`,
    '_blank',
    'noopener noreferrer nofollow sponsored',
  ])
  const near = visitor.page(slides, 'Heels').getByRole('link')
  expect([near.getAttribute('href'), near.getAttribute('target')]).toEqual(['/category/heels', null])
  expect(visitor.page(slides, 'School shoes').getByText('Promotion').className).toBe('strip-tag')
  expect(visitor.attributes('.strip-stage', 'tabindex'), 'the arrow keys scroll it').toEqual(['0'])
  for (const name of ['Pause the promotions', 'Previous promotion', 'Next promotion']) visitor.page('.strip').getByRole('button', { name })
})

it('an ad of a network is covered, named as sponsored, and brings nothing of it along', async () => {
  const code = '<script src="https://network.example/a.js"></script>'
  await createAd(ctx(), { title: 'Of a network', target_url: 'https://ferry.example/', is_sponsored: true, embed_code: code })
  const visitor = await home()
  visitor.page('.strip').getByRole('button', { name: "Verify I'm Human" })
  expect(visitor.attributes('.strip-inside', 'inert')).toEqual([''])
  expect(visitor.text('.strip-tag')).toBe('Sponsored')
  expect(visitor.html).not.toContain('network.example')
  expect(visitor.texts('iframe')).toEqual([])
})
