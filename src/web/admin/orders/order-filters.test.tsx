import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { OrderToolbar, readView } from '#web/admin/orders/order-filters.tsx'

it('shows a chosen zone that was renamed, and a rider by another day, so that the next search keeps them', () => {
  const filter = { zone: 'Renamed', rider: 'another-day' }
  const Page = createRoutesStub([
    { path: '*', Component: () => <OrderToolbar filter={filter} names={{ zones: ['CBD'], options: [] }} riders={[]} /> },
  ])
  const html = renderToStaticMarkup(<Page initialEntries={['/admin/orders']} />)
  for (const [value, label] of [
    ['Renamed', 'Renamed'],
    ['another-day', 'The selected rider'],
  ])
    expect(html).toContain(`<option value="${value}" selected="">${label}</option>`)
})

it.each([
  ['packer', '', 'pack'],
  ['packer', 'view=all', 'all'],
  ['packer', 'view=refunds', 'pack'],
  ['packer', 'search=3f9a', 'all'],
  ['manager', '', 'all'],
  ['manager', 'view=refunds', 'refunds'],
] as const)('the orders of a %s open with %j on %s', (role, query, view) => expect(readView(new URLSearchParams(query), { role })).toBe(view))
