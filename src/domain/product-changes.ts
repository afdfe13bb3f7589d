import type { ActWords } from '#domain/act.ts'
import { type Cents, formatShillings, fromShillings, readShillings, toWholeShilling } from '#domain/money.ts'
import { maxProductPrice, minProductPrice, priceRefusal, unitPrice } from '#domain/pricing.ts'

/** Products: as many as one transaction changes well within its time limit (docs/decisions/0014), and as many as fit into a URL. */
export const bulkLimits = { changed: 10_000, picked: 100 }

/** The fields of a product that a bulk change reads and writes. */
export interface BulkState {
  price: Cents
  discount_percentage: number
  is_available: boolean
}

export type BulkKind = 'price' | 'percent' | 'discount' | 'availability'
/** The new state of a product, why it cannot be changed, or why it stays as it is. */
type BulkOutcome = BulkState | { refusal: string } | { skip: string }
export type BulkChange = (state: BulkState) => BulkOutcome

interface BulkRule {
  label: string
  /** Label of the value's field. */
  value: string
  hint: string
  /** `mayRaise`: a discount is also set where the product costs more with it than now. */
  read(text: string, mayRaise?: boolean): BulkChange | { refusal: string }
}

/** The bulk changes: labels and hints of the form, and the arithmetic. */
export const bulkRules: Record<BulkKind, BulkRule> = {
  price: {
    label: 'Set the price',
    value: 'Price, KSh',
    hint: 'Whole shillings before discount, such as 4,500.',
    read(text) {
      const price = readShillings(text)
      if (price === null || !Number.isInteger(price) || !isPrice(price)) return { refusal: `Enter whole shillings, 1 to ${whole(maxProductPrice)}.` }
      return (state) => sellable({ ...state, price: fromShillings(price) })
    },
  },
  percent: {
    label: 'Raise or lower the price',
    value: 'By how many percent',
    hint: '10 raises, -10 lowers; each price is rounded to a whole shilling.',
    read(text) {
      const tenths = readTenths(text)
      if (tenths === null || tenths === 0 || tenths < -900 || tenths > 5000) return { refusal: 'Enter percents from -90 to 500, such as 10 or -7.5.' }
      return (state) => {
        const price = toWholeShilling(state.price * (1000 + tenths), 1000)
        return isPrice(price / 100) ? sellable({ ...state, price }) : { refusal: `would cost ${formatShillings(price / 100)}` }
      }
    },
  },
  discount: {
    label: 'Set the discount',
    value: 'Discount, %',
    hint: 'Whole percents from 0 to 99; 0 takes the discount away.',
    read(text, mayRaise = false) {
      const typed = text.trim().replace(/\s*%$/, '')
      if (!/^\d{1,2}$/.test(typed)) return { refusal: 'Enter a whole discount from 0 to 99.' }
      const discount = Number(typed)
      // Who takes the discount away means to raise.
      const isFree = mayRaise || discount === 0
      return (state) =>
        isFree || unitPrice(state.price, discount) <= unitPrice(state.price, state.discount_percentage)
          ? sellable({ ...state, discount_percentage: discount })
          : { skip: `stays: ${state.discount_percentage}% less is cheaper` }
    },
  },
  availability: {
    label: 'Put on or take off the shelf',
    value: 'Availability',
    hint: 'What is off the shelf is in no list of the shop.',
    read(text) {
      if (text !== 'on' && text !== 'off') return { refusal: 'Choose on or off the shelf.' }
      return (state) => ({ ...state, is_available: text === 'on' })
    },
  },
}

export function isBulkKind(kind: string | null | undefined): kind is BulkKind {
  return typeof kind === 'string' && Object.hasOwn(bulkRules, kind)
}

/** Whether an amount in KSh is within the bounds of a product's price. */
function isPrice(price: number): boolean {
  return price >= minProductPrice && price <= maxProductPrice
}

function sellable(state: BulkState): BulkOutcome {
  return priceRefusal(state.price, state.discount_percentage) ? { refusal: 'would cost less than KSh 1 after its discount' } : state
}

/** `10`, `+10 %`, `-7.5`, `2,5` in tenths of a percent, so that no arithmetic is done on fractions; null for anything else. */
function readTenths(text: string): number | null {
  const match = /^([+\-−]?)(\d{1,3})(?:[.,](\d))?\s*%?$/.exec(text.trim())
  if (!match) return null
  const tenths = Number(match[2]) * 10 + Number(match[3] ?? 0)
  return match[1] === '' || match[1] === '+' ? tenths : -tenths
}

function whole(amount: number): string {
  return amount.toLocaleString('en-KE')
}

/** What is done with the stored pictures of a product, under the name of its form. */
export const pictureActs = {
  'picture-place': { label: 'Move', done: { title: 'Picture moved', isQuiet: true } },
  'picture-primary': { label: 'Make primary', name: 'Make primary, {of}', done: { title: 'Primary picture changed' } },
  'picture-text': { label: 'Save text', name: 'Save text of {of}', done: { title: 'Text saved' } },
  'picture-delete': { label: 'Delete now', name: 'Delete now, {of}', look: 'bad', done: { title: 'Picture deleted' } },
} satisfies Record<string, ActWords>
