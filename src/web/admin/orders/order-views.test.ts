import { expect, it } from 'vitest'
import { readView } from '#web/admin/orders/order-filters.tsx'

it.each([
  ['packer', '', 'pack'],
  ['packer', 'view=all', 'all'],
  ['packer', 'view=refunds', 'pack'],
  ['packer', 'search=3f9a', 'all'],
  ['manager', '', 'all'],
  ['manager', 'view=refunds', 'refunds'],
] as const)('the orders of a %s open with %j on %s', (role, query, view) => expect(readView(new URLSearchParams(query), { role })).toBe(view))
