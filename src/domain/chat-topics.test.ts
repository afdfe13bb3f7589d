import { describe, expect, it } from 'vitest'
import { isKiswahili, topicsOf } from '#domain/chat-topics.ts'
import { readSizeChart, rowsWith } from '#domain/search.ts'

describe('what a message is about', () => {
  it.each([
    ['Do you deliver to Kisumu?', 'delivery'],
    ['mnadeliver Eldoret', 'delivery'],
    ['deliverry', 'delivery'],
    ['how much is shpping', 'delivery'],
    ['shpping cost', 'delivery'],
    ['do you ship to Mombasa', 'delivery'],
    ['shipyard boots', undefined],
    ['Can I speak to a person?', 'human'],
    ['I want to speak with someone', 'human'],
    ['Do you speak Kiswahili?', undefined],
    ['bluetooth speakers?', undefined],
    ['nalipa na mpesa aje', 'payment'],
    ['cash on delivery?', 'payment'],
    ['the shoes don’t fit', 'returns'],
    ['where is my order', 'order'],
    ['oda yangu imefika wapi', 'order'],
    ['are you a bot', 'human'],
    ['are you a robot?', 'human'],
    ['Mna open saa ngapi', 'contact'],
    ['nimelipa lakini order haionyeshi', 'order'],
    ['i paid twice help', 'paid-twice'],
    ['M-Pesa charged me twice for one order', 'paid-twice'],
    ['nimelipa mara mbili', 'paid-twice'],
    ['where is my refund', 'refund'],
    ['I want my money back for my order', 'refund'],
    ['nataka kurudishiwa pesa yangu', 'refund'],
    ['refnud', 'refund'],
    ['kiatu yangu imechelewa', 'order'],
    ['can i change my order size', 'cancelling'],
    ['nataka kucancel order', 'cancelling'],
    ['nataka kuongea na mtu', 'human'],
    ['promo code', 'codes'],
    ['do you have black loafers', undefined],
    ['can I get a copy of my receipt', undefined],
    ['send me two copies please', undefined],
    ['is it a copy or real', 'originals'],
    ['are they first copy?', 'originals'],
    ['are these copies of Nike', 'originals'],
    ['constructor', undefined],
    ['DO YOU SHIP TO MOMBASA', 'delivery'],
    ['', undefined],
    ['humann', undefined],
    [`${Array.from({ length: 39 }, (_, at) => `w${at}`).join(' ')} refnud`, 'refund'],
    [`${Array.from({ length: 40 }, (_, at) => `w${at}`).join(' ')} refnud`, undefined],
  ])('%j is about %s', (message, topic) => expect(topicsOf(message)[0]?.topic).toBe(topic))

  it('leads to its section of the help, where it has one', () => {
    expect(topicsOf('do you deliver')[0]?.help).toEqual({ section: 'shipping', words: 'deliver' })
    expect(topicsOf('are you a bot')[0]?.help).toBeNull()
  })
})

describe('a size chart', () => {
  it('is read from the page that shows it, and is empty where there is none', () => {
    const html =
      '<p>EU</p><table><thead><tr><th scope="col">EU</th><th>UK</th><th>US women</th><th>US men</th><th>Foot, cm</th></tr></thead><tbody><tr><td>42</td><td>8</td><td>10.5</td><td>–</td><td>26.0</td></tr></tbody></table>'
    const chart = readSizeChart(html)
    expect(rowsWith(chart, 'UK', '8.0')).toEqual([{ EU: '42', UK: '8', 'US women': '10.5', 'US men': null, cm: '26' }])
    expect(readSizeChart('<table><tr><td>1</td></tr></table><p>')).toEqual([])
  })
})

it.each([
  ['mna viatu vya wanaume size 43?', true],
  ['Bei ya viatu ni ngapi', true],
  ['nataka raba nyeusi', true],
  ['BEI GANI', true],
  ['nataka adidas', true],
  ['hizi ni original?', true],
  ['do you have raba in 42', false],
  ['How much is delivery to Mombasa?', false],
  ['43', false],
  ['', false],
])('%j is Kiswahili: %s', (text, is) => expect(isKiswahili(text)).toBe(is))
