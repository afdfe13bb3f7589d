import { describe, expect, it } from 'vitest'
import { isAsHigh, may, needsSecondFactor, type StaffRole, staffRoles, type UseCase, useCases } from '#domain/roles.ts'

const roles = Object.keys(staffRoles) as StaffRole[]
const of = (role: StaffRole) => (Object.keys(useCases) as UseCase[]).filter((useCase) => may({ role }, useCase))

describe('what a role may', () => {
  it('is everything for an owner, and nothing for a shopper', () => {
    expect(of('owner')).toEqual(Object.keys(useCases))
    for (const useCase of Object.keys(useCases) as UseCase[]) expect(may({ role: null }, useCase)).toBe(false)
  })

  it('is for a manager all but keys, settings and what the shop does by itself', () =>
    expect(Object.keys(useCases).filter((each) => !of('manager').includes(each as UseCase))).toEqual([
      'manage_keys',
      'manage_settings',
      'settle_debts',
      'clear_data',
      'run_shop',
    ]))

  it('is for a packer to ship, for content to write and sell, and for both to be told', () => {
    expect(of('packer')).toEqual(['ship_orders', 'hear_alerts'])
    expect(of('content')).toEqual(['sell', 'write_content', 'keep_files', 'hear_alerts'])
  })
})

describe('people above', () => {
  it('are neither changed nor made', () => {
    const above = roles.map((role) => roles.filter((other) => !isAsHigh({ role }, other)))
    expect(above).toEqual([[], ['owner'], ['owner', 'manager'], ['owner', 'manager']])
    expect(isAsHigh({ role: null }, null)).toBe(false)
    expect(isAsHigh({ role: 'manager' }, null)).toBe(true)
  })

  it('sign in with a second factor', () => expect(roles.filter(needsSecondFactor)).toEqual(['owner', 'manager']))
})
