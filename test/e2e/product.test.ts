import { expect, it } from 'vitest'
import { photoOf } from '../pictures.ts'
import { sizes } from './browser.ts'
import { examine, examineNow } from './examine.ts'
import { useShop } from './shop.ts'
import { cartButton, heading, said } from './steps.ts'

const shop = useShop()

it('a size is chosen by the keyboard, from the bar of a low screen, and outlives the size guide, Back and a reload', async () => {
  const { page } = await shop.visit('phone', { viewport: { width: 844, height: 390 } })
  const { id } = await shop.line('Naivasha Chelsea, Wine', '41')
  await shop.open(page, `/product/${id}`)
  const [picture, title] = [await page.locator('.gallery-main').boundingBox(), await heading(page, 'Naivasha Chelsea, Wine').boundingBox()]
  expect(title?.x, 'beside the shoe, on a phone that lies on its side').toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 844))
  await page.setViewportSize({ width: 390, height: 640 })
  const bar = page.locator('.buy-bar').getByRole('button', { name: 'Add to Cart' })
  await bar.press('Enter')
  const choice = page.getByRole('dialog', { name: 'Naivasha Chelsea, Wine' })
  await choice.getByRole('radio', { name: '40', exact: true }).press('ArrowRight')
  await choice.getByRole('radio', { name: '41', exact: true }).press('ArrowRight')
  await choice.getByText('Size 42 is sold out in this shoe.').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => choice.getByRole('radio', { name: '41', exact: true }).isChecked()).toBe(true)
  await page.keyboard.press('Enter')
  await cartButton(page, '1 item').waitFor()
  await page.waitForURL('**?size=41')
  const link = page.getByRole('main').getByRole('link', { name: 'Size guide' })
  await link.press('Enter')
  const guide = page.getByRole('dialog', { name: 'Size guide' })
  await guide.getByRole('row', { name: '42 8 10.5 9 26.5' }).waitFor()
  await examine(page, 'size-guide', { pictured: 'screen' })
  await page.goBack()
  await guide.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByText('Size 41', { exact: true }).waitFor()
  await page.getByText('Size 41', { exact: true }).scrollIntoViewIfNeeded()
  await bar.waitFor({ state: 'hidden' })
})

it('the pictures of a shoe are enlarged and moved by the keyboard, uncut, and say so where they do not open', async () => {
  const { page, expectComplaint } = await shop.visit('desk')
  expectComplaint(/ERR_FAILED|dynamically imported/)
  const { id, name } = await shop.line('Ruka High, Ember', '40')
  const body = Buffer.from(await photoOf({ width: 600, height: 900 }))
  await page.route('**/files/**', (route) => route.fulfill({ body, contentType: 'image/png' }))
  await page.route('**/assets/enlarged-*.js', (route) => route.abort(), { times: 1 })
  await shop.open(page, `/product/${id}`)
  for (const picture of ['.gallery-main img', '.other-shoes img'])
    await expect.poll(() => page.locator(picture).first().evaluate(isSeenWhole), { message: `an upright photo at ${picture}` }).toBe(true)
  const first = page.getByRole('link', { name: /^Enlarge: / }).first()
  await first.press('Enter')
  await said(page, 'The picture could not be enlarged')
  await page.getByRole('button', { name: 'Open the picture alone' }).waitFor()
  await page.reload()
  await first.press('Enter')
  const box = page.getByRole('dialog', { name })
  await expect.poll(() => box.getByRole('list', { name: 'Pictures' }).evaluate((strip) => strip === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => box.getByRole('status').textContent()).toBe('Picture 2 / 4')
  await page.setViewportSize(sizes.phone)
  await box.getByRole('button', { name: 'Zoom in' }).press('Enter')
  expect(await page.locator('.dialog-body:has(.enlarged)').evaluate((body) => body.scrollTop), 'only the picture moves').toBe(0)
  expect(await page.locator('.enlarged-controls').evaluate((foot) => foot.getBoundingClientRect().bottom)).toBe(sizes.phone.height)
  await examineNow(page, 'enlarged', { pictured: 'screen', finger: '.enlarged-controls' })
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByRole('button', { name: 'Picture 2 of 4' }).getAttribute('aria-current')).toBe('true')
  await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true)
})

/** Of a loaded picture: it is painted in its own proportions, and nothing that clips it is lower than it. */
function isSeenWhole(element: Element): boolean {
  const picture = element as HTMLImageElement
  if (!picture.complete || picture.naturalHeight <= picture.naturalWidth) return false
  const box = picture.getBoundingClientRect()
  const isWhole =
    getComputedStyle(picture).objectFit === 'contain' || Math.abs(box.width / box.height - picture.naturalWidth / picture.naturalHeight) < 0.02
  const frame = picture.closest('.product-picture, figure, .gallery-main')?.getBoundingClientRect() ?? box
  return isWhole && box.top > frame.top - 1 && box.bottom < frame.bottom + 1
}
