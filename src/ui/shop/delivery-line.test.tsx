import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DeliveryLine } from '#ui/shop/delivery-line.tsx'

const textOf = (exchangeDays: number, sentence?: string) =>
  renderToStaticMarkup(<DeliveryLine exchangeDays={exchangeDays} sentence={sentence} />)
    .replace(/<[^>]+>/g, '')
    .trim()

describe('the line of delivery', () => {
  it.each([
    [7, 'To Kisumu: KSh 250', 'To Kisumu: KSh 250 · Exchange within 7 days.'],
    [1, undefined, 'Exchange within 1 day.'],
    [0, 'To Kisumu: KSh 250', 'To Kisumu: KSh 250'],
    [0, undefined, ''],
  ])('of %j days to exchange and %j is %j', (days, sentence, text) => expect(textOf(days, sentence)).toBe(text))
})
