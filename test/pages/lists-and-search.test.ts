import { describe, expect, it } from 'vitest'
import { usePages } from '../visitor.ts'

const shop = usePages({ isDemo: true })
const search = (text: string) => shop.visit().open(`/products?search=${encodeURIComponent(text)}`)
const names = (page: { texts: (selector: string) => string[] }) => page.texts('main article h3')

describe('a search', () => {
  it('with nothing found says so, leads to what may have been meant, and asks on WhatsApp', async () => {
    const page = await search('jordan zzqq')
    expect([page.text('h1'), names(page).length > 0]).toEqual(['Search Results for "jordan zzqq"', true])
    expect(page.text()).toContain('No products found')
    expect(page.text()).toContain('No products match "jordan zzqq"')
    await page.follow('Jordans', 'main')
    expect(page.text('h1')).toBe('Jordans')

    const crocs = await search('crocs')
    crocs.page('h2', 'The nearest we have: sandals')
    expect(crocs.page('section', 'Popular shoes').getAllByRole('heading', { name: /./ }).length).toBeGreaterThan(3)
    expect(crocs.page('main').getByRole('link', { name: 'Ask on WhatsApp' }).getAttribute('href')).toContain(
      encodeURIComponent('I am looking for “crocs”'),
    )
  })

  it('that comes close says so, with what it may mean', async () => {
    const page = await search('karen loafer xyzz')
    expect(page.text()).toContain('Nothing matched exactly; these come close.')
    expect(page.text()).toContain('Not what you meant?')
    await page.follow('Loafers', '.search-words', 'Perhaps you mean')
    expect(page.text('h1')).toBe('Loafers')
  })

  it('finds words in any order, without a word about it', async () => {
    const page = await search('salt pwani')
    expect([names(page)[0], page.text().includes('Nothing matched exactly')]).toEqual(['Pwani Slip-on, Salt', false])
  })

  it('shows how it was understood, and its size as chosen', async () => {
    expect((await search('uk 8')).text()).toContain('Showing shoes in size 42 (UK 8).')
    const page = await search('women sneakers 38')
    expect(page.text()).toContain('Showing sneakers for women in size 38.')
    expect(page.attributes('.filter-sizes [checked]', 'value')).toEqual(['38'])
  })
})

describe('a category', () => {
  it('for women or men says so in its title, for search engines too', async () => {
    const page = await shop.visit().open('/category/women-unisex-sneakers')
    expect([page.text('h1'), page.text('title')]).toEqual(['Unisex Sneakers for Women', expect.stringMatching(/^Unisex Sneakers for Women \|/)])
    expect(page.text('script[type="application/ld+json"]')).toContain('"name":"Unisex Sneakers for Women"')
  })

  it('that nobody knows is empty, shows the nearest, and is in no index', async () => {
    const kids = await shop.visit().open('/category/kids')
    kids.page('h2', 'The nearest we have: shoes for kids')
    const page = await shop.visit().open('/category/party-shoes')
    expect([page.status, page.text('h1')]).toEqual([200, 'party-shoes'])
    expect(page.text()).toContain('No products available in this category')
    expect([page.attributes('meta[name=robots]', 'content'), page.attributes('link[rel=canonical]', 'href')]).toEqual([['noindex, follow'], []])
  })

  it('with a price that cannot be read says so at its field, keeps it, and shows the filter', async () => {
    const page = await shop.visit().open('/category/loafers')
    const all = names(page)
    await page.press('Show products', { 'Up to, KSh': 'abc' })
    const field = page.page('.filter').getByLabelText('Up to, KSh')
    expect([field.getAttribute('aria-invalid'), field.getAttribute('value'), page.attributes('.filter', 'open')]).toEqual(['true', 'abc', ['']])
    expect(page.text('.filter .field-error')).toBe('Enter whole shillings, such as 5,000.')
    expect(page.page('.filter').getByLabelText('From, KSh').getAttribute('aria-invalid')).toBeNull()
    await page.press('Show products', { 'Up to, KSh': '' })
    expect([names(page), page.attributes('.filter', 'open')]).toEqual([all, [null]])
    await page.press('Show products', { 'Up to, KSh': '5400' })
    expect(names(page).length).toBeLessThan(all.length)
    expect(page.texts('[aria-label="Applied filters"] li')).toHaveLength(1)
  })
})

it('the checkout says fee and days without scripts, keeps the address, and says where the shop does not deliver', async () => {
  const page = await shop.visit().open('/checkout')
  await page.press('What does delivery cost?', { 'Delivery Address': 'Nyali, Mombasa' })
  expect(page.text('section[aria-label=Delivery]')).toMatch(/^To Nyali, Mombasa: /)
  expect(page.text('textarea[name=delivery_address]')).toBe('Nyali, Mombasa')
  await page.press('What does delivery cost?', { 'Delivery Address': 'House 4' })
  expect(page.text('.field-error')).toBe('Add the town or county to the address, such as Kisumu.')
  await page.press('What does delivery cost?', { 'Delivery Address': 'Ntinda, Kampala, Uganda' })
  expect(page.text('.field-error')).toContain('We deliver in Kenya only')
  expect((await shop.visit().open('/robots.txt')).html).toContain('Disallow: /checkout')
})
