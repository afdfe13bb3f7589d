// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/dom'
import { useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import type { CartLine } from '#domain/cart.ts'
import type { ProductDetail } from '#features/catalogue/get-product.ts'
import { BuyBox } from '#web/product/buy-box.tsx'
import { Gallery } from '#web/product/gallery.tsx'
import { eventually, guestCart, scriptedPages } from '../../../test/scripted-page.tsx'

const openScripted = scriptedPages()

const id = 'e8e67e7e-462f-4a6d-9d72-5637f6761f0d'
const pictures = [1, 2, 3, 4].map((at) => ({ image_url: `/files/${at}.png`, alt_text: `Ruka High ${at}`, is_primary: at === 1 }))
const sizes = [
  { label: '40', stock: 5 },
  { label: '41', stock: 1 },
  { label: '42', stock: 0 },
]
const shoe = {
  ...{ id, name: 'Ruka High', price: 5000, unit_price: 4500, discount_percentage: 10, is_available: true, siblings: [] },
  ...{
    category: { name: 'Boots', slug: 'boots' },
    image_url: '/files/1.png',
    pictures,
    images: pictures,
    sizes,
    description: '',
    description_html: '',
  },
} as unknown as ProductDetail
const menu = [{ slug: 'women', label: 'Women Shoes', children: [{ slug: 'boots', label: 'Boots' }] }] as never
const quote = (name: string, fee: number) => ({
  ...{ place: { id: name, name }, sentence: `To ${name}: KSh ${fee}`, option_id: 'w', options: [{ option_id: 'w', fee }], refusal: null, stages: [] },
})

/** The shoe's page, and what else is asked of the shop. */
async function open({ query = '', cart = [] as CartLine[] } = {}) {
  const asked: string[] = []
  const page = await openScripted(`/product/${id}${query}`, {
    menu,
    cart,
    fetched: (path) => {
      asked.push(path)
      if (path.includes('search=kisumo')) return { places: [{ id: 'kisumu/kisumu', name: 'Kisumu', county: null }] }
      if (path.includes('search=')) return { places: [] }
      return path.includes('mombasa') ? quote('Mombasa', 300) : quote('Kisumu', 250)
    },
    routes: [
      {
        path: 'product/:id',
        Component: () => (
          <>
            <Gallery product={shoe} />
            <output>{useLocation().search}</output>
            <BuyBox product={shoe} delivery="To Nairobi: Free" />
          </>
        ),
      },
      { path: '*', Component: () => <p>elsewhere</p> },
    ],
  })
  return { ...page, asked, radio: (name: string) => page.getByRole<HTMLInputElement>('radio', { name, hidden: true }) }
}

it('asks for a size first, adds one pair of it, also of two quick taps, and no more than there are', async () => {
  const page = await open()
  page.press('Add to Cart')
  await page.sees('Choose a size first.')
  page.press('41', 'radio')
  await page.sees('Size 41', 'legend')
  expect(page.text('form')).not.toContain('Choose a size first.')
  page.press('Add to Cart')
  page.press('Add to Cart')
  await page.sees('Added to Cart', '.toasts')
  expect(guestCart()).toMatchObject([{ id, size: '41', quantity: 1, price: 4500 }])
})

it('says that there is no more in stock', async () => {
  const page = await open({ query: '?size=40', cart: [{ id, size: '40', name: shoe.name, price: 4500, image_url: null, quantity: 5, stock: 5 }] })
  await page.sees('Size 40', 'legend')
  page.press('Add to Cart')
  await page.sees('No more in stock', '.toasts')
  expect(page.text('.toasts')).toContain('Only 5 left of Ruka High, size 40.')
  expect(guestCart()).toMatchObject([{ quantity: 5 }])
})

it('takes the size of the address as chosen, keeps a new one there, and asks the shop nothing for it', async () => {
  const page = await open({ query: '?size=40' })
  await page.sees('Size 40', 'legend')
  expect([page.radio('40').checked, page.asked]).toEqual([true, []])
  page.press('41', 'radio')
  await page.sees('?size=41', 'output')
  expect([page.text('legend'), page.asked]).toEqual(['Size 41', []])
})

it('never chooses a size that is sold out, and says where it is to be had', async () => {
  const page = await open()
  page.press('42, sold out', 'radio')
  await page.sees('Size 42 is sold out in this shoe.')
  expect(page.radio('42, sold out').checked).toBe(false)
  expect(page.getByRole('link', { name: 'See size 42 in other Boots' }).getAttribute('href')).toBe('/category/boots?size=42')
  page.press('41', 'radio')
  await eventually(() => page.text('form')).not.toContain('is sold out in this shoe')
})

it('takes no size that is sold out from the address', async () => {
  const page = await open({ query: '?size=42' })
  page.press('Add to Cart')
  await page.sees('Choose a size first.')
  expect([page.text('legend'), guestCart()]).toEqual(['Choose a size', []])
})

it('moves through its pictures by arrow keys, opens one larger, and comes back to the one that was looked at', async () => {
  const page = await open()
  const shown = () => page.getAllByRole('button', { name: /^Picture \d of 4$/ }).findIndex((each) => each.getAttribute('aria-current') === 'true')
  fireEvent.keyDown(page.getByRole('button', { name: 'Picture 1 of 4' }), { key: 'ArrowRight' })
  await eventually(shown).toBe(1)
  page.press('Enlarge: Ruka High 1', 'link')
  await page.sees('Picture 1 / 4', 'dialog')
  await eventually(() => document.activeElement?.getAttribute('aria-label')).toBe('Pictures')
  fireEvent.keyDown(document.querySelector('.enlarged') as Element, { key: 'ArrowRight' })
  await page.sees('Picture 2 / 4', 'dialog')
  page.press('Next picture')
  await page.sees('Picture 3 / 4', 'dialog')
  const zoom = () => document.querySelector<HTMLElement>('.enlarged li:not([inert])')?.style.getPropertyValue('--zoom')
  page.press('Zoom in')
  await eventually(zoom).toBe('2.5')
  fireEvent.keyDown(document.querySelector('.enlarged') as Element, { key: 'ArrowLeft' })
  expect(page.text('dialog'), 'in a zoomed picture the keys scroll').toContain('Picture 3 / 4')
  page.press('Zoom out')
  await eventually(zoom).toBe('1')
  page.press('Close picture')
  await eventually(shown).toBe(2)
})

it('opens a picture with two fingers, which move apart to zoom', async () => {
  const page = await open()
  const at = (x: number, y = 400) => ({ clientX: x, clientY: y })
  fireEvent.touchStart(page.getByRole('link', { name: 'Enlarge: Ruka High 2' }), { touches: [at(150), at(240)] })
  await page.sees('Picture 2 / 4', 'dialog')
  await eventually(() => document.activeElement?.getAttribute('aria-label')).toBe('Pictures')
  const strip = document.querySelector('.enlarged ul') as Element
  fireEvent.touchStart(strip, { touches: [at(150), at(240)] })
  fireEvent.touchMove(strip, { touches: [at(105), at(285)] })
  const frame = document.querySelector<HTMLElement>('.enlarged li:not([inert])')
  await eventually(() => frame?.style.getPropertyValue('--zoom')).toBe('2')
})

it.each([true, false])('shows the placeholder for a picture that does not come, before the scripts did: %s', async (isEarly) => {
  const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(isEarly)
  const page = await open()
  const [picture] = page.getAllByRole('img', { name: 'Ruka High 1', hidden: true }) as [HTMLImageElement]
  if (!isEarly) {
    expect(picture.getAttribute('src')).toBe('/files/1.png')
    fireEvent.error(picture)
  }
  complete.mockRestore()
  await eventually(() => picture.getAttribute('src')).toBe('/placeholder.svg')
})

it('is delivered to Nairobi until another place is chosen, which the device keeps', async () => {
  const page = await open()
  await page.sees('To Nairobi: Free', '.delivery-line')
  expect(page.asked).toEqual([])
  page.press('Change the place of delivery')
  await page.sees('Eldoret', 'dialog')
  page.type('Town, estate or stage', 'Atlantis')
  await page.sees('We know no place of this name.', 'dialog')
  page.type('Town, estate or stage', 'kisumo')
  await page.sees('1 place', 'dialog')
  fireEvent.keyDown(page.getByLabelText('Town, estate or stage'), { key: 'Enter' })
  await page.sees('To Kisumu: KSh 250', '.delivery-line')
  expect(JSON.parse(localStorage.getItem('viatu-delivery-place') ?? '')).toEqual({ id: 'kisumu/kisumu', name: 'Kisumu' })
  expect(document.querySelector('dialog[open]')).toBeNull()
})
