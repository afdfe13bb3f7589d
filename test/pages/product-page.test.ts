import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { rowsOf } from '../checkout.ts'
import { usePages } from '../visitor.ts'

const shop = usePages({ isDemo: true })

/** A shoe of the demo by its name. */
async function shoe(name: string) {
  const [row] = await rowsOf<{ id: string; image_url: string }>(
    shop.database,
    sql`select p.id, i.image_url from products p left join product_images i on i.product_id = p.id and i.is_primary where p.name = ${name}`,
  )
  return row as { id: string; image_url: string }
}
const open = async (name: string, query = '') => shop.visit().open(`/product/${(await shoe(name)).id}${query}`)

it('a shoe shows its pictures as links to their files, its sizes, and fee and days to Nairobi', async () => {
  const { image_url } = await shoe('Naivasha Chelsea, Wine')
  const page = await open('Naivasha Chelsea, Wine', '?size=41')
  expect(page.text('h1')).toBe('Naivasha Chelsea, Wine')
  expect(page.attributes('.gallery-main a', 'href')[0]).toBe(image_url)
  expect(page.attributes('.gallery-main a', 'aria-label')[0]).toMatch(/^Enlarge: /)
  expect(page.attributes('.thumbnails button', 'aria-label')[1]).toMatch(/^Picture 2 of \d$/)
  const sizes = page.page('.size-buttons')
  expect(sizes.getByRole('radio', { name: '41' }).hasAttribute('aria-disabled')).toBe(false)
  const gone = sizes.getByRole('radio', { name: '42, sold out' })
  // Before the scripts have come, a tap on it is kept.
  expect([gone.getAttribute('aria-disabled'), gone.hasAttribute('disabled'), gone.hasAttribute('data-tap')]).toEqual(['true', false, true])
  expect(page.attributes('.size-buttons [checked]', 'value'), 'the page is the same for everybody').toEqual([])
  expect(page.text('.size-buttons legend')).toBe('Choose a size')
  expect(page.attributes('.size-field a', 'href')).toEqual(['/help#size-guide'])
  expect(page.text('.delivery-line')).toMatch(/^To Nairobi: /)
  expect(page.attributes('link[rel=canonical]', 'href')[0]).toMatch(/\/product\/[\da-f-]{36}$/)
})

it('a shoe without other colours, and one that is sold out, lead to shoes like it', async () => {
  const [alone] = await rowsOf<{ name: string }>(
    shop.database,
    sql`select name from products p where not exists (select from products o where o.style_code = p.style_code and o.id <> p.id) limit 1`,
  )
  const page = await open(alone?.name as string)
  const alike = page.page('section', 'You may also like').getAllByRole('link')
  expect(alike).toHaveLength(6)
  const name = alike[0]?.textContent as string
  await page.follow(name, 'section', 'You may also like')
  expect(page.text('h1')).toBe(name)

  const soldOut = await open('Nyali Block Pump, Cobalt')
  expect(soldOut.text('.gallery-main')).toContain('Out of Stock')
  expect(soldOut.page('.buy-box').getByRole('button', { name: 'Add to Cart' }).hasAttribute('disabled')).toBe(true)
  expect(soldOut.text('.size-buttons legend')).toBe('Sold out in every size')
  soldOut.page('section', 'You may also like')
  const inStock = await open('Ruka High, Ember')
  expect(inStock.texts('.other-shoes h2')).toEqual(['More colours'])
})

it('a description is read as Markdown on its page, and as words by search engines and link previews', async () => {
  const { id } = await shoe('Karen Penny Loafer, Chestnut')
  const text = '**Wide** at the toes.\n\n- Light\n- [Which size?](/help#size-guide)'
  await shop.database.ownerDb.execute(sql`update products set description = ${text} where id = ${id}`)
  await expect.poll(async () => (await open('Karen Penny Loafer, Chestnut')).texts('.product-lead strong')).toEqual(['Wide'])
  const page = await open('Karen Penny Loafer, Chestnut')
  expect(page.texts('.product-lead li')).toEqual(['Light', 'Which size?'])
  for (const name of ['meta[name=description]', 'meta[property="og:description"]'])
    expect(page.attributes(name, 'content')).toEqual(['Wide at the toes. - Light - Which size?'])
  expect(page.text('script[type="application/ld+json"]')).not.toContain('**')
})

it('a shoe without a picture shows the placeholder', async () => {
  const { id } = await shoe('Aberdare Welted Boot, Walnut')
  await shop.database.ownerDb.execute(sql`delete from product_images where product_id = ${id}`)
  const gallery = async () => {
    const page = await open('Aberdare Welted Boot, Walnut')
    return [page.attributes('.gallery-main img', 'src'), page.attributes('.gallery-main a', 'href')]
  }
  // The shop hears of it a moment later.
  await expect.poll(gallery).toEqual([['/placeholder.svg'], []])
})
