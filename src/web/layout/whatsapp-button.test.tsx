import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { WhatsAppButton } from '#web/layout/whatsapp-button.tsx'
import { shopFacts } from '../../../test/checkout.ts'

it.each([
  ['/checkout', '', false],
  ['/checkout', '254712345678', true],
])('the help that floats on %s, with the number %j, is there: %s', (path, whatsapp, isThere) => {
  const Page = createRoutesStub([{ path: '*', Component: () => <WhatsAppButton shop={{ ...shopFacts, whatsapp }} /> }])
  expect(renderToStaticMarkup(<Page initialEntries={[path]} />).includes('aria-label="Help"')).toBe(isThere)
})
