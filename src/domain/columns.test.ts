import { expect, it } from 'vitest'
import {
  amount,
  type Column,
  changeableOf,
  choice,
  day,
  flag,
  hour,
  optionalAmount,
  optionalText,
  reference,
  text,
  wholeNumber,
} from '#domain/columns.ts'

const facts = { hint: 'As on the door', isFixed: true, example: 'x' }
const words = { label: 'Stall', error: 'Say which.' }
const kinds = { open: { label: 'In the open' }, covered: { label: 'Under a roof' } }

it.each<[string, Column<never>, object]>([
  ['text', text('Stall', 'Say which.', { max: 60, ...facts }), { ...words, max: 60 }],
  ['text', optionalText('Stall', { max: 60, ...facts }), { label: 'Stall', error: 'Enter a text.', isOptional: true, initial: null, max: 60 }],
  ['number', wholeNumber('Stall', 'Say which.', { min: 1, max: 9, ...facts }), { ...words, min: 1, max: 9 }],
  ['amount', amount('Stall', 'Say which.', { min: 0, max: 9, ...facts }), { ...words, min: 0, max: 9 }],
  ['amount', optionalAmount('Stall', 'Say which.', { min: 1, max: 9, ...facts }), { ...words, isOptional: true, initial: null, min: 1, max: 9 }],
  ['hour', hour('Stall', 'Say which.', { initial: 840, ...facts }), { ...words, min: 0, max: 1440, initial: 840 }],
  ['day', day('Stall', facts), { label: 'Stall', error: 'Enter a day, such as 2027-03-20.' }],
  ['flag', flag('Stall', true, facts), { label: 'Stall', error: 'Write true or false.', initial: true }],
  ['choice', choice('Stall', 'Say which.', kinds, { initial: 'open', ...facts }), { ...words, choices: kinds, initial: 'open' }],
  ['reference', reference('Stall', 'Say which.', facts), words],
] as [string, Column<never>, object][])('a column of type %s is %j', (type, column, own) => expect(column).toEqual({ type, ...facts, ...own }))

it('what is fixed may not change, and all else may', () => {
  const columns = { name: text('Name', 'Enter a name.', { max: 60 }), day: day('Day', { isFixed: true }), is_on: flag('On', false) }
  expect(changeableOf(columns)).toEqual({ name: columns.name, is_on: columns.is_on })
})
