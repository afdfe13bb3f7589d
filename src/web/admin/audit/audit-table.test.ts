import { describe, expect, it } from 'vitest'
import { differences } from '#web/admin/audit/audit-table.tsx'

describe('the differences of an entry', () => {
  it('are what changed, in words', () => {
    const before = { status: 'pending', is_admin: false, note: null, same: 1 }
    const after = { status: 'confirmed', is_admin: true, note: 'Call first', same: 1 }
    expect(differences({ before, after })).toEqual([
      { field: 'status', before: 'pending', after: 'confirmed' },
      { field: 'is admin', before: 'no', after: 'yes' },
      { field: 'note', before: 'nothing', after: 'Call first' },
    ])
  })

  it('are a whole row that came or went', () => {
    expect(differences({ before: null, after: { price: 4500, sizes: [{ label: '40' }] } })).toEqual([
      { field: 'price', before: null, after: '4500' },
      { field: 'sizes', before: null, after: '[{"label":"40"}]' },
    ])
    expect(differences({ before: { name: 'Mbio' }, after: null })).toEqual([{ field: 'name', before: 'Mbio', after: null }])
    expect(differences({ before: null, after: null })).toEqual([])
  })
})
