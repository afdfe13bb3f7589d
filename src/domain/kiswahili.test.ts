import { expect, it } from 'vitest'
import { isKiswahili } from '#domain/chat-topics.ts'

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
