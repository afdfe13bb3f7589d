import { describe, expect, it } from 'vitest'
import { requireUnchanged } from '#core/optimistic-lock.ts'
import { isProblem } from '#domain/problem.ts'

const present = { title: 'Sea colours', description: null, is_active: false, price: 4500, category_id: 'b' }

function refusal(wanted: object, snapshot?: Record<string, unknown>) {
  try {
    requireUnchanged(present, wanted, snapshot)
    return null
  } catch (error) {
    return isProblem(error) ? [error.code, error.details.detail, error.details.facts] : error
  }
}

describe('a change', () => {
  it.each<[string, object, Record<string, unknown> | undefined]>([
    ['of what nobody else touched', { title: 'New' }, { title: 'Sea colours' }],
    ['of something else than somebody else changed', { title: 'New' }, { title: 'Sea colours', is_active: true }],
    ['to what somebody else has written too', { title: 'Sea colours' }, { title: 'Old' }],
    ['of which nothing was shown', { title: 'New' }, undefined],
    ['whose form has made things up', { title: 'New' }, JSON.parse('{"__proto__":{"title":"Old"},"constructor":1}')],
  ])('%s is written', (_, wanted, snapshot) => expect(refusal(wanted, snapshot)).toBeNull())

  it('that would overwrite somebody else is refused, with what is there now', () => {
    const wanted = { title: 'New', description: 'Long', is_active: true, price: 1, category_id: 'c' }
    const snapshot = { title: 'Old', description: 'Short', is_active: null, price: 5, category_id: 'a' }
    expect(refusal(wanted, snapshot)).toEqual([
      'changed_meanwhile',
      'title is now "Sea colours"; description is now empty; active is now off; price is now 4,500; category is now another one',
      { now: present },
    ])
  })
})
